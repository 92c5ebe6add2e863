"""Checks of games after faults. Each yields a sentence for every violation.

A game is replayed from its seed and the moves in its log by the rules alone, and everything that
was stored, sent and acknowledged is compared with it.
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
from quincunx.core.outcome import Outcome
from quincunx.core.seeds import Seed
from quincunx.registry import find
from quincunx.server.common.request_keys import request_key
from quincunx.server.storage.log_entries import StoredEntry
from quincunx.wire import PlayMove, ViewerPosition
from tests.faults.checks.stored_tables import StoredTable
from tests.faults.players.client_log import ClientLog, ShownPosition

Violations = Iterator[str]

EXPECTED_REFUSALS = {
    "CannotTakeBack",
    "FinishedGame",
    "IllegalMove",
    "NoDraft",
    "NotAllowed",
    "NotYourMember",
    "OutOfTime",
    "Paused",
    "StaleMove",
    "StoreAway",
    "StoreFailed",
    "TooMany",
    "WrongPhase",
    "WrongSeat",
}
"""Refusals of requests that came too often, too late, or while the database was unavailable."""


# The log


def versions_have_no_gaps(stored: StoredTable) -> Violations:
    versions = [entry.version for entry in stored.entries]
    if versions != list(range(len(versions))):
        yield f"the log's versions are not 0, 1, 2 and so on: {versions}"


def requests_are_played_once(stored: StoredTable) -> Violations:
    requests = Counter(entry.request for entry in stored.entries if entry.request)
    for request, times in requests.items():
        if times > 1:
            yield f"the request {request} is in the log {times} times"


def log_matches_rules(stored: StoredTable) -> Violations:
    """The seed, the nonces and the moves produce every entry exactly."""
    try:
        _replay(stored)
    except LogMismatch as error:
        yield str(error)


def row_matches_log(stored: StoredTable) -> Violations:
    """The table's row and the results agree with the log."""
    match = replayed_or_none(stored)
    if match is None:
        return
    row, outcome = stored.table, match.outcome
    is_closed = outcome is None and row["phase"] == "closed"
    if is_closed:
        # `ending_checks` compares how it ended with the seats.
        outcome = forfeit_in(stored)
    is_over = outcome is not None
    expected = {
        "version": match.version,
        "digest": match.digest(),
        "state": msgspec.msgpack.encode(match.state),
        "awaited": msgspec.json.encode(match.awaited).decode(),
        "outcome": msgspec.json.encode(outcome).decode() if is_over else None,
        "phase": "closed" if is_closed else "over" if is_over else "playing",
    }
    for name, value in expected.items():
        if row[name] != value:
            yield f"according to the log, the table's {name} is {value!r}, not {row[name]!r}"
    people = sum(seat.person is not None for seat in stored.seats)
    if stored.results != (people if is_over else 0):
        yield f"{stored.results} results are stored, the game being {expected['phase']}"


def deadlines_fire_once_and_in_time(stored: StoredTable) -> Violations:
    """A deadline is in the log at its own time, once, and before anything later."""
    match = deal(stored)
    try:
        for entry in replay_entries(stored, match):
            due = match.deadline
            if entry.seat is None and entry.at != due:
                yield f"version {entry.version} is a deadline at {entry.at}; one was due at {due}"
            elif entry.seat is not None and due is not None and due <= entry.at:
                yield f"version {entry.version} was made at {entry.at}, past the deadline at {due}"
    except LogMismatch:
        return


# What clients were sent


