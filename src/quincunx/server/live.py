"""One table while it is in use: who is there, and the match that is played.

Everything that changes the table happens under its lock: tried on the match, stored, and only then
acknowledged and shown. If the store says no, the match is fetched from it again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Container, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from quincunx.core.bots import AnyBot, Planner, Step, next_step, next_to_act, take_step
from quincunx.core.deal import Seed, commitment
from quincunx.core.errors import QuincunxError, StaleMove
from quincunx.core.match import Match
from quincunx.core.record import Record, record_for
from quincunx.server import shelf, showing
from quincunx.server.clock import TableClock
from quincunx.server.errors import (
    HostOnly,
    NotInvited,
    NotSeated,
    NotYourMember,
    SeatTaken,
    StoreFailed,
    TableError,
    WrongPhase,
)
from quincunx.server.seating import Place, Seating, Sitter
from quincunx.server.shelf import Sheet
from quincunx.server.store import Append, Store, wall_clock
from quincunx.server.thinking import Question, Thinkers, question
from quincunx.wire import (
    AskHints,
    Checked,
    Done,
    Draft,
    FromTable,
    Hint,
    Hints,
    Person,
    Phase,
    Play,
    Progress,
    Ready,
    Seat,
    SeatBot,
    Sit,
    Table,
    TableChanged,
    Update,
    Welcome,
)
from quincunx.wire import Sitter as WireSitter

LONGEST_NONCE = 64

BOT_PAUSE = 900
"""Milliseconds between what happened last and a bot's move, so that people can follow."""


class Guest(Protocol):
    """A connection, as a table knows it."""

    person: Person

    @property
    def delay(self) -> int:
        """Milliseconds that a message takes to it and back, as measured from here."""

    def send(self, message: FromTable) -> None: ...


class _Request(NamedTuple):
    """What a person asked for, under a name that no other request at the table has."""

    name: str
    person: str
    acknowledge: Callable[[int], None]


