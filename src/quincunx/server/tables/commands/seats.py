"""Commands about seats: sit, leave, return, be ready; the host's choices about bots."""

from __future__ import annotations

import msgspec

from quincunx.server.common.errors import (
    HostOnly,
    NotAllowed,
    NotInvited,
    PeopleOnly,
    SeatTaken,
    TableError,
)
from quincunx.server.common.seating import Occupant
from quincunx.server.common.times import Now
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.commands.dealing import deal_if_ready
from quincunx.server.tables.commands.endings import close_missed, resign
from quincunx.server.tables.state.permissions import (
    active_place_of,
    admits,
    check_gathering,
    check_not_removed,
    check_programs,
    is_rated,
    place_of,
)
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import (
    AllowPrograms,
    Leave,
    Person,
    Ready,
    RequestId,
    Return,
    SeatBot,
    SetBotPace,
    Sit,
)

MAX_NONCE_LENGTH = 64


def sit(state: TableState, caller: Caller, request: Sit, now: Now) -> Change:
    """Take a free seat, or move to another one."""
    check_gathering(state)
    check_programs(state, caller.person)
    if request.seat is None:
        return _sit_anywhere(state, caller)
    old, new = state.seating.place_of(caller.person), (request.seat, request.member)
    if old == new:
        return Change(state)
    seating = state.seating.with_occupant(new, Occupant(caller.person))
    if old is not None:
        seating = seating.without_occupant(old)
    else:
        _check_wanted(caller)
    return Change(state.replace(seating=seating))


def sit_anywhere(state: TableState, caller: Caller, invite: str = "") -> Change:
    """Take the first free seat; a player who has a seat keeps it."""
    check_not_removed(state, caller.person)
    if not admits(state, caller.person, invite):
        raise NotInvited("table.refusal.not_invited")
    check_gathering(state)
    check_programs(state, caller.person)
    return _sit_anywhere(state, caller)


def _sit_anywhere(state: TableState, caller: Caller) -> Change:
    if state.seating.place_of(caller.person) is not None:
        return Change(state)
    free = state.seating.free()
    if not free:
        raise SeatTaken("table.refusal.full")
    _check_wanted(caller)
    seating = state.seating.with_occupant(free[0], Occupant(caller.person))
    return Change(state.replace(seating=seating))


def _check_wanted(caller: Caller) -> None:
    """Refuse a seat to a person whom the host has blocked, after every other reason."""
    if caller.is_unwanted:
        raise NotAllowed("table.refusal.no_seat_here")


def leave(state: TableState, caller: Caller, request: Leave, now: Now) -> Change:
    """Give up the seat; during a game the others may then ask for a stand-in.

    A player who leaves a rated game resigns.
    """
    place = active_place_of(state, caller.person)
    if state.phase == "gathering":
        attendance = msgspec.structs.replace(state.attendance, seat_left_at=now.server)
        seating = state.seating.without_occupant(place)
        change = Change(state.replace(seating=seating, attendance=attendance))
        # Nobody else may take a seat that pairing has given.
        return change if state.config.starts_by is None else close_missed(change.state, now)
    if not state.in_play:
        return Change(state)
    if is_rated(state):
        return resign(Change(state), [place], now)
    left = state.replace(seating=state.seating.changed(place, gone=True))
    return Change(left).with_note("table.note.left", now, caller.person)


def decline_pairing(state: TableState, person: Person, now: Now) -> Change:
    """Leave the table of a pairing, unless its game has begun."""
    check_gathering(state)
    return leave(state, Caller(person), Leave(RequestId("")), now)


def return_to_seat(state: TableState, caller: Caller, request: Return, now: Now) -> Change:
    """Take the seat back from the stand-in."""
    place = active_place_of(state, caller.person)
    if not state.in_play:
        return Change(state)
    seating = state.seating.changed(place, bot=None, gone=False, missed=0)
    return Change(state.replace(seating=seating)).with_note("table.note.back", now, caller.person)


def seat_bot(state: TableState, caller: Caller, request: SeatBot, now: Now) -> Change:
    """Put a bot in a seat, or free it: only the host may, and not where a player is connected.

    If everybody is ready then, the cards are dealt.
    """
    check_gathering(state)
    if caller.person.id != state.config.host.id:
        raise HostOnly("table.refusal.host_only")
    if state.config.starts_by is not None:
        raise NotAllowed("table.refusal.paired_seats")
    place = (request.seat, request.member)
    occupant = state.seating.at(place)
    player = None if occupant is None else occupant.person
    if player is not None and player.id in state.attendance.connected:
        raise SeatTaken("table.refusal.seat_taken")
    if request.level is not None:
        state.config.game.find_bot(request.level)
    bot = None if request.level is None else Occupant(bot=request.level)
    return deal_if_ready(Change(state.replace(seating=state.seating.replaced(place, bot))))


def set_bot_pace(state: TableState, caller: Caller, request: SetBotPace, now: Now) -> Change:
    """Change the speed of bots: only the host may, and not while other people have seats."""
    host = state.config.host.id
    if caller.person.id != host:
        raise HostOnly("table.refusal.host_only")
    if state.seating.person_ids() - {host}:
        raise NotAllowed("table.refusal.bot_pace_with_others")
    config = msgspec.structs.replace(state.config, bot_pace=request.pace)
    return Change(state if config == state.config else state.replace(config=config))


def allow_programs(state: TableState, caller: Caller, request: AllowPrograms, now: Now) -> Change:
    """Let programs take seats, or no longer; those that have a seat lose it then."""
    check_gathering(state)
    if caller.person.id != state.config.host.id:
        raise HostOnly("table.refusal.host_only")
    if request.allow and state.config.rated:
        raise PeopleOnly("table.refusal.rated_for_people")
    if request.allow == state.config.programs:
        return Change(state)
    seating = state.seating
    for place, person in () if request.allow else tuple(seating.people()):
        if person.bot:
            seating = seating.without_occupant(place)
    config = msgspec.structs.replace(state.config, programs=request.allow)
    return Change(state.replace(config=config, seating=seating))


def ready(state: TableState, caller: Caller, request: Ready, now: Now) -> Change:
    """Be ready, with a nonce for the deal; when everybody is, the cards are dealt."""
    check_gathering(state)
    if not (request.nonce.isalnum() and len(request.nonce) <= MAX_NONCE_LENGTH):
        raise TableError("table.refusal.bad_nonce")
    place = place_of(state, caller.person)
    occupant = state.seating.at(place)
    if occupant is None or occupant.nonce is not None:
        return Change(state)
    nonces = (*state.nonces, request.nonce) if state.config.takes_nonces else state.nonces
    seating = state.seating.replaced(place, Occupant(caller.person, nonce=request.nonce))
    return deal_if_ready(Change(state.replace(seating=seating, nonces=nonces)))
