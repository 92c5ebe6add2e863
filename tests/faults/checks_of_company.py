"""What must hold of all that people do beside their moves, whatever happened."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from quincunx.server.common.request_keys import request_key
from quincunx.wire import Propose, Said, Say
from tests.faults.checks import Complaints
from tests.faults.ledger import Account, Saying
from tests.faults.memory import Memory

A_MOMENT = 200
"""Milliseconds between two looks at a clock, one right after the other."""


# Words


def everything_is_said_once(account: Account) -> Complaints:
    numbers = [saying.number for saying in account.said]
    if numbers != list(range(len(numbers))):
        yield f"the lines of the chat are not 0, 1, 2 and so on: {numbers}"
    requests = Counter(saying.request for saying in account.said if saying.request)
    for request, times in requests.items():
        if times > 1:
            yield f"the request {request} was said {times} times"


def nothing_said_is_lost(account: Account, memory: Memory) -> Complaints:
    """It is in the store, as it was said, and after what the person had said before."""
    stored = {saying.request: saying for saying in account.said}
    last = -1
    for name, request in memory.asked.items():
        if not isinstance(request, Say) or name not in memory.acknowledged:
            continue
        saying = stored.get(request_key(memory.person, name))
        if saying is None:
            yield f"{name} was acknowledged, and was never said"
            continue
        if (saying.person, saying.text) != (memory.person.id, request.text):
            yield f"{name} was “{request.text}”, and is {saying}"
        if saying.number < last:
            yield f"{name} is line {saying.number}, and line {last} was said before it"
        last = saying.number


def everybody_heard_everything(account: Account, memory: Memory) -> Complaints:
    """Line by line, each as the store has it, up to the last that had to be heard."""
    if len(memory.heard) < memory.must_have_heard:
        yield f"{memory.must_have_heard} lines were said, and {len(memory.heard)} were heard"
    for number, said in enumerate(memory.heard):
        if number >= len(account.said):
            yield f"line {number} was heard, and never said: {said}"
        elif _line(said) != account.said[number]._replace(request=None):
            yield f"line {number} was heard otherwise than it was said: {said}"


def _line(said: Said) -> Saying:
    person = None if said.person is None else said.person.id
    return Saying(said.number, said.at, person, said.text, said.note)


# Wishes


def nothing_happens_in_a_pause(account: Account) -> Complaints:
    """Nobody moves, and the table's clock stands still until it goes on from there."""
    for before, after in pairwise(account.revisions):
        if not before.paused:
            continue
        if after.version != before.version:
            yield f"version {after.version} was made in a pause"
        if after.clock - before.clock > (0 if after.paused else A_MOMENT):
            yield f"in a pause the clock went on from {before.clock} to {after.clock}"


def a_pause_that_all_want_begins(account: Account) -> Complaints:
    """With the last consent, not later: here nobody ever declines one."""
    for before, after in pairwise(account.revisions):
        is_wanted = before.proposal is not None and before.proposal.wish == "pause"
        if is_wanted and after.proposal is None and not after.paused:
            yield f"the pause that was proposed at revision {before.number} was forgotten"


def wishes_come_true_once(account: Account, memory: Memory) -> Complaints:
    """However often they are sent."""
    asked = memory.asked.values()
    wished = Counter(request.wish for request in asked if isinstance(request, Propose))
    paused = sum(
        saying.note is not None
        and saying.note.id == "table.note.paused"
        and saying.note.args["name"] == memory.person.name
        for saying in account.said
    )
    if paused > wished["pause"]:
        yield f"{wished['pause']} pauses were wished for, and {paused} were made"
    taken_back = sum(
        entry.back is not None and entry.seat == memory.seat for entry in account.entries
    )
    if taken_back > wished["take_back"]:
        yield f"{wished['take_back']} moves were to be taken back, and {taken_back} were"
