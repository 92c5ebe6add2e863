"""What is known of a table in use: who is here, who sits where, how the game stands, what is due.

The first of four layers: this one looks and shows, `kept_table` stores, `played_table` does what
people ask for, `live` does what time and the people together bring about.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Set
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec

from quincunx.core.match import Match
from quincunx.core.outcome import Outcome
from quincunx.core.viewers import OMNISCIENT
from quincunx.server.bots.bot_seats import BotSeats
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import HouseClock, TableClock
from quincunx.server.cluster.presence import Presence
from quincunx.server.common.days import is_open
from quincunx.server.common.errors import (
    NotAllowed,
    NotInvited,
    NotSeated,
    Paused,
    TableError,
    WrongPhase,
)
from quincunx.server.common.seating import Place, Seating, Sitter
from quincunx.server.common.slices import Slices
from quincunx.server.common.table_config import TableConfig
from quincunx.server.ratings import rating_rules
from quincunx.server.storage import table_store
from quincunx.server.storage.store import Store
from quincunx.server.tables.chat import Talk
from quincunx.server.tables.move_clock import Pace
from quincunx.server.tables.proposals import Proposals
from quincunx.server.tables.records import Wanted
from quincunx.server.tables.showing import Moment
from quincunx.server.tables.turns import Turns
from quincunx.server.tables.window import Window
from quincunx.wire import (
    AskHistory,
    EndConsequence,
    FromTable,
    History,
    Person,
    PersonId,
    Proposal,
    Seat,
    SeatMember,
    Table,
    TableChanged,
    TableId,
    TablePhase,
    Update,
    Welcome,
    Wish,
)

LATE = 2000
"""Milliseconds after which a table is looked after by a process that others were faster than."""

FEW = 20
"""Up to so many connections everybody is told at once who comes and goes."""

SOMETIMES = 1.0
"""Seconds between two such messages where there are more."""

AWAY_FOR = 60_000
"""Milliseconds without a connection after which the others need not wait for somebody."""

AWAY_FOR_IF_RATED = 180_000
"""The same in a rated game, where a stand-in costs the absent player the game."""

ABANDONED_AFTER = 7 * 24 * 3_600_000
"""Milliseconds without a move after which the players whom a rated game waits for have lost it."""

DESERTED_AFTER = 300_000
"""Milliseconds after which nobody need be told of an open table at which nobody waits."""

MISSED_TOO_OFTEN = 2
"""Moves in a row that a stand-in had to make."""

BY_LETTER = 3600
"""A move that may take so many seconds is not waited for at the screen: being away is no news."""

SOON = 60_000
"""A table at which nothing happens for so many milliseconds may be forgotten until then."""

_read_proposal = msgspec.json.Decoder(Proposal).decode
_read_names = msgspec.json.Decoder(tuple[str, ...]).decode
_read_outcome = msgspec.json.Decoder(Outcome).decode


_OFF_IN_DAILY_GAMES: Final = {
    "hints": "table.refusal.daily_hints",
    "undo": "table.refusal.daily_undo",
}
_OFF_IN_RATED_GAMES: Final = {
    "hints": "table.refusal.rated_hints",
    "undo": "table.refusal.rated_undo",
}


class Guest(Protocol):
    """A connection, as a table knows it."""

    person: Person

    @property
    def delay(self) -> int:
        """Milliseconds that a message takes to it and back, as measured from here."""

    def send(self, message: FromTable) -> None: ...

    def send_text(self, *texts: bytes) -> None:
        """Sends messages that have been written down already, for instance for many."""

    def dismiss(self) -> None:
        """Ends the connection."""


class Surroundings(NamedTuple):
    """What a table needs of the house."""

    store: Store
    bot_pools: BotPools
    thinks: bool
    """Whether bots' turns are taken here, and not only by other processes."""
    clock: HouseClock
    wake_at: Callable[[str, int | None], None]
    presence: Presence
    changed: Callable[[str], None]
    """Tells that lists of tables may look different now."""
    drop: Callable[[str], None]
    """Lets go of a table: whoever comes to it gets it from the store."""
    slices: Slices
    """For work that takes long: the event loop does it in between."""


