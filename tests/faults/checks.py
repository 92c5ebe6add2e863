"""What must hold whatever happened. Each check gives a sentence for whatever does not.

They trust nobody: the game is played again from its seed and the moves in the log, by the rules
alone, and everything else is compared with that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

import quincunx
from quincunx.core.errors import QuincunxError
from quincunx.core.events import visible_messages
from quincunx.core.match import LogEntry, Match
from quincunx.core.options import Options, make_options
from quincunx.core.seeds import Seed
from quincunx.registry import find
from quincunx.server.common.request_keys import request_key
from quincunx.server.storage.log_entries import StoredEntry
from quincunx.wire import PlayMove, ViewerPosition
from tests.faults.ledger import Account
from tests.faults.memory import Memory, Sight

Complaints = Iterator[str]

HONEST_REFUSALS = {
    "CannotTakeBack",
    "FinishedGame",
    "IllegalMove",
    "NoDraft",
    "NotAllowed",
    "Paused",
    "StaleMove",
    "StoreAway",
    "StoreFailed",
    "TooMany",
    "WrongPhase",
    "WrongSeat",
}
"""What may be answered to people who click too often, too late, or while the store is away."""


# The log


def versions_have_no_gaps(account: Account) -> Complaints:
    versions = [entry.version for entry in account.entries]
    if versions != list(range(len(versions))):
        yield f"the log's versions are not 0, 1, 2 and so on: {versions}"


def every_request_is_played_once(account: Account) -> Complaints:
    requests = Counter(entry.request for entry in account.entries if entry.request)
    for request, times in requests.items():
        if times > 1:
            yield f"the request {request} is in the log {times} times"


def the_log_is_the_game(account: Account) -> Complaints:
    """The seed, the nonces and the moves give every entry, to the letter."""
    try:
        _play_again(account)
    except _Astray as error:
        yield str(error)


def nothing_is_half_done(account: Account) -> Complaints:
    """The table's own line, and the results, say what the log says."""
    match = _played_again(account)
    if match is None:
        return
    row, outcome = account.table, match.outcome
    is_over = outcome is not None
    expected = {
        "version": match.version,
        "digest": match.digest(),
        "state": msgspec.msgpack.encode(match.state),
        "awaited": msgspec.json.encode(match.awaited).decode(),
        "outcome": msgspec.json.encode(outcome).decode() if is_over else None,
        "phase": "over" if is_over else "playing",
    }
    for name, value in expected.items():
        if row[name] != value:
            yield f"by the log, the table's {name} is {value!r}, not {row[name]!r}"
    people = row["seats"] - len(account.bots)
    if account.results != (people if is_over else 0):
        yield f"{account.results} results are stored, the game being {expected['phase']}"


def every_deadline_fired_once(account: Account) -> Complaints:
    """At its own time: nothing happened after it without it, and it did not happen again."""
    match = _dealt(account)
    try:
        for entry in _entries_taken(account, match):
            due = match.deadline
            if entry.seat is None and entry.at != due:
                yield f"version {entry.version} is a deadline at {entry.at}; one was due at {due}"
            elif entry.seat is not None and due is not None and due <= entry.at:
                yield f"version {entry.version} was made at {entry.at}, past the deadline at {due}"
    except _Astray:
        return


# What people know


def nothing_acknowledged_is_lost(account: Account, memory: Memory) -> Complaints:
    """It is in the log under its id, with that move, at the version that was told, in order."""
    stored = {entry.request: entry for entry in account.entries if entry.request}
    for name, versions in memory.acknowledged.items():
        play = memory.asked.get(name)
        if not isinstance(play, PlayMove):
            continue
        if len(versions) > 1:
            yield f"{name} was acknowledged as different versions: {versions}"
        entry = stored.get(request_key(memory.person, name))
        if entry is None:
            yield f"{name} was acknowledged as version {versions}, and is not in the log"
            continue
        if {entry.version} != versions:
            yield f"{name} was acknowledged as {versions}, and is version {entry.version}"
        if entry.version <= memory.known[name]:
            yield f"{name} was sent after version {memory.known[name]}, and is {entry.version}"
        if (entry.seat, entry.person) != (memory.seat, memory.person.id):
            yield f"{name} is in the log as somebody else’s"
        if not _is_that_move(account, entry, play):
            yield f"{name} was “{play.move}”, and is “{entry.move}” in the log"


def nothing_refused_happened(account: Account, memory: Memory, doubled: set[str]) -> Complaints:
    """Except for what arrived twice, and may be refused once and played once."""
    stored = {entry.request for entry in account.entries}
    stored |= {saying.request for saying in account.said} | account.done
    for name, refusal in memory.refused.items():
        if refusal.error not in HONEST_REFUSALS:
            yield f"{name} was refused as {refusal.error}: {quincunx.render(refusal.message)}"
        # What is too much is not even looked at: it may have happened when it was sent first.
        is_unseen = refusal.error == "TooMany" and name in memory.sent_again
        is_doubtful = is_unseen or name in doubled or name in memory.acknowledged
        if not is_doubtful and request_key(memory.person, name) in stored:
            yield f"{name} was refused as {refusal.error}, and was stored"


def everything_was_answered(account: Account, memory: Memory) -> Complaints:
    for name, request in memory.open.items():
        yield f"{name} was never answered: {request}"


