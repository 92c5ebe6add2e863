"""Who has to agree to a proposal, and what a proposal to end the game leads to."""

from __future__ import annotations

from quincunx.server.common.seating import Place
from quincunx.server.common.times import Now
from quincunx.server.ratings import rating_rules
from quincunx.server.tables.state.absence import is_absent
from quincunx.server.tables.state.permissions import is_rated
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import EndConsequence, Person, Wish


def people_to_ask(state: TableState, wish: Wish, place: Place, now: Now) -> list[Person]:
    """Return the other players who must agree to a proposal of the player at that place.

    Absent players are not waited for, except where their consent protects a rated game.
    """
    if needs_consent(state, wish):
        return list(rating_rules.consenting(state.seating, place))
    return [
        person
        for at, person in state.seating.people()
        if at != place and not is_absent(state, at, now)
    ]


def needs_consent(state: TableState, wish: Wish) -> bool:
    """Return whether absent players must agree, too: to a pause or the end of a rated game."""
    return is_rated(state) and wish in ("pause", "end")


def ending_for(state: TableState, place: Place | None, now: Now) -> EndConsequence | None:
    """Return what a proposal to end the game leads to for the player at that place."""
    occupant = None if place is None else state.seating.at(place)
    if place is None or occupant is None or occupant.resigned or not state.in_play:
        return None
    if is_rated(state):
        return rating_rules.ending(state.seating, place, cooperative=state.config.game.cooperative)
    return "ask" if people_to_ask(state, "end", place, now) else "free"