class KnownTable:
    """Looked at from all sides; changed by the layers above."""

    def __init__(
        self,
        house: Surroundings,
        sheet: TableConfig,
        seating: Seating,
        row: Mapping[str, Any],
        elsewhere: frozenset[str],
    ) -> None:
        self._house = house
        self._store = house.store
        self._bot_pools = house.bot_pools
        self.sheet = sheet
        self.seating = seating
        self._talk = Talk(sheet.id)
        self._proposals = Proposals()
        self._take_row(row)
        self._match: Match | None = None
        self._last_shown = -1
        """The last version that people have been shown."""
        self._requests: dict[str, int] = {}
        self._movers: dict[int, str] = {}
        """The person behind each version."""
        self._bots: BotSeats | None = None
        self._pace = Pace(sheet.pace)
        self._guests: set[Guest] = set()
        self._behind: dict[Guest, int | None] = {}
        """The guests who came while the game was covered, with the last version they had seen."""
        self._elsewhere = elsewhere
        """The people who are here through other processes."""
        now = house.clock.now()
        self._away = {
            person.id: now for _, person in seating.people() if person.id not in elsewhere
        }
        """Since when, in house time, the people who are not here have been away."""
        self._last_seated = now
        """When somebody who sat here before the deal was last seen, or stood up."""
        self._told_gone: set[str] = set()
        """Whom the others know to be gone."""
        self._turn = Turns()
        self._attending = 0
        self._leads = not house.store.is_shared
        """Whether what is due here is this process's first of all: it made the last move."""
        self._telling: asyncio.TimerHandle | None = None
        self._dismissed = False
        """Whether whoever comes must ask for the table anew."""

    def _take_row(self, row: Mapping[str, Any]) -> None:
        """What the table's line in the store says."""
        self._revision: int = row["revision"]
        self.phase: TablePhase = row["phase"]
        self._stored_phase = self.phase
        """The phase that the store is known to hold: a commit under way may still fail."""
        self.rematch: TableId | None = row["rematch"]
        self.sheet = msgspec.structs.replace(self.sheet, fills=row["fills"], rated=row["rated"])
        self._fixed_names = table_store.fixed_names(row)
        """By id, the names that are shown here while the game forbids talking."""
        self._nonces = table_store.nonces_in(row)
        self._clock = TableClock(self._house.clock, row["clock"], row["house"])
        self._clock.paused = row["paused"]
        resigned = self.phase == "closed" and row["outcome"]
        self._forfeit: Outcome | None = _read_outcome(row["outcome"]) if resigned else None
        """The outcome of a game that was decided by forfeits."""
        self._proposals.open = row["proposal"] and _read_proposal(row["proposal"])
        self._done = _read_names(row["done"])

    # Coming and going

    def admits(self, person: Person, invite: str) -> bool:
        return (
            self.sheet.open
            or secrets.compare_digest(invite.encode(), self.sheet.invite.encode())
            or person.id == self.sheet.host.id
            or self.seating.place_of(person) is not None
            or self._is_here(person)
        )

    def _let_in(self, guest: Guest, since: int | None) -> None:
        """Tells a connection what it missed, and the others that it is here."""
        seat, member = self._seat_of(guest)
        window = None if self._match is None else self._window(self._match)
        guest.send(
            Welcome(
                you=guest.person,
                seat=seat,
                member=member,
                table=self._info(),
                invite=self.sheet.invite,
                steps=() if window is None else window.latest_steps(seat, since),
                position=None if window is None else window.position(seat),
                said=self._talk.latest(),
                ending=self._ending_for(self.seating.place_of(guest.person)),
            )
        )
        self._guests.add(guest)
        if window is not None and window.covered:
            self._behind[guest] = since
        self._away.pop(guest.person.id, None)
        self._house.presence.add(self.sheet.id, guest.person.id)
        self._tell_who_is_here()

    def history(self, person: Person, request: AskHistory) -> History:
        """Return earlier steps, as the person's seat saw them."""
        match = self._playing()
        place = self.seating.place_of(person)
        # What has not been shown yet may not have been stored yet.
        before = min(request.before, self._last_shown + 1)
        seat = None if place is None else place[0]
        steps = self._window(match).earlier_steps(seat, before, request.count)
        return History(request.id, steps)

    def part(self, guest: Guest) -> None:
        """A connection is gone."""
        self._guests.discard(guest)
        self._behind.pop(guest, None)
        if not any(guest.person.id == other.person.id for other in self._guests):
            self._house.presence.discard(self.sheet.id, guest.person.id)
        self._notice_who_went({guest.person.id})
        self._tell_who_is_here()

    async def look_around(self) -> None:
        """Others may be here now through other processes."""
        before = self._elsewhere
        self._elsewhere = await self._house.presence.connected_elsewhere(self.sheet.id)
        for person in self._elsewhere:
            self._away.pop(PersonId(person), None)
        self._notice_who_went(before - self._elsewhere)
        if self._elsewhere != before:
            self._tell_who_is_here()

    def _notice_who_went(self, people: Set[str]) -> None:
        for _, person in self.seating.people():
            if person.id in people and not self._is_here(person):
                self._away[person.id] = self._house.clock.now()
                self._wake()

    def knows(self, person_id: str) -> bool:
        """Whether the person plays, is the host, looks on or has said something here."""
        people = [self.sheet.host, *(guest.person for guest in self._guests)]
        people += [sitter.person for _, sitter in self.seating if sitter and sitter.person]
        people += [said.person for said in self._talk.said if said.person]
        return any(person.id == person_id for person in people)

    def dismiss(self) -> None:
        """Ends everybody's connections: the server lets go of this table."""
        self._dismissed = True
        for guest in tuple(self._guests):
            guest.dismiss()

    def renamed(self, person: Person) -> None:
        """Take over a person's new name; tell the others only if the table shows that name.

        While the game forbids talk, a name would be a message, and stays as it was.
        """
        for guest in self._guests:
            if guest.person.id == person.id:
                guest.person = person
        if self._fixed_names:
            return
        shown = self._info()
        self._rename({person.id: person})
        if any(speaker.id == person.id for speaker in self._talk.speakers):
            self._talk.rename({person.id: person})
        if self._info() != shown:
            self._tell_table()

    def _rename(self, people: Mapping[str, Person]) -> None:
        host = people.get(self.sheet.host.id, self.sheet.host)
        self.sheet = msgspec.structs.replace(self.sheet, host=host)
        for person in people.values():
            self.seating.rename(person)
        if self._match is not None:
            self._match.names = self.seating.names()

    def _named(self, person: Person) -> Person:
        """The person under the name that everybody at this table is shown."""
        return Person(person.id, self._fixed_names.get(person.id, person.name))

    def _shown_proposal(self) -> Proposal | None:
        proposal = self._proposals.open
        if proposal is None or not self._fixed_names:
            return proposal
        return msgspec.structs.replace(
            proposal,
            by=self._named(proposal.by),
            waiting=tuple(map(self._named, proposal.waiting)),
        )

    @property
    def can_rest(self) -> bool:
        """Whether nobody is here and nothing will happen soon, so that it may be forgotten."""
        if self._guests or self._attending or self._turn.wanted:
            return False
        if self._deserted_at() is not None:
            return False
        due = self._due()
        return due is None or due - self._house.clock.now() > SOON

    @property
    def now(self) -> int | None:
        """Table time, while a game is on."""
        return None if self._match is None else self._now()

    # What people see

    def _info(self) -> Table:
        here = {guest.person.id for guest in self._guests} | self._elsewhere
        # Players who have resigned, or whose moves a bot makes, still have their seats.
        looking_on = here - self.seating.person_ids()
        fills = self.sheet.fills
        return Table(
            id=TableId(self.sheet.id),
            game=self.sheet.game.name,
            options=dict(self.sheet.values),
            seats=self._seats(),
            host=self._named(self.sheet.host),
            phase=self.phase,
            commitment=self.sheet.commitment,
            watching=len(looking_on),
            rematch=self.rematch,
            open=self.sheet.open,
            pace=self.sheet.pace,
            fills=None if fills is None else max(0, fills - self._house.clock.now()),
            deal=self.sheet.deal,
            origin=self.sheet.origin,
            paused=self._clock.paused,
            proposal=self._shown_proposal(),
            quiet=self._is_quiet,
            rated=self.is_rated,
            can_pause=self._pause_refusal(None) is None,
            outcome=self._forfeit,
        )

    def _seats(self) -> tuple[Seat, ...]:
        return tuple(
            Seat(tuple(self._shown((seat, member), sitter) for member, sitter in enumerate(team)))
            for seat, team in enumerate(self.seating.teams())
        )

    def _shown(self, place: Place, sitter: Sitter | None) -> SeatMember | None:
        if sitter is None:
            return None
        return SeatMember(
            person=None if sitter.person is None else self._named(sitter.person),
            bot=sitter.bot,
            ready=sitter.ready,
            here=sitter.person is None or self._is_here(sitter.person),
            gone=self._is_on() and self._is_gone(place),
            forfeited=sitter.forfeited,
        )

    def _window(self, match: Match) -> Window:
        """What viewers are shown of the match now: the only way from it to them."""
        moment = Moment.of(match, self._now(), self._limits(match))
        return Window(match, moment, self.is_covered, self._help_refusal("undo") is None)

    @property
    def is_covered(self) -> bool:
        """Whether a pause hides the game: where time counts nobody may work on it meanwhile."""
        if not (self._clock.paused and self._is_on()) or self._match is None:
            return False
        has_move_clock = self.sheet.pace is not None and self._must_be_at_the_screen
        return self._match.rules.is_real_time or has_move_clock

    def _show(self, answers: Mapping[Guest, FromTable] = {}) -> None:
        """Sends everybody what has happened since they were last shown something.

        Whoever made it happen is answered first, in the same breath.
        """
        match = self._playing()
        last_shown, window = self._last_shown, self._window(match)
        behind: dict[Guest, int | None] = {}
        if not window.covered:
            # Steps that nobody has seen because the game is covered are shown later.
            self._last_shown = match.version
            behind, self._behind = self._behind, behind
        updates: dict[tuple[int | None, int | None], bytes] = {}
        for guest in (*answers, *self._guests.difference(answers)):
            seat, _ = self._seat_of(guest)
            since = behind.get(guest, last_shown)
            if (seat, since) not in updates:
                # There may be more than one page: another process has made many moves, or the
                # guest came while the game was covered. Clients then ask for the rest.
                steps = window.latest_steps(seat, since)
                updates[seat, since] = msgspec.json.encode(Update(steps, window.position(seat)))
            if guest in answers:
                guest.send_text(msgspec.json.encode(answers[guest]), updates[seat, since])
            else:
                guest.send_text(updates[seat, since])
        if match.outcome is not None:
            self._tell_table()

    def _tell_table(self) -> None:
        table = self._info()
        changes: dict[tuple[int | None, int], bytes] = {}
        for guest in self._guests:
            place = self._seat_of(guest)
            if place not in changes:
                ending = self._ending_for(self.seating.place_of(guest.person))
                changes[place] = msgspec.json.encode(TableChanged(table, *place, ending))
            guest.send_text(changes[place])
        self._house.changed(self.sheet.id)

    def _tell_who_is_here(self) -> None:
        """At once among few; in a crowd now and then, or each who comes would cost all the rest."""
        if len(self._guests) <= FEW:
            self._tell_table()
        elif self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(SOMETIMES, self._tell_crowd)

    def _tell_crowd(self) -> None:
        self._telling = None
        self._tell_table()

    def _tell(self, message: FromTable) -> None:
        """Sends everybody the same."""
        text = msgspec.json.encode(message)
        for guest in self._guests:
            guest.send_text(text)

    @property
    def _is_quiet(self) -> bool:
        return self.sheet.game.quiet and self._is_on()

    # What the rules of rated and daily games allow

    @property
    def is_rated(self) -> bool:
        """Whether the game changes ratings; before the deal, as things stand."""
        sheet = self.sheet
        return rating_rules.is_rated(
            sheet.rated, sheet.game, sheet.seats, sheet.deal, bots=self.seating.has_bots
        )

    def _help_refusal(self, kind: Literal["hints", "undo"]) -> TableError | None:
        """Why hints or undo are off at this table; `None` if they are not."""
        if self.sheet.deal == "daily":
            return NotAllowed(_OFF_IN_DAILY_GAMES[kind])
        return NotAllowed(_OFF_IN_RATED_GAMES[kind]) if self.is_rated else None

    def _pause_refusal(self, place: Place | None) -> TableError | None:
        """Why the player at that place, or any player, cannot ask for a pause."""
        if self.sheet.deal == "daily":
            return NotAllowed("table.refusal.daily_pause")
        opponents = [at for at in rating_rules.players(self.seating) if at != place]
        if self.is_rated and len(opponents) < (2 if place is None else 1):
            # Bots cannot agree, and the player could go on working on what they have seen.
            return NotAllowed("table.refusal.rated_pause")
        return None

    def _ending_for(self, place: Place | None) -> EndConsequence | None:
        """What the wish to end the game leads to for the player at that place."""
        sitter = None if place is None else self.seating.at(place)
        if place is None or sitter is None or sitter.resigned or not self._is_on():
            return None
        if self.is_rated:
            return rating_rules.ending(self.seating, place, cooperative=self.sheet.game.cooperative)
        return "ask" if self._asked_about("end", place) else "free"

    def _asked_about(self, wish: Wish, place: Place) -> list[Person]:
        """The other players who must agree to a wish.

        Absent players are not waited for, except where their consent protects a rated game.
        """
        if self.is_rated and wish in ("pause", "end"):
            return list(rating_rules.consenting(self.seating, place))
        return [
            person for at, person in self.seating.people() if at != place and not self._is_gone(at)
        ]

    # What is due

    def _due(self, *, anywhere: bool = False) -> int | None:
        """House time at which something here wants attention: this process's, or anybody's."""
        if self.phase == "gathering":
            times = [time for time in (self.sheet.fills, self._deserted_at()) if time is not None]
            return min(times, default=None)
        match = self._match
        if match is None or not self._is_on():
            return None
        now = self._house.clock.now()
        if self._who_is_gone() != self._told_gone:
            return now
        times = [
            since + self._away_for
            for since in self._away.values()
            if self._must_be_at_the_screen and since + self._away_for > now
        ]
        abandoned = self._abandoned_at(match)
        if abandoned is not None:
            times.append(abandoned)
        if not self._clock.paused:
            at = [match.deadline]
            if anywhere or self._house.thinks:
                acts = self._bots_here().next(self.seating)
                at += [acts and acts[0], *self._limits(match).values()]
            times += [
                self._clock.house_time(time) + self._patience for time in at if time is not None
            ]
        return max(now, min(times)) if times else None

    @property
    def _patience(self) -> int:
        """How long whoever made the last move is left to look after the table."""
        return 0 if self._leads else LATE

    def _abandoned_at(self, match: Match) -> int | None:
        """House time at which the people whom a rated game without a move clock waits for lose it.

        Otherwise a player could avoid losing to bots by staying away.
        """
        if not self.is_rated or self.sheet.pace is not None or self._clock.paused:
            return None
        if not self._awaited_people(match):
            return None
        return self._clock.house_time(match.log[-1].at) + ABANDONED_AFTER

    def _awaited_people(self, match: Match) -> list[Place]:
        return [at for at, _ in self.seating.people() if at[0] in match.awaited]

    def _deserted_at(self) -> int | None:
        """House time at which an open table is given up, if nobody who sits there comes back."""
        people = [person for _, person in self.seating.people()]
        waiting = any(self._is_here(person) for person in people)
        if self.phase != "gathering" or not self.sheet.open or waiting:
            return None
        seen = [self._away.get(person.id, self._last_seated) for person in people]
        return max(seen, default=self._last_seated) + DESERTED_AFTER

    def _limits(self, match: Match) -> dict[int, int]:
        """By seat of a person, the table time at which a stand-in makes the move."""
        self._pace.follow(match)
        return {
            seat: limit
            for seat, limit in self._pace.limits().items()
            if self.seating.bot_for(seat, match.rules.member(match.state, seat)) is None
        }

    def _wake(self) -> None:
        self._house.wake_at(self.sheet.id, self._due())

    # Who is gone

    def _who_is_gone(self) -> set[str]:
        return {person.id for place, person in self.seating.people() if self._is_gone(place)}

    def _gone_from(self, seat: int) -> Place | None:
        """The place of that seat whose person is gone."""
        for place, _ in self.seating.people():
            if place[0] == seat and self._is_gone(place):
                return place
        return None

    def _is_gone(self, place: Place) -> bool:
        """Whether the others need not wait for who sits there."""
        sitter = self.seating.at(place)
        if sitter is None or sitter.person is None or sitter.bot is not None:
            return False
        since = self._away.get(sitter.person.id)
        away = since is not None and self._house.clock.now() - since >= self._away_for
        return (
            sitter.gone
            or sitter.missed >= MISSED_TOO_OFTEN
            or (away and self._must_be_at_the_screen)
        )

    @property
    def _away_for(self) -> int:
        return AWAY_FOR_IF_RATED if self.is_rated else AWAY_FOR

    @property
    def _must_be_at_the_screen(self) -> bool:
        return self.sheet.pace is None or self.sheet.pace < BY_LETTER

    # Afterwards

    @property
    def is_shown(self) -> bool:
        """Whether the end of the game is stored, and nothing of it is secret any more."""
        ended = self._stored_phase in ("over", "closed")
        return ended and not (self.sheet.deal == "daily" and is_open(self.sheet.origin or ""))

    def finished(self) -> Match:
        """The game, if nothing of it is secret any more."""
        if not self.is_shown:
            raise WrongPhase("table.refusal.not_over")
        return self._playing()

    def wanted_record(self, person: Person, seat: int | None) -> Wanted:
        """Return which record the person may have.

        After the end it is the whole record, or the one of `seat`; before that, the person's own.
        """
        if not self.is_shown and not self.admits(person, ""):
            raise NotInvited("table.refusal.not_invited")
        match = self._playing()
        window = self._window(match)
        if not self.is_shown:
            place = self.seating.place_of(person)
            return window.record(None if place is None else place[0], final=False)
        if seat is not None and not 0 <= seat < match.seats:
            raise TableError("table.refusal.no_such_seat")
        return window.record(OMNISCIENT if seat is None else seat, final=True)

    # Inside

    def _now(self) -> int:
        return max(self._clock.now(), self._playing().now)

    def _bots_here(self) -> BotSeats:
        assert self._bots is not None, "the game has begun"
        return self._bots

    def _is_here(self, person: Person) -> bool:
        return person.id in self._elsewhere or any(
            guest.person.id == person.id for guest in self._guests
        )

    def _seat_of(self, guest: Guest) -> tuple[int | None, int]:
        return self.seating.place_of(guest.person) or (None, 0)

    def _playing_place(self, person: Person) -> Place:
        """Return an active player's place; refuse a player after a resignation."""
        place = self._place(person)
        sitter = self.seating.at(place)
        if sitter is not None and sitter.resigned:
            raise NotAllowed("table.refusal.resigned")
        return place

    def _place(self, person: Person) -> Place:
        place = self.seating.place_of(person)
        if place is None:
            raise NotSeated("table.refusal.not_seated")
        return place

    def _is_on(self) -> bool:
        return self.phase == "playing"

    def _must_be_gathering(self) -> None:
        if self.phase != "gathering":
            raise WrongPhase("table.refusal.already_begun")

    def _must_have_begun(self) -> None:
        if self._match is None:
            raise WrongPhase("table.refusal.not_begun")

    def _must_be_on(self) -> None:
        """Over is the match's own matter; given up or paused is the table's."""
        if self.phase == "closed":
            raise WrongPhase("table.refusal.closed")
        if self._clock.paused and self._is_on():
            raise Paused("table.refusal.paused")

    def _playing(self) -> Match:
        if self._match is None:
            raise WrongPhase("table.refusal.not_begun")
        return self._match
