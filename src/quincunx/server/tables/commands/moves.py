"""Commands that take the match on: a player's move or draft, a bot's move, a deadline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from quincunx.core.bots import PlannedStep, take_step
from quincunx.core.errors import NoDraft, QuincunxError
from quincunx.core.match import Match
from quincunx.server.common.errors import NotYourMember, OutOfTime, TableError
from quincunx.server.common.request_keys import request_key
from quincunx.server.common.seating import Place, Seating
from quincunx.server.common.times import Now, TableTime
from quincunx.server.ratings.sides import is_ranked_last
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.commands.endings import run_out_of_time
from quincunx.server.tables.commands.faults import shortened
from quincunx.server.tables.state.permissions import active_place_of, check_running, is_rated
from quincunx.server.tables.state.table_state import TableState, current_match, table_time
from quincunx.server.tables.state.vacations import back_from_vacation, is_on_vacation
from quincunx.server.tables.state.wake_up import move_limits, seats_out_of_time
from quincunx.wire import Checked, Done, PlayMove, UpdateDraft


class BotMove(NamedTuple):
    """The move that a bot has chosen for a seat at a version of the match."""

    version: int
    seat: int
    move: str
    is_late: bool
    """Whether it moves in place of a player whose time is up."""


def play(state: TableState, caller: Caller, request: PlayMove, now: Now) -> Change:
    """Play a move, once, however often it is sent."""
    match, person = current_match(state), caller.person
    key = request_key(person, request.id)
    if key in state.move_requests:
        return Change(state, reply=Done(request.id, state.move_requests[key]))
    check_running(state)
    seat, member = place = active_place_of(state, person)
    if match.rules.member(match.state, seat) not in (None, member):
        raise NotYourMember("table.refusal.not_your_member")

    late = seats_out_of_time(state, table_time(state, now))
    if seat in late:
        refusal = OutOfTime("table.refusal.out_of_time")
        return run_out_of_time(state, late, now).replace(refusal=refusal)

    def act(match: Match, at: TableTime) -> None:
        # The credit is for the measured delay, whatever the text of the move may claim.
        move = match.rules.with_latency_credit(match.game.parse_move(request.move), caller.delay_ms)
        match.play(move, seat, at=at, version=request.version)

    change = advance(state, act, now)
    if change.refusal is not None:
        return change
    version = change.state.version
    moved_at = TableTime(current_match(change.state).log[-1].at)
    seating, ends_vacation = _acted(change.state.seating, place), None
    if is_on_vacation(seating, place, moved_at):
        seating, ends_vacation = back_from_vacation(seating, place, moved_at), person.id
    moved = change.state.replace(
        seating=seating,
        move_requests={**state.move_requests, key: version},
        movers={**state.movers, version: person.id},
    )
    reply = Done(request.id, version)
    return Change(moved, move_request=key, reply=reply, ends_vacation=ends_vacation)


def draft(state: TableState, caller: Caller, request: UpdateDraft, now: Now) -> Change:
    """Keep what a player is building, and say what is wrong with it."""
    match = current_match(state)
    check_running(state)
    seat, _ = active_place_of(state, caller.person)
    if match.outcome is not None or not match.rules.drafting(match.state, seat):
        raise NoDraft("core.error.no_draft")
    try:
        built = msgspec.convert(request.draft, match.rules.draft_type)
    except msgspec.ValidationError as error:
        raise TableError("table.refusal.unreadable", why=str(error)) from None
    faults: list[Any] = []
    change = advance(state, lambda match, at: faults.extend(match.draft(seat, built, at=at)), now)
    if change.refusal is not None:
        return change
    return _with_draft(change).replace(reply=Checked(request.id, shortened(faults)))


def expire_deadline(state: TableState, now: Now) -> Change:
    """Let the deadlines fire that are due."""

    def act(match: Match, at: TableTime) -> None:
        match.tick(at)

    change = advance(state, act, now)
    # If no deadline was due, the match keeps its time: other processes do not know a later one.
    return change if change.state.version != state.version else Change(state)


def play_bot_move(state: TableState, chosen: BotMove, now: Now) -> Change:
    """Play the move that a bot has chosen, unless something has happened meanwhile."""
    match, seat = current_match(state), chosen.seat
    is_due = _is_late(state, seat, now) if chosen.is_late else _is_bots_turn(state, seat)
    if match.version != chosen.version or not is_due or not state.in_play or state.clock.paused:
        return Change(state)

    def act(match: Match, at: TableTime) -> None:
        match.play(chosen.move, seat, at=at)

    change = advance(state, act, now)
    if change.refusal is not None:
        return change
    return _count_missed(change, seat, now) if chosen.is_late else _forfeit_seat(change, seat)


def take_planned_step(state: TableState, seat: int, step: PlannedStep, now: Now) -> Change:
    """Take the next step of a bot's plan: a draft or a move."""

    def act(match: Match, at: TableTime) -> None:
        take_step(match, seat, step, at)

    change = advance(state, act, now)
    if change.refusal is not None:
        return change
    return _with_draft(change) if step.move is None else _forfeit_seat(change, seat)


def advance(state: TableState, act: Callable[[Match, TableTime], object], now: Now) -> Change:
    """Act on a copy of the match.

    Deadlines that are due fire first. They stay in the change even if the action is refused.
    """
    match = current_match(state).copy()
    try:
        act(match, table_time(state, now))
    except QuincunxError as error:
        if match.version == state.version:
            raise
        return Change(state, refusal=error).with_match(match)
    if match.version == state.version:
        # A draft, or a deadline that was not due: no move was made.
        return Change(state.replace(match=match))
    return Change(state).with_match(match)


def _acted(seating: Seating, place: Place) -> Seating:
    """Return the seating after a player's move: the player is there, and needs no bot."""
    occupant = seating.at(place)
    if occupant is None or not (occupant.bot or occupant.missed or occupant.gone):
        return seating
    return seating.changed(place, bot=None, missed=0, gone=False)


def _with_draft(change: Change) -> Change:
    """Have the draft stored that was made last."""
    drafts = current_match(change.state).draft_log
    return change.replace(draft=drafts[-1], superseded=drafts.superseded)


def _is_late(state: TableState, seat: int, now: Now) -> bool:
    """Return whether the time for a player's move is up; they may be on vacation by now."""
    limit = move_limits(state).get(seat)
    return limit is not None and limit <= table_time(state, now)


def _is_bots_turn(state: TableState, seat: int) -> bool:
    """Return whether a bot still acts for the seat; its player may have returned."""
    match = current_match(state)
    return state.seating.bot_for(seat, match.rules.member(match.state, seat)) is not None


def _forfeit_seat(change: Change, seat: int) -> Change:
    """Rate a player last in a rated game if a stand-in has moved for the seat."""
    if not is_rated(change.state):
        return change
    seating = change.state.seating
    for place, occupant in change.state.seating:
        if place[0] == seat and occupant and is_ranked_last(occupant) and not occupant.forfeited:
            seating = seating.changed(place, forfeited=True)
    return change.with_state(seating=seating)


def _count_missed(change: Change, seat: int, now: Now) -> Change:
    """Count a move that a stand-in made because the player's time was up."""
    for place, person in change.state.seating.people():
        if place[0] == seat:
            occupant = change.state.seating.at(place)
            assert occupant is not None
            seating = change.state.seating.changed(place, missed=occupant.missed + 1)
            change = change.with_state(seating=seating)
            change = change.with_note("table.note.late", now, person)
    return change
