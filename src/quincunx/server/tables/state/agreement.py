"""Who has to agree to a proposal, and what resigning or ending the game leads to."""

from __future__ import annotations

from quincunx.server.common.seating import Place, Seating
from quincunx.server.common.times import Now
from quincunx.server.ratings import rating_rules
from quincunx.server.tables.state.absence import is_absent
from quincunx.server.tables.state.permissions import is_rated, resign_refusal
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import EndConsequence, Person, ProposalKind, ResignConsequence


def people_to_ask(state: TableState, wish: ProposalKind, place: Place, now: Now) -> list[Person]:
    """Return the other players who must agree to a proposal of the player at that place.

    Only teammates are asked whether a team resigns. Absent players are not waited for, except
    where their consent protects a rated game.
    """
    seating = state.seating
    if needs_consent(state, wish):
        asked = list(rating_rules.consenting(seating, place))
    else:
        asked = [
            person
            for at, person in seating.people()
            if at != place and not is_absent(state, at, now)
        ]
    if wish != "resign":
        return asked
    return [person for person in asked if _seat_of(seating, person) == place[0]]


def _seat_of(seating: Seating, person: Person) -> int | None:
    place = seating.place_of(person)
    return None if place is None else place[0]


def needs_consent(state: TableState, wish: ProposalKind) -> bool:
    """Return whether absent players must agree, too: to what changes how a rated game ends."""
    return is_rated(state) and wish in ("pause", "end", "resign")


def ending_for(state: TableState, place: Place | None, now: Now) -> EndConsequence | None:
    """Return what a proposal to end the game leads to for the player at that place."""
    occupant = None if place is None else state.seating.at(place)
    if place is None or occupant is None or occupant.resigned or not state.in_play:
        return None
    if is_rated(state):
        return rating_rules.ending(state.seating, place, cooperative=state.config.game.cooperative)
    return "ask" if people_to_ask(state, "end", place, now) else "free"


def resigning_for(state: TableState, place: Place | None, now: Now) -> ResignConsequence | None:
    """Return what it leads to if the player at that place resigns."""
    occupant = None if place is None else state.seating.at(place)
    if place is None or occupant is None or occupant.resigned or not state.in_play:
        return None
    if resign_refusal(state) is not None:
        return None
    if people_to_ask(state, "resign", place, now):
        return "ask"
    return "lost" if rating_rules.is_decided_without(state.seating, place[0]) else "last"
