"""Vacations at a table: whose clock stands still, and until when.

A person's vacation lasts from one server time to another. Each table keeps it in table time, with
the player's seat, so that the clocks follow from what is stored of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quincunx.server.common.seating import Place, Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.time_spans import ended_at, is_inside, moved_up, with_span
from quincunx.server.common.times import Now, ServerTime, TableTime
from quincunx.server.common.vacations import DAY_CLOCK_S, Vacation
from quincunx.server.tables.state.table_clock import TableClock
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import PersonId, ShownVacation


def has_day_clock(config: TableConfig) -> bool:
    """Return whether players have a day or more to move, in a game that is not a daily game."""
    seconds = config.pace if config.total is None else config.total.base
    return config.deal != "daily" and seconds is not None and seconds >= DAY_CLOCK_S


def with_vacations(
    config: TableConfig,
    seating: Seating,
    clock: TableClock,
    vacations: Mapping[PersonId, Sequence[Vacation]],
) -> Seating:
    """Note the vacations that players have planned when their game begins."""
    if not stops_clocks(config, seating):
        return seating
    for place, person in tuple(seating.people()):
        for starts, ends in sorted(vacations.get(person.id, ())):
            seating = _with_vacation(seating, place, clock, (starts, ends))
    return seating


def _with_vacation(
    seating: Seating, place: Place, clock: TableClock, vacation: Vacation
) -> Seating:
    occupant = seating.at(place)
    assert occupant is not None, "a player sits there"
    starts, ends = (clock.planned_time(time) for time in vacation)
    span = (max(starts, clock.at), ends)
    return seating.changed(place, vacations=with_span(occupant.vacations, span))


def stops_clocks(config: TableConfig, seating: Seating) -> bool:
    """Return whether vacation stops clocks here: not where one person plays with bots alone."""
    return has_day_clock(config) and _count_people(seating) > 1


def _count_people(seating: Seating) -> int:
    return sum(
        occupant is not None and occupant.person is not None and not occupant.person.bot
        for _, occupant in seating
    )


def is_on_vacation(seating: Seating, place: Place, at: TableTime) -> bool:
    occupant = seating.at(place)
    return occupant is not None and is_inside(occupant.vacations, at)


def back_from_vacation(seating: Seating, place: Place, at: TableTime) -> Seating:
    """End the vacation of the player at that place."""
    occupant = seating.at(place)
    assert occupant is not None, "a player sits there"
    return seating.changed(place, vacations=ended_at(occupant.vacations, at))


def resumed(seating: Seating, clock: TableClock, now: ServerTime) -> Seating:
    """Return the seating after a pause: vacations went on while the table's clock stood still."""
    lasted = max(0, now - clock.since)
    for place, occupant in tuple(seating) if seating.has_vacations else ():
        if occupant is not None and occupant.vacations:
            spans = moved_up(occupant.vacations, clock.at, lasted)
            seating = seating.changed(place, vacations=spans)
    return seating


def has_same_vacations(one: TableState, other: TableState) -> bool:
    """Return whether the clocks of both states stand still at the same times."""
    if one.seating is other.seating:
        return True
    return [occupant and occupant.vacations for _, occupant in one.seating] == [
        occupant and occupant.vacations for _, occupant in other.seating
    ]


def shown_vacation(state: TableState, place: Place, now: Now) -> ShownVacation | None:
    """Return the vacation that the player at that place is on, or will be on next."""
    occupant = state.seating.at(place)
    if occupant is None or occupant.resigned or not state.in_play:
        return None
    for since, until in occupant.vacations:
        ends = state.clock.server_time(until) - now.server
        if ends > 0:
            return ShownVacation(max(0, state.clock.server_time(since) - now.server), ends)
    return None
