"""Whether the others still have to wait for a player."""

from __future__ import annotations

from typing import Final

from quincunx.server.common.seating import Place
from quincunx.server.common.times import Now
from quincunx.server.tables.state.permissions import is_rated
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import PersonId

AWAY_AFTER_MS: Final = 60_000
"""Milliseconds without a connection after which the others need not wait for a player."""

AWAY_AFTER_MS_IF_RATED: Final = 180_000
"""The same in a rated game, where a stand-in costs the absent player the game."""

MAX_MISSED_MOVES: Final = 2
"""A player for whom a stand-in has made so many moves in a row counts as absent."""

CORRESPONDENCE_PACE_S: Final = 3600
"""From so many seconds for a move on, players need not be connected all the time."""

CORRESPONDENCE_TOTAL_S: Final = 24 * 3600
"""The same for total time: from a day on."""


def must_be_connected(state: TableState) -> bool:
    """Return whether a player who is not connected keeps the others waiting."""
    pace, total = state.config.pace, state.config.total
    if total is not None:
        return total.base < CORRESPONDENCE_TOTAL_S
    return pace is None or pace < CORRESPONDENCE_PACE_S


def away_after_ms(state: TableState) -> int:
    """Return after how many milliseconds without a connection a player counts as absent."""
    return AWAY_AFTER_MS_IF_RATED if is_rated(state) else AWAY_AFTER_MS


def is_absent(state: TableState, place: Place, now: Now) -> bool:
    """Return whether the others need not wait for the player at that place."""
    occupant = state.seating.at(place)
    if occupant is None or occupant.person is None or occupant.bot is not None:
        return False
    if occupant.gone or occupant.missed >= MAX_MISSED_MOVES:
        return True
    since = state.attendance.away_since.get(occupant.person.id)
    is_away = since is not None and now.server - since >= away_after_ms(state)
    return is_away and must_be_connected(state)


def is_still_there(state: TableState, place: Place, now: Now) -> bool:
    """Return whether a person has that place and a rematch should wait for them."""
    occupant = state.seating.at(place)
    if occupant is None or occupant.person is None:
        return False
    has_stand_in = occupant.bot is not None
    if has_stand_in or occupant.gone:
        return occupant.person.id in state.attendance.connected
    return not is_absent(state, place, now)


def absent_players(state: TableState, now: Now) -> frozenset[PersonId]:
    """Return the ids of the players whom the others need not wait for."""
    return frozenset(
        person.id for place, person in state.seating.people() if is_absent(state, place, now)
    )


def absent_place(state: TableState, seat: int, now: Now) -> Place | None:
    """Return the place of that seat whose player is absent."""
    for place, _ in state.seating.people():
        if place[0] == seat and is_absent(state, place, now):
            return place
    return None
