"""Commands with which the host removes people from the table, and invites them again."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.server.common.errors import HostOnly, NotAllowed, TableError
from quincunx.server.common.times import Now
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.state.permissions import check_gathering
from quincunx.server.tables.state.table_state import TableState, known_people
from quincunx.wire import InviteAgain, Person, PersonId, Remove

MAX_REMOVED_PEOPLE: Final = 30
"""At one table: each is stored, shown to the host and kept in the audit log."""


def remove(state: TableState, caller: Caller, request: Remove, now: Now) -> Change:
    """Remove a person from the table, and from their seat if they have one."""
    _check_host(state, caller.person)
    person = _known_person(state, request.person)
    if person.id == caller.person.id:
        raise NotAllowed("table.refusal.remove_yourself")
    if any(removed.id == person.id for removed in state.removed):
        return Change(state)
    if len(state.removed) == MAX_REMOVED_PEOPLE:
        raise NotAllowed("table.refusal.too_many_removed", most=MAX_REMOVED_PEOPLE)
    place = state.seating.place_of(person)
    state = state.replace(removed=(*state.removed, person))
    if place is not None:
        state = state.replace(
            seating=state.seating.without_occupant(place),
            attendance=msgspec.structs.replace(state.attendance, seat_left_at=now.server),
        )
    return Change(state).with_note("table.note.removed", now, person)


def invite_again(state: TableState, caller: Caller, request: InviteAgain, now: Now) -> Change:
    """Let a removed person come back to the table."""
    _check_host(state, caller.person)
    removed = tuple(person for person in state.removed if person.id != request.person)
    return Change(state if removed == state.removed else state.replace(removed=removed))


def _check_host(state: TableState, person: Person) -> None:
    if person.id != state.config.host.id:
        raise HostOnly("table.refusal.host_only")
    check_gathering(state)


def _known_person(state: TableState, person_id: PersonId) -> Person:
    for person in known_people(state):
        if person.id == person_id:
            return person
    raise TableError("table.refusal.not_at_this_table")
