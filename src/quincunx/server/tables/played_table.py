"""What one person at a table may ask for: a seat, a move, help, a word."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from quincunx.core.errors import NoDraft
from quincunx.server.cluster.clock import TableClock
from quincunx.server.common.errors import (
    HostOnly,
    NotAllowed,
    NotInvited,
    NotYourMember,
    SeatTaken,
    TableError,
    WrongPhase,
)
from quincunx.server.common.seating import Place, Sitter
from quincunx.server.ratings import rating_rules
from quincunx.server.storage import table_store
from quincunx.server.tables.kept_table import KeptTable, Request, in_turn, name_of, once
from quincunx.server.tables.known_table import Guest
from quincunx.server.tables.showing import shortened
from quincunx.wire import (
    AskHints,
    Checked,
    Done,
    Hints,
    Leave,
    Person,
    PlayMove,
    Ready,
    Report,
    Return,
    Say,
    SeatBot,
    Sit,
    TableId,
    UpdateDraft,
)

LONGEST_NONCE = 64


class PlayedTable(KeptTable):
    """Each request happens under the table's lock, one after the other."""

    # Before the deal

    @once
    async def sit(self, person: Person, request: Sit) -> None:
        self._must_be_gathering()
        old, new = self.seating.place_of(person), (request.seat, request.member)
        if old != new:
            self.seating.put(new, Sitter(person))
            if old is not None:
                self.seating.put(old, None)
            await self._keep_seating()

    @in_turn
    async def sit_anywhere(self, person: Person) -> None:
        """Takes the first free seat; who sits already stays."""
        if not self.admits(person, ""):
            raise NotInvited("table.refusal.not_invited")
        self._must_be_gathering()
        free = self.seating.free()
        if self.seating.place_of(person) is None:
            if not free:
                raise SeatTaken("table.refusal.full")
            self.seating.put(free[0], Sitter(person))
            await self._keep_seating()

    @once
    async def leave(self, person: Person, _: Leave) -> None:
        """Stands up; in the middle of a game the others may then put a bot there.

        A player who leaves a rated game resigns.
        """
        place = self._playing_place(person)
        if self.phase == "gathering":
            self.seating.put(place, None)
            self._last_seated = self._house.clock.now()
            await self._keep_seating()
            self._wake()
        elif self._is_on() and self.is_rated:
            await self._resign(place)
        elif self._is_on():
            self._change_sitter(place, gone=True)
            self._note("table.note.left", person)
            await self._keep_seating()
            self._wake()

    async def _resign(self, *places: Place) -> None:
        """Rate these players last; a bot plays on for them while others are still playing."""
        level = self._stand_in_level
        for place in places:
            sitter = self.seating.at(place)
            assert sitter is not None
            assert sitter.person is not None
            self._change_sitter(place, gone=True, forfeited=True, bot=level)
            self._note("table.note.resigned", sitter.person)
        self._proposals.drop()
        if rating_rules.is_decided(self.seating, cooperative=self.sheet.game.cooperative):
            await self._end_by_forfeit()
        else:
            await self._keep_proposal()
            self._wake()

    async def _end_by_forfeit(self) -> None:
        await self._close(
            rating_rules.forfeit_outcome(
                self.seating, self.sheet.seats, cooperative=self.sheet.game.cooperative
            )
        )

    @property
    def _stand_in_level(self) -> str:
        """The level of a bot that moves for a person."""
        return rating_rules.stand_in_level(self.sheet.game, self.sheet.level, rated=self.is_rated)

    @once
    async def seat_bot(self, person: Person, request: SeatBot) -> None:
        self._must_be_gathering()
        if person.id != self.sheet.host.id:
            raise HostOnly("table.refusal.host_only")
        place = (request.seat, request.member)
        sitter = self.seating.at(place)
        if sitter is not None and sitter.person is not None and self._is_here(sitter.person):
            raise SeatTaken("table.refusal.seat_taken")
        if request.level is not None:
            self.sheet.game.find_bot(request.level)
        self.seating.put(place, None)
        if request.level is not None:
            self.seating.put(place, Sitter(bot=request.level))
        await self._keep_seating()

    @once
    async def ready(self, person: Person, request: Ready) -> None:
        """Ready, with a nonce; when everybody is, the cards are dealt."""
        self._must_be_gathering()
        if not (request.nonce.isalnum() and len(request.nonce) <= LONGEST_NONCE):
            raise TableError("table.refusal.bad_nonce")
        place = self._place(person)
        sitter = self.seating.at(place)
        if sitter is not None and sitter.nonce is None:
            self.seating.replace(place, Sitter(person, nonce=request.nonce))
            if self.sheet.takes_nonces:
                self._nonces = (*self._nonces, request.nonce)
            if self.seating.everyone_is_ready():
                await self._deal()
            else:
                await self._keep_seating()

    async def _fill(self) -> None:
        """Bots take what is free, and the places of those who are not ready."""
        for place, sitter in tuple(self.seating):
            if sitter is None or not sitter.ready:
                self.seating.replace(place, Sitter(bot=self.sheet.level))
        if any(True for _ in self.seating.people()):
            await self._deal()
        else:
            await self._close()

    async def _deal(self) -> None:
        """Deals; that everybody is ready is stored together with the deal, or not at all."""
        names, slices = self.seating.names(), self._house.slices
        self._begin(await table_store.deal(self._store, self.sheet, self._nonces, names, slices))
        self._clock = TableClock(self._house.clock, self._playing().now)
        self.sheet = msgspec.structs.replace(self.sheet, fills=None, rated=self.is_rated)
        self.phase = "playing"
        self._along.seating = True
        if self.sheet.game.quiet:
            self._fixed_names = self._names_of_today()
        await self._append(
            before=-1,
            nonces=msgspec.json.encode(self._nonces).decode(),
            fills=None,
            rated=self.sheet.rated,
            names=msgspec.json.encode(self._fixed_names).decode() if self._fixed_names else None,
        )
        self._show()

    def _names_of_today(self) -> dict[str, str]:
        """By id, the names of all who are shown at this table."""
        people = [self.sheet.host, *self._talk.speakers]
        people += [person for _, person in self.seating.people()]
        return {person.id: person.name for person in people}

    # The game

    @in_turn
    async def play(self, guest: Guest, request: PlayMove) -> None:
        """Plays a move once, however often it is sent."""
        match = self._playing()
        asked = Request(guest, request.id)
        if asked.name in self._requests:
            guest.send(Done(request.id, self._requests[asked.name]))
            return
        self._must_be_on()
        seat, member = place = self._playing_place(guest.person)
        if match.rules.member(match.state, seat) not in (None, member):
            raise NotYourMember("table.refusal.not_your_member")

        def move(now: int) -> None:
            credited = self._credited(request.move, guest)
            match.play(seat, credited, at=now, version=request.version)
            self._acted(place)

        await self._carry_out(move, asked)

    def _acted(self, place: Place) -> None:
        """Who moves is there, and needs no bot."""
        sitter = self.seating.at(place)
        if sitter is not None and (sitter.bot or sitter.missed or sitter.gone):
            self._change_sitter(place, bot=None, missed=0, gone=False)

    def _credited(self, text: str, guest: Guest) -> Any:
        """The move with credit for the guest's line, whatever credit the text may ask for."""
        return self._playing().rules.with_latency_credit(
            self.sheet.game.parse_move(text), guest.delay
        )

    @in_turn
    async def draft(self, person: Person, request: UpdateDraft) -> Checked:
        """Keeps what a seat is building, and says what is wrong with it."""
        match = self._playing()
        self._must_be_on()
        seat, _ = self._playing_place(person)
        if match.outcome is not None or not match.rules.drafting(match.state, seat):
            raise NoDraft("core.error.no_draft")
        try:
            draft = msgspec.convert(request.draft, match.rules.draft_type)
        except msgspec.ValidationError as error:
            raise TableError("table.refusal.unreadable", why=str(error)) from None
        checked: list[Any] = []
        await self._carry_out(lambda now: checked.extend(match.draft(seat, draft, at=now)))
        await self._keep_draft(match)
        return Checked(request.id, shortened(checked))

    async def hints(self, person: Person, request: AskHints) -> Hints:
        """Return hints, where they are allowed: not in rated games, and not in a pause."""
        seat, _ = self._place(person)
        match = self._playing()
        self._must_be_helpful()
        hints = await self._bot_pools.hints(match, match.view(seat), requester=person.id)
        # Meanwhile a pause may have begun.
        self._must_be_helpful()
        shown = hints[: max(0, request.count)]
        return Hints(request.id, shown, more=len(hints) > request.count)

    def _must_be_helpful(self) -> None:
        refusal = self._help_refusal("hints")
        if refusal is not None:
            raise refusal
        self._must_be_on()

    @once
    async def come_back(self, person: Person, _: Return) -> None:
        """Takes the seat over from the bot that stood in."""
        place = self._playing_place(person)
        if self._is_on():
            self._change_sitter(place, bot=None, gone=False, missed=0)
            self._note("table.note.back", person)
            await self._keep_seating()
            self._wake()

    # Beside it

    @in_turn
    async def say(self, person: Person, request: Say) -> Done:
        name = name_of(person, request.id)
        if not self._talk.has_heard(name):
            if self._is_quiet:
                raise NotAllowed("table.refusal.quiet")
            self._along.lines.append(self._talk.line(person, request.text, name))
            await self._change()
        return Done(request.id)

    async def report(self, person: Person, request: Report) -> Done:
        await self._talk.report(self._store, person, request.number, request.why)
        return Done(request.id)

    @in_turn
    async def ask_rematch(self, person: Person, open_again: Callable[[], Awaitable[str]]) -> None:
        """Opens the next table of the same people, unless somebody has done so before."""
        self._place(person)
        if self.phase not in ("over", "closed"):
            raise WrongPhase("table.refusal.not_over")
        if self.rematch is None:
            opened = await open_again()
            await self._change(rematch=opened)
            self.rematch = TableId(opened)
            self._tell_table()