def acknowledged_moves_are_stored(stored: StoredTable, client_log: ClientLog) -> Violations:
    """An acknowledged move is in the log with its request, at the version of the reply."""
    by_request = {entry.request: entry for entry in stored.entries if entry.request}
    for name, versions in client_log.acknowledged.items():
        play = client_log.requests.get(name)
        if not isinstance(play, PlayMove):
            continue
        if len(versions) > 1:
            yield f"{name} was acknowledged as different versions: {versions}"
        entry = by_request.get(request_key(client_log.person, name))
        if entry is None:
            yield f"{name} was acknowledged as version {versions}, and is not in the log"
            continue
        if {entry.version} != versions:
            yield f"{name} was acknowledged as {versions}, and is version {entry.version}"
        if entry.version <= client_log.version_when_sent[name]:
            known = client_log.version_when_sent[name]
            yield f"{name} was sent after version {known}, and is {entry.version}"
        if (entry.seat, entry.person) != (client_log.seat, client_log.person.id):
            yield f"{name} is in the log as another player’s"
        if not _is_that_move(stored, entry, play):
            yield f"{name} was “{play.move}”, and is “{entry.move}” in the log"


def refused_requests_have_no_effect(
    stored: StoredTable, client_log: ClientLog, duplicated: set[str]
) -> Violations:
    """A refused request is not stored.

    A request that arrived twice may be refused once and carried out once. If a client sends a
    request again, the first copy may arrive later than the second: a frozen process reads it when
    it goes on. But what is stored when the client sends the request again must not be refused.
    """
    carried_out = {entry.request for entry in stored.entries}
    carried_out |= {line.request for line in stored.chat} | stored.done
    for name, refusal in client_log.refused.items():
        if refusal.error not in EXPECTED_REFUSALS:
            yield f"{name} was refused as {refusal.error}: {quincunx.render(refusal.message)}"
        # A request over the rate limit is not read: it may have been carried out when sent before.
        key, resent_at = request_key(client_log.person, name), client_log.resent_at.get(name)
        is_unread = refusal.error == "TooMany" and resent_at is not None
        is_late = resent_at is not None and stored.request_times.get(key, 0) > resent_at
        is_doubtful = is_unread or is_late or name in duplicated or name in client_log.acknowledged
        if not is_doubtful and key in carried_out:
            yield f"{name} was refused as {refusal.error}, and was stored"


def requests_are_answered(client_log: ClientLog) -> Violations:
    for name, request in client_log.unanswered.items():
        yield f"{name} got no reply: {request}"


def updates_match_log(stored: StoredTable, client_log: ClientLog) -> Violations:
    """The client received every version as it is in the log, up to the expected one."""
    yield from client_log.violations
    if client_log.version < client_log.expected_version:
        yield f"received {client_log.version} versions of {client_log.expected_version}"
    match = replayed_or_none(stored)
    if match is None:
        return
    for step in client_log.steps:
        if step.version > match.version:
            yield f"version {step.version} was sent and never stored"
            return
        entry = match.log[step.version]
        sent = (step.at, step.seat, step.events, step.back)
        if sent != (
            entry.at,
            entry.seat,
            visible_messages(entry.events, client_log.seat),
            entry.back,
        ):
            yield f"version {step.version} was not sent as it is in the log: {step}"


def views_match_log(stored: StoredTable, client_log: ClientLog) -> Violations:
    """Every view that was sent is the one that the rules give; the last version was sent."""
    match = replayed_or_none(stored)
    if match is None:
        return
    for version, shown in sorted(client_log.shown_positions, key=lambda each: each[0]):
        if version > match.version:
            yield f"version {version} was shown and never stored"
        elif shown != _shown_position(match, client_log.seat, version):
            yield f"version {version} was not shown as the rules give it: {shown.view!r}"
    last = max((version for version, _ in client_log.shown_positions), default=-1)
    if last < client_log.version:
        yield f"the last version, {client_log.version}, was never shown"


def record_matches_log(stored: StoredTable, record: str) -> Violations:
    """The record can be replayed and verified, and is the same game as the log."""
    try:
        match = quincunx.replay(record)
        quincunx.verify(record)
    except QuincunxError as error:
        yield f"the record is invalid: {error}"
        return
    assert isinstance(match, Match), "a whole record can be replayed"
    log = [(entry.at, entry.seat, entry.chance) for entry in match.log]
    if log != [(entry.at, entry.seat, entry.chance) for entry in stored.entries]:
        yield "the record is another game than the log"


# Whether games go on


