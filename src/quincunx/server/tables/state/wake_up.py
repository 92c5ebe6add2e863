"""When something will happen at a table by itself: a deadline, a bot's turn, an absence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from quincunx.server.common.seating import Place
from quincunx.server.common.times import Now, ServerTime, TableTime
from quincunx.server.tables.state.absence import absent_players, away_after_ms, must_be_connected
from quincunx.server.tables.state.permissions import is_rated
from quincunx.server.tables.state.table_state import TableState, current_match, next_bot

LATE_AFTER_MS: Final = 2000
"""Milliseconds that a process waits for the process that made the last move to act."""

ABANDONED_AFTER_MS: Final = 7 * 24 * 3_600_000
"""Milliseconds without a move after which the players whom a rated game waits for have lost it."""

OUT_OF_TIME_AFTER_MS: Final = 500
"""Milliseconds that the server waits after a player's total time is up, once in a game: a move may
be on its way. What a player uses of it is not given back."""

DESERTED_AFTER_MS: Final = 300_000
"""Milliseconds without a seated player after which a public table is closed."""


class Duty(NamedTuple):
    """What a process does at a table by itself."""

    runs_bots: bool = True
    """Whether it takes bots' turns; if not, another process does."""
    is_leading: bool = True
    """Whether it made the last move, so that it acts first; others wait a little."""

    @property
    def patience_ms(self) -> int:
        return 0 if self.is_leading else LATE_AFTER_MS


def next_wake_up(state: TableState, now: Now, duty: Duty) -> ServerTime | None:
    """Return the server time at which the process with that duty has something to do here."""
    if state.phase == "gathering":
        config, deserted = state.config, deserted_at(state)
        possible = (config.fills, config.starts_by, deserted)
        times = [ServerTime(time) for time in possible if time is not None]
        return min(times, default=None)
    if state.match is None or not state.in_play:
        return None
    if absent_players(state, now) != state.attendance.reported_absent:
        return now.server
    earliest = min(_wake_ups(state, now, duty), default=None)
    return None if earliest is None else max(now.server, earliest)


def is_due(state: TableState, now: Now) -> bool:
    """Return whether some process has something to do at a table now."""
    wake_up = next_wake_up(state, now, Duty())
    return wake_up is not None and wake_up <= now.server


def _wake_ups(state: TableState, now: Now, duty: Duty) -> Iterator[ServerTime]:
    """Yield the times at which something happens in a running game."""
    if must_be_connected(state):
        for since in state.attendance.away_since.values():
            if since + away_after_ms(state) > now.server:
                yield ServerTime(since + away_after_ms(state))
    abandoned = abandoned_at(state)
    if abandoned is not None:
        yield abandoned
    if not state.clock.paused:
        for at in _table_times(state, duty):
            yield ServerTime(state.clock.server_time(at) + duty.patience_ms)


def _table_times(state: TableState, duty: Duty) -> Iterator[TableTime]:
    match = current_match(state)
    if match.deadline is not None:
        yield TableTime(match.deadline)
    total = total_limits(state)
    if total:
        yield TableTime(min(total.values()) + OUT_OF_TIME_AFTER_MS)
    if duty.runs_bots:
        acts = next_bot(state, match)
        if acts is not None:
            yield TableTime(acts[0])
        yield from map(TableTime, move_limits(state).values())


def move_limits(state: TableState) -> dict[int, int]:
    """Return, by seat of a person, the table time at which a stand-in makes the move."""
    match = current_match(state)
    limits = state.move_clock.limits(match, state.seating)
    return {
        seat: limit
        for seat, limit in limits.items()
        if state.seating.bot_for(seat, match.rules.member(match.state, seat)) is None
    }


def total_limits(state: TableState) -> dict[int, int]:
    """Return, by seat of a player whose clock runs, the table time at which no time is left.

    A stand-in uses up the player's time.
    """
    limits = state.total_clock.limits(current_match(state), state.seating)
    if not limits:
        return limits
    return {seat: limits[seat] for seat in _players_seats(state) if seat in limits}


def seats_out_of_time(state: TableState, time: TableTime) -> list[int]:
    """Return the seats whose total time ran out first, if it has by then."""
    limits = total_limits(state)
    earliest = min(limits.values(), default=None)
    if earliest is None or earliest + OUT_OF_TIME_AFTER_MS > time:
        return []
    return [seat for seat, limit in limits.items() if limit == earliest]


def time_left(state: TableState) -> dict[int, int]:
    """Return, by seat of a player, the total time left when its clock last started or stopped."""
    left = state.total_clock.left
    if not left:
        return {}
    return {seat: max(0, left[seat]) for seat in _players_seats(state) if seat in left}


def _players_seats(state: TableState) -> list[int]:
    """Return the seats at which a person plays who has not resigned."""
    seats = {at[0] for at, each in state.seating if each and each.person and not each.resigned}
    return sorted(seats)


def abandoned_at(state: TableState) -> ServerTime | None:
    """Return when the players whom a rated game without a time limit waits for lose it.

    Otherwise a player could avoid losing to bots by staying away.
    """
    match = current_match(state)
    if state.config.is_timed or state.clock.paused or not is_rated(state):
        return None
    if not awaited_players(state):
        return None
    return ServerTime(state.clock.server_time(TableTime(match.log[-1].at)) + ABANDONED_AFTER_MS)


def awaited_players(state: TableState) -> list[Place]:
    """Return the places of the people whom the game waits for."""
    awaited = current_match(state).awaited
    return [at for at, _ in state.seating.people() if at[0] in awaited]


def deserted_at(state: TableState) -> ServerTime | None:
    """Return when a public table is closed unless a player who sits there connects before."""
    if state.phase != "gathering" or not state.config.open:
        return None
    attendance = state.attendance
    players = [person.id for _, person in state.seating.people()]
    if any(player in attendance.connected for player in players):
        return None
    left = attendance.seat_left_at
    last_seen = max((attendance.away_since.get(player, left) for player in players), default=left)
    return ServerTime(last_seen + DESERTED_AFTER_MS)