def everybody_was_told_everything(account: Account, memory: Memory) -> Complaints:
    """Version by version, each as the log has it, up to the last that had to be known."""
    yield from memory.complaints
    if memory.version < memory.must_know:
        yield f"version {memory.must_know} was there, and only {memory.version} was told"
    match = _played_again(account)
    if match is None:
        return
    for step in memory.steps:
        if step.version > match.version:
            yield f"version {step.version} was told, and never happened"
            return
        entry = match.log[step.version]
        told = (step.at, step.seat, step.events, step.back)
        if told != (entry.at, entry.seat, visible_messages(entry.events, memory.seat), entry.back):
            yield f"version {step.version} was told otherwise than it is in the log: {step}"


def everybody_saw_what_happened(account: Account, memory: Memory) -> Complaints:
    """Whatever was ever shown is what the log makes of that version; the last one was shown."""
    match = _played_again(account)
    if match is None:
        return
    for version, sight in sorted(memory.sights, key=lambda each: each[0]):
        if version > match.version:
            yield f"version {version} was shown, and never happened"
        elif sight != _sight(match, memory.seat, version):
            yield f"version {version} was shown otherwise than the log makes it: {sight.view!r}"
    last = max((version for version, _ in memory.sights), default=-1)
    if last < memory.version:
        yield f"version {memory.version}, the last one, was never shown"


def records_tell_the_same(account: Account, record: str) -> Complaints:
    """What the house gives away after the end can be replayed, verified, and is the log."""
    try:
        match = quincunx.replay(record)
        quincunx.verify(record)
    except QuincunxError as error:
        yield f"the record is not in order: {error}"
        return
    assert isinstance(match, Match), "a whole record can be played again"
    log = [(entry.at, entry.seat, entry.chance) for entry in match.log]
    if log != [(entry.at, entry.seat, entry.chance) for entry in account.entries]:
        yield "the record tells another game than the log"


# Whether it goes on


def somebody_is_due(position: ViewerPosition, bots: frozenset[int]) -> Complaints:
    """Bots and deadlines that the house should have seen to; none once it is quiet."""
    if position.outcome is not None:
        return
    for seat in sorted(bots & {*position.awaited}):
        yield f"the bot at seat {seat} does not go on"
    for time in (position.deadline, *position.limits.values()):
        if time is not None and time <= position.now:
            yield f"what was due at {time} has not happened at {position.now}"


# Inside


class _Astray(Exception):
    """The log is not what the rules make of it."""


def _play_again(account: Account) -> Match:
    match = _dealt(account)
    for _ in _entries_taken(account, match):
        pass
    return match


def _played_again(account: Account) -> Match | None:
    """None if the log is no game: another check says so."""
    try:
        return _play_again(account)
    except _Astray:
        return None


def _dealt(account: Account) -> Match:
    row = account.table
    seed = Seed(row["secret"], msgspec.json.decode(row["nonces"], type=tuple[str, ...]))
    return Match(find(row["game"]), _options(account), row["seats"], seed=seed, table=row["id"])


def _entries_taken(account: Account, match: Match) -> Iterator[StoredEntry]:
    """Each entry after the deal, before the match takes it."""
    first, *others = account.entries
    _compare(first, match)
    try:
        for entry in others:
            yield entry
            _draft(account, match)
            _take(entry, match)
            _compare(entry, match)
        _draft(account, match)
    except QuincunxError as error:
        raise _Astray(f"after version {match.version} it cannot go on so: {error}") from error


def _draft(account: Account, match: Match) -> None:
    for drafted in account.drafts:
        if drafted.version == match.version:
            draft = msgspec.convert(drafted.draft, match.rules.draft_type)
            match.draft(drafted.seat, draft, at=drafted.at)


def _take(entry: StoredEntry, match: Match) -> None:
    if entry.seat is None:
        match.expire(entry.at)
    elif entry.back is not None:
        match.take_back(entry.seat, at=entry.at)
    else:
        match.play(entry.seat, entry.move, at=entry.at)


def _compare(entry: StoredEntry, match: Match) -> None:
    if entry.version != match.version:
        raise _Astray(f"version {entry.version} of the log makes version {match.version}")
    made: LogEntry = match.log[-1]
    move = None if made.move is None else match.game.format_move(made.move)
    again = (made.at, made.seat, move, made.chance, made.events, made.back)
    stored = (entry.at, entry.seat, entry.move, entry.chance, entry.events, entry.back)
    if again != stored:
        raise _Astray(f"version {entry.version} is {stored}, but the rules make it {again}")


def _is_that_move(account: Account, entry: StoredEntry, play: PlayMove) -> bool:
    game = find(account.table["game"])
    made = game.parse_move(entry.move or "")
    # The table gives credit for a slow line.
    credit = getattr(made, "credit", 0)
    rules = game.rules(_options(account), account.table["seats"])
    return bool(rules.with_latency_credit(game.parse_move(play.move), credit) == made)


def _options(account: Account) -> Options:
    row = account.table
    game = find(row["game"])
    return make_options(game.options, msgspec.json.decode(row["options"]), game=game.name)


def _sight(match: Match, seat: int | None, version: int) -> Sight:
    state = match.state_at(version)
    moves = () if seat is None else match.rules.moves(state, seat)
    view = msgspec.json.decode(msgspec.json.encode(match.view(seat, version)))
    return Sight(
        msgspec.json.encode(view),
        tuple(match.game.format_move(move) for move in moves),
        match.rules.awaited(state),
    )