class LiveTable:
    """Made by `load`; forgotten by the server when nobody needs it."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        wake_at: Callable[[str, int | None], None],
        sheet: Sheet,
        seating: Seating,
        row: Mapping[str, Any],
    ) -> None:
        self._store = store
        self._thinkers = thinkers
        self._wake_at = wake_at
        self.sheet = sheet
        self.seating = seating
        self.phase: Phase = row["phase"]
        self.rematch: str | None = row["rematch"]
        self._nonces = msgspec.json.decode(row["nonces"], type=tuple[str, ...])
        self._clock = TableClock(row["clock"])
        self._match: Match | None = None
        self._requests: dict[str, int] = {}
        self._bots: dict[str, AnyBot] = {}
        """By level."""
        self._plans: dict[int, tuple[str, tuple[Step, ...]]] = {}
        """By seat, what a bot will do in the course of time, and for which occasion."""
        self._guests: set[Guest] = set()
        self._lock = asyncio.Lock()

    @classmethod
    async def load(
        cls,
        store: Store,
        thinkers: Thinkers,
        wake_at: Callable[[str, int | None], None],
        table_id: str,
    ) -> LiveTable | None:
        row = await shelf.row_of(store, table_id)
        if row is None:
            return None
        sheet = await shelf.take_sheet(store, row)
        seating = await shelf.take_seating(store, sheet)
        table = cls(store, thinkers, wake_at, sheet, seating, row)
        if table.phase != "gathering":
            await table._take_match()
        return table

    # Coming and going

    def admits(self, person: Person, invite: str) -> bool:
        return (
            secrets.compare_digest(invite.encode(), self.sheet.invite.encode())
            or person.id == self.sheet.host.id
            or self.seating.place_of(person) is not None
            or any(guest.person.id == person.id for guest in self._guests)
        )

    async def join(self, guest: Guest, invite: str, since: int | None) -> None:
        """Lets a connection in and tells it what it missed."""
        if not self.admits(guest.person, invite):
            raise NotInvited("table.refusal.not_invited")
        async with self._lock:
            seat, member = self._seat_of(guest)
            match = self._match
            guest.send(
                Welcome(
                    you=guest.person,
                    seat=seat,
                    member=member,
                    table=self._info(),
                    invite=self.sheet.invite,
                    steps=() if match is None else showing.steps(match, seat, since),
                    position=None if match is None else showing.position(match, seat, self._now()),
                )
            )
            self._guests.add(guest)
            self._tell_table()

    def part(self, guest: Guest) -> None:
        """A connection is gone."""
        self._guests.discard(guest)
        self._tell_table()

    def renamed(self, person: Person) -> None:
        """Somebody has another name now."""
        if person.id == self.sheet.host.id:
            self.sheet = msgspec.structs.replace(self.sheet, host=person)
        for guest in self._guests:
            if guest.person.id == person.id:
                guest.person = person
        self.seating.rename(person)
        self._tell_table()

    @property
    def can_rest(self) -> bool:
        """Whether nobody is here and nothing will happen by itself, so that it may be forgotten."""
        if self._guests or self._lock.locked():
            return False
        match = self._match
        return match is None or (match.deadline is None and self._next_bot(match) is None)

    @property
    def now(self) -> int | None:
        """Table time, while a game is on."""
        return None if self._match is None else self._now()

    # Before the deal

    async def sit(self, person: Person, request: Sit) -> Done:
        async with self._lock:
            self._must_be_gathering()
            old, new = self.seating.place_of(person), (request.seat, request.member)
            if old != new:
                self.seating.put(new, Sitter(person))
                if old is not None:
                    self.seating.put(old, None)
                await self._keep_seating()
            return Done(request.id)

    async def leave(self, person: Person, request_id: str) -> Done:
        async with self._lock:
            self._must_be_gathering()
            self.seating.put(self._place(person), None)
            await self._keep_seating()
            return Done(request_id)

    async def seat_bot(self, person: Person, request: SeatBot) -> Done:
        async with self._lock:
            self._must_be_gathering()
            if person.id != self.sheet.host.id:
                raise HostOnly("table.refusal.host_only")
            place = (request.seat, request.member)
            sitter = self.seating.at(place)
            if sitter is not None and sitter.person is not None:
                raise SeatTaken("table.refusal.seat_taken")
            if request.level is not None:
                self.sheet.game.find_bot(request.level)
            self.seating.put(place, None)
            if request.level is not None:
                self.seating.put(place, Sitter(bot=request.level))
            await self._keep_seating()
            return Done(request.id)

    async def ready(self, person: Person, request: Ready) -> Done:
        """Ready, with a nonce; when everybody is, the cards are dealt."""
        async with self._lock:
            self._must_be_gathering()
            if not (request.nonce.isalnum() and len(request.nonce) <= LONGEST_NONCE):
                raise TableError("table.refusal.bad_nonce")
            place = self._place(person)
            sitter = self.seating.at(place)
            if sitter is not None and sitter.nonce is None:
                self.seating.replace(place, Sitter(person, nonce=request.nonce))
                self._nonces = (*self._nonces, request.nonce)
                await self._keep_seating()
            if self.seating.everyone_is_ready():
                await self._deal()
            return Done(request.id)

    async def _deal(self) -> None:
        self._clock = TableClock()
        self._begin(
            Match(
                self.sheet.game,
                self.sheet.options,
                self.sheet.seats,
                seed=Seed(self.sheet.secret, self._nonces),
                table=self.sheet.id,
                names=self.seating.names(),
            )
        )
        self.phase = "playing"
        await self._append(before=-1)
        self._tell_table()
        self._show(None)

    async def _keep_seating(self) -> None:
        """Stores who sits where, then tells everybody; what cannot be stored did not happen."""
        try:
            await shelf.put_seating(self._store, self.sheet.id, self.seating, self._nonces)
        except Exception as error:
            self.seating = await shelf.take_seating(self._store, self.sheet)
            raise StoreFailed("table.refusal.store_failed") from error
        self._tell_table()

    # The game

    async def play(self, guest: Guest, request: Play) -> None:
        """Plays a move once, however often it is sent."""
        async with self._lock:
            match = self._playing()
            name = f"{guest.person.id}/{request.id}"
            if name in self._requests:
                guest.send(Done(request.id, self._requests[name]))
                return
            seat, member = self._place(guest.person)
            if match.rules.member(match.state, seat) not in (None, member):
                raise NotYourMember("table.refusal.not_your_member")
            await self._carry_out(
                lambda now: match.play(
                    seat, self._credited(request.move, guest), at=now, version=request.version
                ),
                _Request(name, guest.person.id, lambda v: guest.send(Done(request.id, v))),
            )

    def _credited(self, text: str, guest: Guest) -> Any:
        """The move with credit for the guest's line, whatever credit the text may ask for."""
        return self._playing().rules.credited(self.sheet.game.parse_move(text), guest.delay)

    async def draft(self, person: Person, request: Draft) -> Checked:
        """Keeps what a seat is building, and says what is wrong with it."""
        async with self._lock:
            match = self._playing()
            seat, _ = self._place(person)
            try:
                draft = msgspec.convert(request.draft, match.rules.draft_type)
            except msgspec.ValidationError as error:
                raise TableError("table.refusal.unreadable", why=str(error)) from None
            checked: list[Any] = []
            await self._carry_out(lambda now: checked.extend(match.draft(seat, draft, at=now)))
            await self._keep_draft(match)
            return Checked(request.id, tuple(checked))

    async def _keep_draft(self, match: Match) -> None:
        """Stores the draft that was made last, and shows how far it has come."""
        await self._stored(shelf.put_draft(self._store, self.sheet.id, match))
        for guest in self._guests:
            guest.send(Progress(match.progress))

    async def attend(self) -> None:
        """Lets what is due happen: a deadline, or a bot's move. Harmless if nothing is."""
        async with self._lock:
            match = self._match
            if match is None or match.outcome is not None:
                return
            acts = self._next_bot(match)
            deadline, now = match.deadline, self._now()
            if deadline is not None and deadline <= now:
                await self._carry_out(match.tick)
                return
            if acts is None or acts[0] > now:
                self._wake_at(self.sheet.id, self._due())
                return
            seat, version = acts[1], match.version
            levels = self._levels(match)
            partners = frozenset(s for s in levels if levels[s] == levels[seat] and s != seat)
            occasion = self._occasion(match, seat, levels[seat])
            if occasion is not None and self._plan(seat, occasion) is not None:
                await self._take_step(match, seat, occasion)
                return
            asked = question(match, seat, levels[seat], partners, occasion)
        if occasion is not None:
            await self._make_plan(match, seat, occasion, asked)
            return
        move = await self._thinkers.choose(asked)
        async with self._lock:
            if self._match is match and match.version == version:
                await self._carry_out(lambda now: match.play(seat, move, at=now))
            else:
                # Something happened while the bot was thinking: it is asked again.
                self._wake_at(self.sheet.id, wall_clock())

    def _occasion(self, match: Match, seat: int, level: str) -> str | None:
        """What a bot that plans ahead plans for."""
        bot = self._bots[level]
        return bot.occasion(match.view(seat)) if isinstance(bot, Planner) else None

    def _plan(self, seat: int, occasion: str) -> tuple[Step, ...] | None:
        made_for, steps = self._plans.get(seat, (None, ()))
        return steps if made_for == occasion else None

    async def _make_plan(self, match: Match, seat: int, occasion: str, asked: Question) -> None:
        steps = await self._thinkers.plan(asked)
        async with self._lock:
            if self._match is match:
                self._plans[seat] = (occasion, steps)
                self._wake_at(self.sheet.id, self._due())

    async def _take_step(self, match: Match, seat: int, occasion: str) -> None:
        step = next_step(match, self._plan(seat, occasion) or (), seat)
        assert step is not None, "who acts has a step to take"
        await self._carry_out(lambda now: take_step(match, seat, step, now))
        if step.move is None:
            await self._keep_draft(match)
        self._wake_at(self.sheet.id, self._due())

    async def hints(self, person: Person, request: AskHints) -> Hints:
        seat, _ = self._place(person)
        match = self._playing()
        hints = await self._thinkers.hints(match, match.view(seat))
        return Hints(
            request.id,
            tuple(Hint(hint.message, hint.move) for hint in hints[: max(0, request.count)]),
            more=len(hints) > request.count,
        )

    async def _carry_out(
        self, action: Callable[[int], object], request: _Request | None = None
    ) -> None:
        """Tries it on the match; stores what came of it, acknowledges it, and shows it to all."""
        match = self._playing()
        before = match.version
        refusal: QuincunxError | None = None
        try:
            action(self._now())
        except QuincunxError as error:
            # Deadlines that were due have fired although the action itself is refused.
            refusal, request = error, None
        if match.version > before:
            await self._append(before, request)
            if request is not None:
                request.acknowledge(match.version)
            self._show(before)
        if refusal is not None:
            raise refusal

    async def _append(self, before: int, request: _Request | None = None) -> None:
        match = self._playing()
        if match.outcome is not None:
            self.phase = "over"
        name, person = (request.name, request.person) if request else (None, None)
        due = self._due()
        append = Append(
            table=self.sheet.id,
            entries=shelf.entries_after(match, before, name, person),
            phase=self.phase,
            state=msgspec.msgpack.encode(match.state),
            digest=match.digest(),
            clock=match.now,
            due=due,
        )
        if not await self._stored(self._store.append(append)):
            await self._take_again()
            raise StaleMove("core.error.stale_move")
        if name is not None:
            self._requests[name] = match.version
        self._wake_at(self.sheet.id, due)

    async def _stored(self, storing: Awaitable[Any]) -> Any:
        try:
            return await storing
        except Exception as error:
            await self._take_again()
            raise StoreFailed("table.refusal.store_failed") from error

    async def _take_again(self) -> None:
        """Back to what the store holds."""
        row = await shelf.row_of(self._store, self.sheet.id)
        assert row is not None
        self.phase, self._match = row["phase"], None
        if self.phase != "gathering":
            await self._take_match()
            self._show(None)

    async def _take_match(self) -> None:
        match, self._requests = await shelf.take_match(
            self._store, self.sheet, self._nonces, self.seating.names()
        )
        self._begin(match)

    def _begin(self, match: Match) -> None:
        self._match = match
        self._bots = {
            sitter.bot: self.sheet.game.find_bot(sitter.bot)(match.rules)
            for _, sitter in self.seating
            if sitter is not None and sitter.bot is not None
        }

    def _levels(self, match: Match) -> dict[int, str]:
        """The seats that a bot acts for now, with its level; one level shares its conventions."""
        levels = {}
        for seat in range(match.seats):
            level = self.seating.bot_for(seat, match.rules.member(match.state, seat))
            if level is not None:
                levels[seat] = level
        return levels

    def _due(self) -> int | None:
        """When, by the wall's clock, a bot or a deadline wants attention."""
        match = self._playing()
        if match.outcome is not None:
            return None
        acts = self._next_bot(match)
        times = [time for time in (match.deadline, acts and acts[0]) if time is not None]
        return wall_clock() + max(0, min(times) - self._now()) if times else None

    def _next_bot(self, match: Match) -> tuple[int, int] | None:
        """(table time, seat) of the bot that acts next if nothing else happens."""
        bots = {seat: self._bots[level] for seat, level in self._levels(match).items()}
        planners = {seat: bot for seat, bot in bots.items() if isinstance(bot, Planner)}
        others = {seat: bot for seat, bot in bots.items() if seat not in planners}
        acts = next_to_act(match, others, seed=self.sheet.secret)
        due = [] if acts is None else [(max(acts[0], match.log[-1].at + BOT_PAUSE), acts[1])]
        for seat in set(match.active) & planners.keys():
            steps = self._plan(seat, planners[seat].occasion(match.view(seat)))
            step = None if steps is None else next_step(match, steps, seat)
            if steps is None or step is not None:
                # Without a plan it is time to make one.
                due.append((match.now if step is None else step.at, seat))
        return min(due, default=None)

    def _now(self) -> int:
        return max(self._clock.now(), self._playing().now)

    # Afterwards

    def record(self, person: Person, seat: int | None) -> Record:
        """The whole record after the end, or as a seat saw it; before that, one's own."""
        match = self._playing()
        if match.outcome is None:
            place = self.seating.place_of(person)
            return match.record(None if place is None else place[0])
        if seat is None:
            return match.record()
        if not 0 <= seat < match.seats:
            raise TableError("table.refusal.no_such_seat")
        return record_for(match, seat)

    async def ask_rematch(self, person: Person, open_again: Callable[[], Awaitable[str]]) -> None:
        """Opens the next table of the same people, unless somebody has done so before."""
        async with self._lock:
            self._place(person)
            if self.phase != "over":
                raise WrongPhase("table.refusal.not_over")
            if self.rematch is None:
                opened = await open_again()
                await self._stored(shelf.put_rematch(self._store, self.sheet.id, opened))
                self.rematch = opened
                self._tell_table()

    # What people see

    def _info(self) -> Table:
        here = {guest.person.id for guest in self._guests}
        looking_on = {guest.person.id for guest in self._guests if self._seat_of(guest)[0] is None}
        return Table(
            id=self.sheet.id,
            game=self.sheet.game.name,
            options=dict(self.sheet.values),
            seats=tuple(
                Seat(tuple(_shown(sitter, here) for sitter in team))
                for team in self.seating.teams()
            ),
            host=self.sheet.host,
            phase=self.phase,
            commitment=commitment(
                self.sheet.secret,
                table=self.sheet.id,
                game=self.sheet.game.name,
                rules=self.sheet.rules,
                options=self.sheet.values,
                seats=self.sheet.seats,
            ),
            watching=len(looking_on),
            rematch=self.rematch,
        )

    def _show(self, since: int | None) -> None:
        """Sends everybody what has happened after version `since`."""
        match = self._playing()
        updates: dict[int | None, Update] = {}
        for guest in self._guests:
            seat, _ = self._seat_of(guest)
            if seat not in updates:
                updates[seat] = Update(
                    showing.steps(match, seat, since),
                    showing.position(match, seat, self._now()),
                )
            guest.send(updates[seat])
        if match.outcome is not None:
            self._tell_table()

    def _tell_table(self) -> None:
        table = self._info()
        for guest in self._guests:
            guest.send(TableChanged(table, *self._seat_of(guest)))

    # Inside

    def _seat_of(self, guest: Guest) -> tuple[int | None, int]:
        return self.seating.place_of(guest.person) or (None, 0)

    def _place(self, person: Person) -> Place:
        place = self.seating.place_of(person)
        if place is None:
            raise NotSeated("table.refusal.not_seated")
        return place

    def _must_be_gathering(self) -> None:
        if self.phase != "gathering":
            raise WrongPhase("table.refusal.already_begun")

    def _playing(self) -> Match:
        if self._match is None:
            raise WrongPhase("table.refusal.not_begun")
        return self._match


def _shown(sitter: Sitter | None, here: Container[str]) -> WireSitter | None:
    if sitter is None:
        return None
    return WireSitter(
        person=sitter.person,
        bot=sitter.bot,
        ready=sitter.ready,
        here=sitter.person is None or sitter.person.id in here,
    )
