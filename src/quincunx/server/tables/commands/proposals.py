"""Commands about what players decide together: pause, undo, a stand-in, the end, resigning.

There is one proposal at a time, and the first "no" ends it.
"""

from __future__ import annotations

import msgspec

from quincunx.core.errors import CannotTakeBack
from quincunx.core.match import TAKE_BACKS_PER_SEAT, Match
from quincunx.server.common.errors import NotAllowed, Paused, WrongPhase
from quincunx.server.common.seating import Place
from quincunx.server.common.times import Now, TableTime
from quincunx.server.ratings import rating_rules
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.commands.endings import close, end_by_forfeit, resign, resign_seats
from quincunx.server.tables.commands.moves import advance
from quincunx.server.tables.state import vacations
from quincunx.server.tables.state.absence import absent_place, absent_players
from quincunx.server.tables.state.agreement import ending_for, needs_consent, people_to_ask
from quincunx.server.tables.state.permissions import (
    active_place_of,
    check_running,
    help_refusal,
    is_rated,
    pause_refusal,
    resign_refusal,
    stand_in_level,
)
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.wire import Answer, Person, Proposal, ProposalKind, Propose, Resign, Resume


def propose(state: TableState, caller: Caller, request: Propose, now: Now) -> Change:
    """Propose something; it happens at once if no other player has to agree."""
    current_match(state)
    place = active_place_of(state, caller.person)
    seat = _proposed_seat(state, place, caller.person, request, now)
    ending = ending_for(state, place, now) if request.wish == "end" else None
    if ending == "lost":
        return resign_seats(Change(state), [place[0]], now)
    if ending == "won":
        return end_by_forfeit(Change(state))
    waiting = tuple(people_to_ask(state, request.wish, place, now))
    return _with_proposal(state, Proposal(request.wish, caller.person, seat, waiting), now)


def resign_game(state: TableState, caller: Caller, request: Resign, now: Now) -> Change:
    """Resign; a team does so when its last member has agreed."""
    current_match(state)
    place = active_place_of(state, caller.person)
    if not state.in_play:
        raise WrongPhase("table.refusal.not_in_play")
    refusal = resign_refusal(state)
    if refusal is not None:
        raise refusal
    asked = state.proposal
    if asked and asked.wish == "resign" and caller.person.id in {each.id for each in asked.waiting}:
        return _answer(Change(state), caller.person, "resign", now, agree=True)
    teammates = tuple(people_to_ask(state, "resign", place, now))
    if not teammates:
        return resign_seats(Change(state), [place[0]], now)
    return _with_proposal(state, Proposal("resign", caller.person, place[0], teammates), now)


def _with_proposal(state: TableState, proposal: Proposal, now: Now) -> Change:
    """Ask the players who must agree; with none of them it is granted at once."""
    asked = state.proposal
    if asked is not None:
        wanted = (proposal.wish, proposal.by.id, proposal.seat)
        if (asked.wish, asked.by.id, asked.seat) == wanted:
            return Change(state)
        raise NotAllowed("table.refusal.already_proposed")
    if not proposal.waiting:
        return _grant(Change(state), proposal, now)
    return Change(state.replace(proposal=proposal))


def answer(state: TableState, caller: Caller, request: Answer, now: Now) -> Change:
    """Agree to a proposal, decline it, or (its author) withdraw it."""
    active_place_of(state, caller.person)
    return _answer(Change(state), caller.person, request.wish, now, agree=request.agree)


def resume(state: TableState, caller: Caller, request: Resume, now: Now) -> Change:
    """End the pause; every player may."""
    active_place_of(state, caller.person)
    if not (state.clock.paused and state.in_play):
        return Change(state)
    seating = vacations.resumed(state.seating, state.clock, now.server)
    clock = state.clock.resume(now.server)
    return Change(state.replace(clock=clock, seating=seating)).with_note(
        "table.note.resumed", now, caller.person
    )


def report_absent(state: TableState, now: Now) -> Change:
    """Tell the others who is absent; their answers to a proposal are no longer waited for."""
    absent = absent_players(state, now)
    change, proposal = Change(state), state.proposal
    for person in () if proposal is None else proposal.waiting:
        # In a rated game an absent player has not consented to a pause or an end.
        is_open = change.state.proposal is not None
        if person.id in absent and proposal and is_open and not needs_consent(state, proposal.wish):
            change = _answer(change, person, proposal.wish, now, agree=True)
    left = change.state.proposal
    if left and {person.id for person in (left.by, *left.waiting)} <= absent:
        # No player who is present can answer or withdraw it, and it would block every other one.
        change = change.with_state(proposal=None)
    attendance = msgspec.structs.replace(change.state.attendance, reported_absent=absent)
    return change.with_state(attendance=attendance)


