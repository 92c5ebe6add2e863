"""Everything about a table that a command may read: one immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from quincunx.core.match import Match
from quincunx.core.outcome import Outcome
from quincunx.server.bots.bot_seats import BotSeats, Plans, bot_pause_ms
from quincunx.server.common.errors import WrongPhase
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.seating import Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import Now, ServerTime, TableTime
from quincunx.server.tables.state.chat import Chat
from quincunx.server.tables.state.move_clock import MoveClock
from quincunx.server.tables.state.table_clock import TableClock
from quincunx.server.tables.state.total_clock import TotalClock
from quincunx.wire import Person, PersonId, Proposal, TableId, TablePhase


class TableAttendance(msgspec.Struct, frozen=True):
    """Who is connected to a table, as this process knows it; nothing of it is stored."""

    here: frozenset[PersonId] = frozenset()
    """The people who are connected through this process."""
    elsewhere: frozenset[PersonId] = frozenset()
    """The people who are connected through other processes."""
    hidden_here: frozenset[PersonId] = frozenset()
    """Of the people in `here`, those whose pages are all hidden."""
    hidden_elsewhere: frozenset[PersonId] = frozenset()
    """The same for the people in `elsewhere`."""
    away_since: Mapping[PersonId, ServerTime] = {}
    """Since when the players who are not connected have been away."""
    seat_left_at: ServerTime = ServerTime(0)
    """When a seat was last given up before the deal, or when the table was loaded."""
    reported_absent: frozenset[PersonId] = frozenset()
    """The players who were last reported to the clients as absent."""

    @property
    def connected(self) -> frozenset[PersonId]:
        return self.here | self.elsewhere

    @property
    def looking(self) -> frozenset[PersonId]:
        """The people who have the table in front of them."""
        return (self.here - self.hidden_here) | (self.elsewhere - self.hidden_elsewhere)


class TableState(msgspec.Struct, frozen=True):
    """A table at one revision.

    Everything in it is immutable by agreement, the match included: a command copies the match,
    plays on the copy, and puts the copy into a new state.
    """

    config: TableConfig
    seating: Seating
    clock: TableClock
    move_clock: MoveClock
    bots: BotSeats
    total_clock: TotalClock = TotalClock()
    revision: int = 0
    phase: TablePhase = "gathering"
    match: Match | None = None
    version: int = -1
    """The version of the match; −1 before the deal."""
    nonces: tuple[str, ...] = ()
    removed: tuple[Person, ...] = ()
    """The people whom the host has removed and not invited again."""
    proposal: Proposal | None = None
    """What players are asked to agree to."""
    fixed_names: Mapping[PersonId, str] = {}
    """By person, the names that are shown while the game forbids talking."""
    forfeit: Outcome | None = None
    """The outcome of a game that was decided by forfeits."""
    rematch: TableId | None = None
    """The table of the next game."""
    done: tuple[RequestKey, ...] = ()
    """The keys of the latest requests that were carried out: sent twice, they are done once."""
    move_requests: Mapping[RequestKey, int] = {}
    """By key of a request for a move, the version that it made."""
    movers: Mapping[int, PersonId] = {}
    """By version, the person who made it."""
    chat: Chat = Chat()
    plans: Plans = {}
    attendance: TableAttendance = TableAttendance()

    @property
    def id(self) -> TableId:
        return self.config.id

    @property
    def in_play(self) -> bool:
        return self.phase == "playing"

    def replace(self, **changes: Any) -> TableState:
        return msgspec.structs.replace(self, **changes)

    def with_match(self, match: Match) -> TableState:
        """Return the state with another match, and the clocks that follow it."""
        return self.replace(
            match=match,
            version=match.version,
            move_clock=self.move_clock.followed(match),
            total_clock=self.total_clock.followed(match, self.seating),
        )


def current_match(state: TableState) -> Match:
    """Return the match; refused before the deal."""
    if state.match is None:
        raise WrongPhase("table.refusal.not_begun")
    return state.match


def next_bot(state: TableState, match: Match) -> tuple[int, int] | None:
    """Return (table time, seat) of the bot that acts next if nothing else happens."""
    return state.bots.next(match, state.seating, state.plans, bot_pause_ms(state.config))


def table_time(state: TableState, now: Now) -> TableTime:
    """Return the table time, which never runs backwards."""
    return TableTime(max(state.clock.time(now.server), current_match(state).now))


# Names


def shown_person(state: TableState, person: Person) -> Person:
    """Return the person under the name that is shown at this table."""
    return Person(person.id, state.fixed_names.get(person.id, person.name), person.bot)


def known_people(state: TableState) -> list[Person]:
    """Return the host, the people with seats, those who wrote here and those who were removed."""
    seated = [occupant.person for _, occupant in state.seating if occupant and occupant.person]
    return [state.config.host, *seated, *state.chat.speakers, *state.removed]


def renamed(state: TableState, people: Mapping[PersonId, Person]) -> TableState:
    """Show these people, by id, under their new names."""
    host = people.get(state.config.host.id, state.config.host)
    seating = state.seating
    for person in people.values():
        seating = seating.renamed(person)
    match = state.match
    if match is not None and match.names != seating.names():
        match = match.copy()
        match.names = seating.names()
    return state.replace(
        config=msgspec.structs.replace(state.config, host=host),
        seating=seating,
        match=match,
        chat=state.chat.renamed(people),
        removed=tuple(people.get(person.id, person) for person in state.removed),
    )


# Connections


def with_arrival(state: TableState, person_id: PersonId) -> TableState:
    """Note that a person is connected through this process."""
    attendance = state.attendance
    return _with_attendance(
        state,
        here=attendance.here | {person_id},
        away_since=_without(attendance.away_since, {person_id}),
    )


def with_departure(state: TableState, person_id: PersonId, now: ServerTime) -> TableState:
    """Note that a person's last connection to this process has closed."""
    attendance = state.attendance
    left = _with_attendance(
        state,
        here=attendance.here - {person_id},
        hidden_here=attendance.hidden_here - {person_id},
    )
    return _with_absences(left, {person_id}, now)


def with_hidden(state: TableState, person_id: PersonId, *, hidden: bool) -> TableState:
    """Note whether a person's pages that are connected to this process are all hidden."""
    before = state.attendance.hidden_here
    after = before | {person_id} if hidden else before - {person_id}
    return state if after == before else _with_attendance(state, hidden_here=after)


def with_elsewhere(
    state: TableState,
    people: frozenset[PersonId],
    hidden: frozenset[PersonId],
    now: ServerTime,
) -> TableState:
    """Note who is connected through other processes, and whose pages there are hidden."""
    before = state.attendance.elsewhere
    away_since = _without(state.attendance.away_since, people)
    updated = _with_attendance(
        state, elsewhere=people, hidden_elsewhere=hidden, away_since=away_since
    )
    return _with_absences(updated, before - people, now)


def _with_absences(
    state: TableState, people: frozenset[PersonId] | set[PersonId], now: ServerTime
) -> TableState:
    """Note since when those of these people who play and are not connected are away."""
    connected = state.attendance.connected
    away = {
        person.id: now
        for _, person in state.seating.people()
        if person.id in people and person.id not in connected
    }
    return _with_attendance(state, away_since={**state.attendance.away_since, **away})


def _with_attendance(state: TableState, **changes: Any) -> TableState:
    return state.replace(attendance=msgspec.structs.replace(state.attendance, **changes))


def _without(
    times: Mapping[PersonId, ServerTime], people: frozenset[PersonId] | set[PersonId]
) -> dict[PersonId, ServerTime]:
    return {person: time for person, time in times.items() if person not in people}
