"""Commands that begin the game: the deal when everybody is ready, bots in the free seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from quincunx.core.match import Match
from quincunx.server.common.seating import Occupant
from quincunx.server.common.times import Now, TableTime
from quincunx.server.common.vacations import Vacation
from quincunx.server.tables.commands.change import Change
from quincunx.server.tables.commands.endings import close
from quincunx.server.tables.state.permissions import is_rated
from quincunx.server.tables.state.table_clock import TableClock
from quincunx.server.tables.state.table_state import TableState, known_people
from quincunx.server.tables.state.vacations import with_vacations
from quincunx.wire import PersonId


def deal_if_ready(change: Change) -> Change:
    """Have the cards dealt if all seats are taken and everybody is ready."""
    return change.replace(deals=change.state.seating.everyone_is_ready())


def fill_seats(state: TableState) -> Change:
    """Let bots take the free seats and those of players who are not ready, and deal."""
    seating = state.seating
    for place, occupant in state.seating:
        if occupant is None or not occupant.ready:
            seating = seating.replaced(place, Occupant(bot=state.config.level))
    filled = Change(state.replace(seating=seating))
    if not any(True for _ in seating.people()):
        return close(filled)
    return filled.replace(deals=True)


def begin(
    change: Change,
    match: Match,
    now: Now,
    vacations: Mapping[PersonId, Sequence[Vacation]] = MappingProxyType({}),
) -> Change:
    """Begin the game with a match that was dealt for the state of the change.

    That everybody is ready is stored together with the deal, or not at all. `vacations`: those that
    the players have planned, or are on.
    """
    state = change.state
    clock = TableClock(TableTime(match.now), now.server)
    config = msgspec.structs.replace(
        state.config, fills=None, starts_by=None, rated=is_rated(state)
    )
    begun = state.replace(
        config=config,
        phase="playing",
        clock=clock,
        seating=with_vacations(state.config, state.seating, clock, vacations),
        fixed_names=_current_names(state) if config.game.quiet else {},
    )
    return change.replace(state=begun, deals=False).with_match(match)


def _current_names(state: TableState) -> dict[PersonId, str]:
    """Return, by id, the names of all people who are shown at this table."""
    return {person.id: person.name for person in known_people(state)}
