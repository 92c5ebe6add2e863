"""Checks of chat, pauses and proposals after faults."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from quincunx.server.common.request_keys import request_key
from quincunx.server.storage.log_entries import StoredEntry
from quincunx.wire import Propose, React, Said, Say
from tests.faults.checks.game_checks import Violations
from tests.faults.checks.stored_tables import StoredChatLine, StoredTable
from tests.faults.players.client_log import ClientLog

CLOCK_TOLERANCE_MS = 200
"""Milliseconds that may pass between two readings of a clock in one command."""


# Chat


def chat_lines_are_unique(stored: StoredTable) -> Violations:
    """The lines are numbered without gaps, and no request made two of them."""
    numbers = [line.number for line in stored.chat]
    if numbers != list(range(len(numbers))):
        yield f"the numbers of the chat lines have gaps: {numbers}"
    requests = Counter(line.request for line in stored.chat if line.request)
    for request, times in requests.items():
        if times > 1:
            yield f"the request {request} is in the chat {times} times"


def acknowledged_chat_is_stored(stored: StoredTable, client_log: ClientLog) -> Violations:
    """An acknowledged line is stored as it was sent, after the earlier lines of the player."""
    by_request = {line.request: line for line in stored.chat}
    last = -1
    for name, request in client_log.requests.items():
        if not isinstance(request, Say | React) or name not in client_log.acknowledged:
            continue
        line = by_request.get(request_key(client_log.person, name))
        if line is None:
            yield f"{name} was acknowledged and is not stored"
            continue
        if (line.person, line.text, line.reaction) != (client_log.person.id, *_content(request)):
            yield f"{name} was {request}, and is {line}"
        if line.number < last:
            yield f"{name} is line {line.number}, but line {last} was sent before it"
        last = line.number


def _content(request: Say | React) -> tuple[str, str | None]:
    """Return the text and the reaction that are stored of a request."""
    return ("", request.reaction) if isinstance(request, React) else (request.text, None)


def chat_updates_match_store(stored: StoredTable, client_log: ClientLog) -> Violations:
    """The client received every line as it is stored, up to the expected one."""
    if len(client_log.chat) < client_log.expected_chat_lines:
        yield f"received {len(client_log.chat)} lines of {client_log.expected_chat_lines}"
    for number, said in enumerate(client_log.chat):
        if number >= len(stored.chat):
            yield f"line {number} was sent and never stored: {said}"
        elif _as_stored(said) != stored.chat[number]._replace(request=None):
            yield f"line {number} was not sent as it is stored: {said}"


def _as_stored(said: Said) -> StoredChatLine:
    person = None if said.person is None else said.person.id
    return StoredChatLine(
        said.number, said.at, person, said.text, said.note, reaction=said.reaction
    )


# Pauses and proposals


def paused_tables_stand_still(stored: StoredTable) -> Violations:
    """No move is made in a pause, and table time stands still."""
    for before, after in pairwise(stored.revisions):
        if not before.paused:
            continue
        if after.version != before.version:
            yield f"version {after.version} was made in a pause"
        if after.clock - before.clock > (0 if after.paused else CLOCK_TOLERANCE_MS):
            yield f"in a pause table time went on from {before.clock} to {after.clock}"


def agreed_pauses_begin(stored: StoredTable) -> Violations:
    """A pause begins with the last consent; simulated players never decline one.

    A resignation ends a proposal, too, so there may be one such end for each resignation.
    """
    ended = [
        before.number
        for before, after in pairwise(stored.revisions)
        if before.proposal is not None and before.proposal.wish == "pause"
        if after.proposal is None and not after.paused
    ]
    resignations = sum(line.is_resignation for line in stored.chat)
    for number in ended[resignations:]:
        yield f"the pause that was proposed at revision {number} did not begin"


def proposals_are_granted_once(stored: StoredTable, client_log: ClientLog) -> Violations:
    """A proposal is granted at most once, however often it is sent."""
    requests = client_log.requests.values()
    proposed = Counter(request.wish for request in requests if isinstance(request, Propose))
    paused = sum(
        line.note is not None
        and line.note.id == "table.note.paused"
        and line.note.args["name"] == client_log.person.name
        for line in stored.chat
    )
    if paused > proposed["pause"]:
        yield f"{proposed['pause']} pauses were proposed and {paused} were made"
    taken_back = _undone_moves(stored)[client_log.person.id]
    if taken_back > proposed["take_back"]:
        yield f"{proposed['take_back']} undos were proposed and {taken_back} were made"


def _undone_moves(stored: StoredTable) -> Counter[str]:
    """Count the undos by the person whose move was undone, not by seat: a team shares one."""
    undone: Counter[str] = Counter()
    in_effect: list[StoredEntry] = []
    mover = ""
    for entry in stored.entries:
        back = entry.back
        if back is None:
            in_effect.append(entry)
            continue
        taken = [each.person for each in in_effect if each.version > back and each.person]
        # An undo that takes nothing back is one too many for the person of the last one.
        mover = taken[-1] if taken else mover
        undone[mover] += 1
        in_effect = [each for each in in_effect if each.version <= back]
    return undone
