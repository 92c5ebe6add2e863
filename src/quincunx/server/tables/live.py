"""A table in use, whole: what time brings about, and what the people decide together."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from quincunx.core.bots import PlannedStep, take_step
from quincunx.core.errors import CannotTakeBack, IllegalMove
from quincunx.core.match import TAKE_BACKS_PER_SEAT, Match
from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.tasks import random_move
from quincunx.server.common.errors import (
    NotAllowed,
    Paused,
    ThinkingFailed,
    WrongPhase,
)
from quincunx.server.common.seating import Place
from quincunx.server.ratings import rating_rules
from quincunx.server.ratings.sides import is_ranked_last
from quincunx.server.tables.kept_table import in_turn, once
from quincunx.server.tables.played_table import PlayedTable
from quincunx.wire import (
    Answer,
    Person,
    Proposal,
    Propose,
    Resume,
    Wish,
)

log = logging.getLogger(__name__)

BOT_ATTEMPTS = 2
"""How often a bot is asked for one decision before it makes a random legal move."""

BOT_RETRY_MS = 1000
"""Milliseconds until a bot that could not answer is asked again."""


class _Errand(NamedTuple):
    """What a bot thinks about while the table goes on."""

    match: Match
    version: int
    seat: int
    asked: BotRequest
    occasion: str | None = None
    """What it plans for; none: it makes one move."""
    late: bool = False
    """Whether it moves in the stead of somebody whose time is up."""


class LiveTable(PlayedTable):
    """Made by `load`; forgotten by the server when nobody needs it."""

    _failures: tuple[tuple[int, int, str | None], int] = ((-1, -1, None), 0)
    """(version, seat, occasion) of the last question that a bot could not answer, and how often."""

    # What is due

    @property
    def is_attended(self) -> bool:
        return self._attending > 0

    async def attend(self, *, leading: bool = False) -> None:
        """Lets what is due happen: a deadline, a bot's move, a stand-in's. Harmless if none is.

        `leading`: nobody else looks after the table.
        """
        self._leads = self._leads or leading
        self._attending += 1
        try:
            errand = await self._do_what_is_due()
            if errand is not None:
                await (self._make_plan(errand) if errand.occasion else self._make_move(errand))
        finally:
            self._attending -= 1

    @in_turn
    async def _do_what_is_due(self) -> _Errand | None:
        """What a bot must think about first, if it is that."""
        if self.phase == "gathering":
            await self._attend_gathering()
            return None
        await self._notice_who_is_gone()
        match = self._match
        if match is None or not self._is_on() or self._clock.paused:
            self._wake()
            return None
        abandoned = self._abandoned_at(match)
        if abandoned is not None and abandoned <= self._house.clock.now():
            await self._resign(*self._awaited_people(match))
            return None
        now = self._now() - self._patience
        if match.deadline is not None and match.deadline <= now:
            await self._carry_out(match.tick)
            return None
        if not self._house.thinks:
            self._wake()
            return None
        return self._who_is_late(match, now) or await self._who_acts(match, now)

    async def _attend_gathering(self) -> None:
        now, deserted = self._house.clock.now(), self._deserted_at()
        if self.sheet.fills is not None and self.sheet.fills <= now:
            await self._fill()
        elif deserted is not None and deserted <= now:
            await self._close()
        else:
            due = self._due()
            await self._change(due=due)
            self._house.wake_at(self.sheet.id, due)

    def _who_is_late(self, match: Match, now: int) -> _Errand | None:
        """A bot makes the move of somebody whose time is up."""
        late = [(limit, seat) for seat, limit in self._limits(match).items() if limit <= now]
        if not late:
            return None
        seat = min(late)[1]
        asked = self._bots_here().stand_in_request(seat, self._stand_in_level)
        return _Errand(match, match.version, seat, asked, late=True)

    async def _who_acts(self, match: Match, now: int) -> _Errand | None:
        bots = self._bots_here()
        acts = bots.next(self.seating)
        if acts is None or acts[0] > now:
            self._wake()
            return None
        seat = acts[1]
        occasion = bots.plan_key(seat, self.seating)
        step = bots.planned_step(seat, occasion)
        if step is None:
            asked = bots.request(seat, self.seating)
            return _Errand(match, match.version, seat, asked, occasion)
        try:
            await self._take_step(match, seat, step)
        except IllegalMove as error:
            assert occasion is not None, "only a plan has steps"
            log.warning("the plan of seat %d of table %s: %s", seat, self.sheet.id, error)
            asked = bots.request(seat, self.seating)
            errand = _Errand(match, match.version, seat, asked, occasion)
            bots.keep_plan(seat, occasion, await self._plan_at_random(errand))
            self._wake()
        return None

    async def _take_step(self, match: Match, seat: int, step: PlannedStep) -> None:
        def act(now: int) -> None:
            take_step(match, seat, step, now)
            if step.move is not None:
                self._moved_for(seat)

        await self._carry_out(act)
        if step.move is None:
            await self._keep_draft(match)
        self._wake()

    async def _make_plan(self, errand: _Errand) -> None:
        try:
            steps = await self._bot_pools.plan(errand.asked, self.sheet.host.id)
        except ThinkingFailed as error:
            if not self._has_failed_too_often(errand, error):
                return
            steps = await self._plan_at_random(errand)
        await self._keep_plan(errand, steps)

    async def _plan_at_random(self, errand: _Errand) -> tuple[PlannedStep, ...]:
        """Move if the game waits for the seat; otherwise let the others play."""
        match = errand.match
        if errand.seat not in match.awaited:
            return ()
        move = await asyncio.to_thread(random_move, errand.asked)
        return (PlannedStep(match.now, move=move),)

    @in_turn
    async def _keep_plan(self, errand: _Errand, steps: tuple[PlannedStep, ...]) -> None:
        if self._match is errand.match and errand.occasion is not None:
            self._bots_here().keep_plan(errand.seat, errand.occasion, steps)
        self._wake()

    async def _make_move(self, errand: _Errand) -> None:
        try:
            move = await self._bot_pools.choose(errand.asked, self.sheet.host.id)
        except ThinkingFailed as error:
            if not self._has_failed_too_often(errand, error):
                return
            move = await asyncio.to_thread(random_move, errand.asked)
        try:
            await self._play_for(errand, move)
        except IllegalMove as error:
            # A fault of the bot, which would answer the same again.
            log.warning("the bot at seat %d of table %s: %s", errand.seat, self.sheet.id, error)
            await self._play_for(errand, await asyncio.to_thread(random_move, errand.asked))

    def _has_failed_too_often(self, errand: _Errand, error: ThinkingFailed) -> bool:
        """Count a question that a bot could not answer; below the limit it is asked again later.

        A bot that cannot be asked makes a random legal move in the end: a weak move is better than
        a table at which nobody can go on.
        """
        occasion = (errand.version, errand.seat, errand.occasion)
        times = 1 + (self._failures[1] if self._failures[0] == occasion else 0)
        self._failures = (occasion, times)
        log.warning("the bot at seat %d of table %s: %s", errand.seat, self.sheet.id, error)
        if times >= BOT_ATTEMPTS:
            return True
        self._house.wake_at(self.sheet.id, self._house.clock.now() + BOT_RETRY_MS)
        return False

    @in_turn
    async def _play_for(self, errand: _Errand, move: str) -> None:
        match, seat = errand.match, errand.seat
        unchanged = self._match is match and match.version == errand.version
        is_due = errand.late or self._is_bots_turn(match, seat)
        if not unchanged or not is_due or not self._is_on() or self._clock.paused:
            # Something happened while the bot was thinking: it is asked again.
            self._wake()
            return

        def act(now: int) -> None:
            match.play(seat, move, at=now)
            if errand.late:
                self._count_missed(seat)
            else:
                self._moved_for(seat)

        await self._carry_out(act)

    def _is_bots_turn(self, match: Match, seat: int) -> bool:
        """Return whether a bot still acts for the seat; its player may have returned."""
        return self.seating.bot_for(seat, match.rules.member(match.state, seat)) is not None

    def _moved_for(self, seat: int) -> None:
        """A bot has moved for a seat: in a rated game the player it stands in for is rated last."""
        if self.is_rated:
            for place, sitter in tuple(self.seating):
                is_mine = place[0] == seat and sitter is not None and is_ranked_last(sitter)
                if is_mine and sitter is not None and not sitter.forfeited:
                    self._change_sitter(place, forfeited=True)

    def _count_missed(self, seat: int) -> None:
        for place, person in tuple(self.seating.people()):
            if place[0] == seat:
                sitter = self.seating.at(place)
                assert sitter is not None
                self._change_sitter(place, missed=sitter.missed + 1)
                self._note("table.note.late", person)

    async def _notice_who_is_gone(self) -> None:
        """Tells the others who need not be waited for any longer; nobody waits for their answer."""
        gone = self._who_is_gone()
        if gone == self._told_gone:
            return
        proposal = self._proposals.open
        for person in () if proposal is None else proposal.waiting:
            # In a rated game an absent player has not consented to a pause or an end.
            needed = self.is_rated and proposal is not None and proposal.wish in ("pause", "end")
            if person.id in gone and self._proposals.open is not None and not needed:
                await self._answer(person, self._proposals.open.wish, agree=True)
        proposal = self._proposals.open
        if proposal and {person.id for person in (proposal.by, *proposal.waiting)} <= gone:
            # No player present can answer or withdraw it, and it would block every other proposal.
            self._proposals.drop()
            await self._keep_proposal()
        self._told_gone = gone
        self._tell_table()

    # What the people decide together

    @once
    async def propose(self, person: Person, request: Propose) -> None:
        self._must_have_begun()
        place = self._playing_place(person)
        seat = self._subject(place, person, request)
        if request.wish == "end" and self._ending_for(place) in ("lost", "won"):
            await self._end_rated(place)
        elif self._proposals.make(
            request.wish, person, seat, self._asked_about(request.wish, place)
        ):
            await self._grant(Proposal(request.wish, person, seat, ()))
        else:
            await self._keep_proposal()

    async def _end_rated(self, place: Place) -> None:
        """Ends a rated game in which nobody else has a say: it is lost or, if all others have
        forfeited, won."""
        if self._ending_for(place) == "lost":
            await self._resign(place)
        else:
            await self._end_by_forfeit()

    @once
    async def answer(self, person: Person, request: Answer) -> None:
        self._playing_place(person)
        await self._answer(person, request.wish, agree=request.agree)

    async def _answer(self, person: Person, wish: Wish, *, agree: bool) -> None:
        proposal = self._proposals.open
        granted = self._proposals.answer(person, wish, agree=agree)
        if granted is not None:
            await self._grant(granted)
            return
        if not agree and proposal is not None and person.id != proposal.by.id:
            self._note("table.note.declined", person)
        await self._keep_proposal()

    def _subject(self, place: Place, person: Person, request: Propose) -> int:
        """Whose seat the wish is about; a wish that cannot be granted is refused."""
        if not self._is_on():
            raise WrongPhase("table.refusal.not_in_play")
        match request.wish:
            case "pause":
                if self._clock.paused:
                    raise Paused("table.refusal.paused")
                refusal = self._pause_refusal(place)
                if refusal is not None:
                    raise refusal
            case "take_back":
                refusal = self._help_refusal("undo")
                if refusal is not None:
                    raise refusal
                self._must_be_on()
                if not self._playing().take_backs_left(place[0]):
                    raise NotAllowed("core.error.no_take_backs_left", most=TAKE_BACKS_PER_SEAT)
                if not self._may_take_back(person, place[0]):
                    raise NotAllowed("core.error.cannot_take_back")
            case "stand_in":
                return self._absent_seat(person, request.seat)
            case "end":
                if self._ending_for(place) == "never":
                    raise NotAllowed("table.refusal.bots_cannot_agree")
        return place[0]

    def _absent_seat(self, person: Person, seat: int | None) -> int:
        """The seat, if its player is absent and a stand-in may play for it; not one's own."""
        if self.sheet.deal == "daily":
            raise NotAllowed("table.refusal.daily_stand_in")
        place = None if seat is None else self._gone_from(seat)
        if seat is None or place is None:
            raise NotAllowed("table.refusal.not_gone")
        sitter = self.seating.at(place)
        if sitter is not None and sitter.person is not None and sitter.person.id == person.id:
            raise NotAllowed("table.refusal.own_stand_in")
        return seat

    async def _grant(self, proposal: Proposal) -> None:
        """What was agreed on happens in the same change in which it is no wish any more."""
        match proposal.wish:
            case "pause":
                self._clock.pause()
                self._note("table.note.paused", proposal.by)
                await self._keep_clock()
            case "take_back":
                await self._take_back(proposal)
            case "stand_in":
                place = self._gone_from(proposal.seat)
                if place is not None:
                    self._change_sitter(place, bot=self._stand_in_level)
                    self._note("table.note.stand_in", seat=proposal.seat)
                await self._keep_proposal()
                self._wake()
            case "end" if self.is_rated and self.sheet.game.cooperative:
                # All players give up together, so they have lost against the deal.
                await self._resign(*rating_rules.players(self.seating))
            case "end":
                self._note("table.note.ended", proposal.by)
                await self._close()

    @once
    async def resume(self, person: Person, _: Resume) -> None:
        """Ends the pause; anybody who plays may."""
        self._playing_place(person)
        if self._clock.paused and self._is_on():
            self._clock.resume()
            self._note("table.note.resumed", person)
            await self._keep_clock()

    async def _take_back(self, proposal: Proposal) -> None:
        match, seat = self._playing(), proposal.seat
        if not self._may_take_back(proposal.by, seat):
            await self._keep_proposal()
            return

        try:
            await self._carry_out(lambda now: match.take_back(seat, at=now))
        except CannotTakeBack:
            # Too late by now: it is no wish any more, either.
            await self._keep_proposal()
            raise

    def _may_take_back(self, person: Person, seat: int) -> bool:
        """Whether the last move was this person's own, and may be undone."""
        match = self._playing()
        return self._movers.get(match.latest_in_effect) == person.id and match.can_take_back(seat)