def overdue_actions(position: ViewerPosition, bots: frozenset[int]) -> Violations:
    """Yield the bots' turns and deadlines that are overdue."""
    if position.outcome is not None:
        return
    for seat in sorted(bots & {*position.awaited}):
        yield f"the bot at seat {seat} has not moved"
    for time in (position.deadline, *position.limits.values()):
        if time is not None and time <= position.now:
            yield f"nothing happened at {time}, and it is {position.now}"


# Replaying


def forfeit_in(stored: StoredTable) -> Outcome | None:
    """Return the outcome of a game that was decided by forfeits, as it is stored."""
    text = stored.table["outcome"]
    return None if text is None else msgspec.json.decode(text, type=Outcome)


class LogMismatch(Exception):
    """The rules do not reproduce the log."""


def _replay(stored: StoredTable) -> Match:
    match = deal(stored)
    for _ in replay_entries(stored, match):
        pass
    return match


def replayed_or_none(stored: StoredTable) -> Match | None:
    """Return `None` if the rules do not reproduce the log, which another check reports."""
    try:
        return _replay(stored)
    except LogMismatch:
        return None


def deal(stored: StoredTable) -> Match:
    row = stored.table
    seed = Seed(row["secret"], msgspec.json.decode(row["nonces"], type=tuple[str, ...]))
    return Match(find(row["game"]), _options(stored), row["seats"], seed=seed, table=row["id"])


def replay_entries(stored: StoredTable, match: Match) -> Iterator[StoredEntry]:
    """Yield each entry after the deal, before it is replayed."""
    first, *others = stored.entries
    _compare(first, match)
    try:
        for entry in others:
            yield entry
            _apply_drafts(stored, match)
            _apply(entry, match)
            _compare(entry, match)
        _apply_drafts(stored, match)
    except QuincunxError as error:
        raise LogMismatch(f"the entry after version {match.version} is illegal: {error}") from error


def _apply_drafts(stored: StoredTable, match: Match) -> None:
    for drafted in stored.drafts:
        if drafted.version == match.version:
            draft = msgspec.convert(drafted.draft, match.rules.draft_type)
            match.draft(drafted.seat, draft, at=drafted.at)


def _apply(entry: StoredEntry, match: Match) -> None:
    if entry.seat is None:
        match.expire(entry.at)
    elif entry.back is not None:
        match.take_back(entry.seat, at=entry.at)
    else:
        match.play(entry.move, entry.seat, at=entry.at)


def _compare(entry: StoredEntry, match: Match) -> None:
    if entry.version != match.version:
        raise LogMismatch(f"version {entry.version} of the log is replayed as {match.version}")
    made: LogEntry = match.log[-1]
    move = None if made.move is None else str(made.move)
    replayed = (made.at, made.seat, move, made.chance, made.events, made.back)
    logged = (entry.at, entry.seat, entry.move, entry.chance, entry.events, entry.back)
    if replayed != logged:
        raise LogMismatch(f"version {entry.version} is {logged}, but is replayed as {replayed}")


def _is_that_move(stored: StoredTable, entry: StoredEntry, play: PlayMove) -> bool:
    game = find(stored.table["game"])
    made = game.parse_move(entry.move or "")
    # The server credits latency.
    credit = getattr(made, "credit", 0)
    rules = game.rules(_options(stored), stored.table["seats"])
    return bool(rules.with_latency_credit(game.parse_move(play.move), credit) == made)


def _options(stored: StoredTable) -> Options:
    row = stored.table
    game = find(row["game"])
    return make_options(game.options, msgspec.json.decode(row["options"]), game=game.name)


def _shown_position(match: Match, seat: int | None, version: int) -> ShownPosition:
    state = match.state_at(version)
    moves = () if seat is None else match.rules.legal_moves(state, seat)
    view = msgspec.json.decode(msgspec.json.encode(match.view(seat, version)))
    return ShownPosition(
        msgspec.json.encode(view),
        tuple(str(move) for move in moves),
        match.rules.awaited(state),
    )
