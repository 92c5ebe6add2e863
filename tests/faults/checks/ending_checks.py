"""Checks of resignations and of total time after faults."""

from __future__ import annotations

from collections import Counter

from quincunx.server.common.seating import Occupant, Seating
from quincunx.server.ratings.rating_rules import forfeit_outcome, is_decided
from quincunx.server.tables.state.total_clock import TotalClock
from quincunx.server.tables.state.wake_up import OUT_OF_TIME_AFTER_MS
from quincunx.wire import Person, PersonId, Resign, TotalTime
from tests.faults.checks.game_checks import (
    LogMismatch,
    Violations,
    deal,
    forfeit_in,
    replay_entries,
)
from tests.faults.checks.stored_tables import StoredTable
from tests.faults.players.client_log import ClientLog


def acknowledged_resignations_are_stored(stored: StoredTable, client_log: ClientLog) -> Violations:
    """A player who resigns without teammates has resigned once this is acknowledged."""
    sitters = [each for each in stored.seats if each.seat == client_log.seat]
    wants = [name for name, each in client_log.requests.items() if isinstance(each, Resign)]
    is_acknowledged = any(name in client_log.acknowledged for name in wants)
    for sitter in sitters:
        if len(sitters) == 1 and is_acknowledged and not sitter.has_resigned:
            yield "a resignation was acknowledged and is not stored"


def resignations_are_noted_once(stored: StoredTable) -> Violations:
    """Each player who is out has one note that says so, and no other player has one."""
    noted = Counter(
        line.note.args["name"] for line in stored.chat if line.note and line.is_resignation
    )
    for name, times in noted.items():
        if times > 1:
            yield f"{name} resigned {times} times"
    out = sum(sitter.has_resigned for sitter in stored.seats)
    if out != noted.total():
        yield f"{out} players have resigned, and {noted.total()} notes say so"


def games_end_with_the_last_opponent(stored: StoredTable) -> Violations:
    """A game ends when forfeits have decided it, and then with the outcome that the rules give."""
    if stored.table["phase"] == "over" or not any(each.has_resigned for each in stored.seats):
        return
    seating = _seating(stored)
    is_closed = stored.table["phase"] == "closed"
    if is_closed != is_decided(seating, cooperative=False):
        yield f"the table is {stored.table['phase']}, with these seats: {stored.seats}"
    found = forfeit_in(stored)
    if is_closed and found is not None:
        expected = forfeit_outcome(seating, stored.table["seats"], cooperative=False)
        if found.winners != expected.winners or found.scores:
            yield f"the game ended as {found}, not as {expected}"


def _seating(stored: StoredTable) -> Seating:
    return Seating(
        {
            (each.seat, each.member): Occupant(
                Person(PersonId(each.person), "") if each.person else None,
                each.bot,
                gone=each.gone,
                forfeited=each.forfeited,
            )
            for each in stored.seats
        }
    )


def nobody_moves_after_their_time_is_up(stored: StoredTable) -> Violations:
    """A player's move was made before their total time ran out."""
    row = stored.table
    if row["total_time"] is None:
        return
    clock, nobody = TotalClock(TotalTime(row["total_time"], row["increment"])), Seating({})
    match = deal(stored)
    try:
        for entry in replay_entries(stored, match):
            clock = clock.followed(match, nobody)
            limits = clock.limits(match, nobody)
            if entry.seat is None or entry.person is None or entry.seat not in limits:
                continue
            limit = limits[entry.seat]
            if entry.at >= limit + OUT_OF_TIME_AFTER_MS:
                yield f"version {entry.version} was made at {entry.at}, the time was up at {limit}"
    except LogMismatch:
        return