def _answer(change: Change, person: Person, wish: ProposalKind, now: Now, *, agree: bool) -> Change:
    proposal = change.state.proposal
    if (
        proposal is None
        or proposal.wish != wish
        or person.id not in {other.id for other in (proposal.by, *proposal.waiting)}
    ):
        raise NotAllowed("table.refusal.nothing_proposed")
    if not agree:
        declined = change.with_state(proposal=None)
        if person.id == proposal.by.id:
            return declined
        return declined.with_note("table.note.declined", now, person)
    waiting = tuple(other for other in proposal.waiting if other.id != person.id)
    if not waiting:
        return _grant(change.with_state(proposal=None), proposal, now)
    left = Proposal(proposal.wish, proposal.by, proposal.seat, waiting)
    return change.with_state(proposal=left)


def _grant(change: Change, proposal: Proposal, now: Now) -> Change:
    """Do what all players have agreed to."""
    state = change.state
    match proposal.wish:
        case "pause":
            paused = change.with_state(clock=state.clock.pause(now.server))
            return paused.with_note("table.note.paused", now, proposal.by)
        case "take_back":
            return _take_back(change, proposal, now)
        case "stand_in":
            place = absent_place(state, proposal.seat, now)
            if place is None:
                return change
            seating = state.seating.changed(place, bot=stand_in_level(state))
            note = "table.note.stand_in"
            return change.with_state(seating=seating).with_note(note, now, seat=proposal.seat)
        case "resign":
            return resign_seats(change, [proposal.seat], now)
        case "end" if is_rated(state) and state.config.game.cooperative:
            # All players give up together, so they have lost against the deal.
            return resign(change, rating_rules.players(state.seating), now)
        case "end":
            return close(change.with_note("table.note.ended", now, proposal.by))


def _take_back(change: Change, proposal: Proposal, now: Now) -> Change:
    if not _may_take_back(change.state, proposal.by, proposal.seat):
        return change

    def act(match: Match, at: TableTime) -> None:
        match.take_back(proposal.seat, at=at)

    try:
        taken = advance(change.state, act, now)
    except CannotTakeBack as error:
        # Too late by now; the proposal is over all the same.
        return change.replace(refusal=error)
    return taken.replace(lines=change.lines)


def _proposed_seat(
    state: TableState, place: Place, person: Person, request: Propose, now: Now
) -> int:
    """Return the seat that a proposal is about; refuse what cannot be granted."""
    if not state.in_play:
        raise WrongPhase("table.refusal.not_in_play")
    match request.wish:
        case "pause":
            if state.clock.paused:
                raise Paused("table.refusal.paused")
            refusal = pause_refusal(state, place)
            if refusal is not None:
                raise refusal
        case "take_back":
            _check_undo(state, place, person)
        case "stand_in":
            return _seat_for_stand_in(state, person, request.seat, now)
        case "end":
            if ending_for(state, place, now) == "never":
                raise NotAllowed("table.refusal.bots_cannot_agree")
    return place[0]


def _check_undo(state: TableState, place: Place, person: Person) -> None:
    refusal = help_refusal(state, "undo")
    if refusal is not None:
        raise refusal
    check_running(state)
    if not current_match(state).take_backs_left(place[0]):
        raise NotAllowed("core.error.no_take_backs_left", most=TAKE_BACKS_PER_SEAT)
    if not _may_take_back(state, person, place[0]):
        raise NotAllowed("core.error.cannot_take_back")


def _may_take_back(state: TableState, person: Person, seat: int) -> bool:
    """Return whether the last move was this person's own, and can be undone."""
    match = current_match(state)
    return state.movers.get(match.latest_in_effect) == person.id and match.can_take_back(seat)


def _seat_for_stand_in(state: TableState, person: Person, seat: int | None, now: Now) -> int:
    """Return the seat if its player is absent and a stand-in may play for it; not one's own."""
    if state.config.deal == "daily":
        raise NotAllowed("table.refusal.daily_stand_in")
    place = None if seat is None else absent_place(state, seat, now)
    if seat is None or place is None:
        raise NotAllowed("table.refusal.not_gone")
    occupant = state.seating.at(place)
    if occupant is not None and occupant.person is not None and occupant.person.id == person.id:
        raise NotAllowed("table.refusal.own_stand_in")
    return seat
