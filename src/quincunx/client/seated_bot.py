"""A bot in a seat: what it sends to the table, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from quincunx.client.errors import Disconnected, LostSeat, Refusal
from quincunx.client.table import TableConnection
from quincunx.client.turns import TurnReader
from quincunx.core.bots import AnyBot, AnyTurn, PlannedStep, Planner
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.wire import SeatMember, Table, ViewerPosition

PAUSE_MS: Final = 900
"""Milliseconds between the last event and a bot's move, so that people can follow."""

OVERTAKEN: Final = ("StaleMove", "WrongSeat", "NotYourMember", "FinishedGame", "Paused")
"""The refusals of a move that came too late: the bot decides again."""

OVERTAKEN_WAIT_S: Final = 1.0

Seen = tuple[ViewerPosition | None, Table]
"""The position and the table on which a decision is based."""


class SeatedBot:
    """Plays one game over one connection."""

    def __init__(
        self,
        table: TableConnection,
        bot: AnyBot,
        reader: TurnReader,
        seed: str,
        report: Callable[[Message], None],
    ) -> None:
        self.table = table
        self._bot = bot
        self._reader = reader
        self._seed = seed
        self._report = report
        self._shown: tuple[ViewerPosition | None, float] = (None, 0.0)
        """The latest position, and when it was first seen, in seconds."""
        self._plan: tuple[str, list[PlannedStep]] = ("", [])
        """The key of a planner's plan, and its steps that have not been taken."""

    async def play(self, seat: int | None) -> Outcome | None:
        """Take a seat if the bot has none, and play until the game is over."""
        table = self.table
        await self._take_seat(seat)
        while True:
            # Before anything is decided: what changes meanwhile must not be waited for.
            seen = (table.latest, table.table)
            if table.table.phase != "playing":
                return table.outcome or table.table.outcome
            if self._is_asked():
                await self._agree()
            elif self._stand_in_plays():
                await table.return_to_seat()
            else:
                await self._act_or_wait(seen)

    # Before the deal

    async def _take_seat(self, seat: int | None) -> None:
        table = self.table
        if table.seat is None:
            await table.sit(seat)
            await table.until(lambda: table.seat is not None)
        if table.table.phase != "gathering":
            return
        assert table.seat is not None, "the bot has a seat"
        self._report(Message("client.seated", {"name": table.you.name, "seat": table.seat + 1}))
        try:
            await table.ready()
            await table.until(lambda: table.table.phase != "gathering" or table.seat is None)
        except asyncio.CancelledError:
            # A stopped program must not keep the others waiting for a seat that is never ready.
            with suppress(Disconnected, Refusal):
                await table.leave()
            raise
        if table.seat is None:
            raise LostSeat("client.lost_seat")

    # During the game

    def _is_asked(self) -> bool:
        """Whether a proposal waits for this player."""
        proposal = self.table.table.proposal
        waiting = () if proposal is None else proposal.waiting
        return any(person.id == self.table.you.id for person in waiting)

    async def _agree(self) -> None:
        """Agree to what the others want: a pause, an undo, a stand-in, the end."""
        proposal = self.table.table.proposal
        assert proposal is not None, "the player is asked"
        # Another player may have ended the proposal meanwhile.
        with suppress(Refusal):
            await self.table.answer(proposal.wish, agree=True)
        await self.table.until(lambda: self.table.table.proposal != proposal)

    def _stand_in_plays(self) -> bool:
        """Whether a bot of the server plays for this seat, because the program was away."""
        member = self._member()
        return member is not None and member.bot is not None and not member.forfeited

    def _member(self) -> SeatMember | None:
        table = self.table
        return None if table.seat is None else table.table.seats[table.seat].members[table.member]

    async def _act_or_wait(self, seen: Seen) -> None:
        """Take the bot's next step when its time has come, unless something changes before."""
        turn = self._turn(seen[0])
        step = None if turn is None else await asyncio.to_thread(self._next_step, turn)
        if turn is None or step is None:
            await self._changed(seen, None)
            return
        if await self._changed(seen, self._seconds_until(step.at)):
            return
        await self._take(step, turn, seen)

    def _turn(self, position: ViewerPosition | None) -> AnyTurn | None:
        """Return what the bot is given; `None` if it cannot act now."""
        table = self.table
        if position is None or position.covered or table.table.paused:
            return None
        if table.seat not in position.active or position.member not in (None, table.member):
            return None
        if position is not self._shown[0]:
            self._shown = position, monotonic()
        return self._reader.turn(position, table.steps, self._seed)

    def _next_step(self, turn: AnyTurn) -> PlannedStep | None:
        """Return when the bot acts; a planner's step says what it does, too."""
        bot = self._bot
        if not isinstance(bot, Planner):
            at = bot.acts_at(turn)
            return None if at is None else PlannedStep(max(at, turn.last_event_at + self._pause()))
        key = bot.plan_key(turn.view)
        if self._plan[0] != key:
            self._plan = key, list(bot.plan(turn))
        return self._plan[1][0] if self._plan[1] else None

    def _pause(self) -> int:
        """Return the pause before a move: none where only bots play."""
        members = [member for seat in self.table.table.seats for member in seat.members if member]
        has_people = any(member.person and not member.person.bot for member in members)
        return PAUSE_MS if has_people else 0

    def _seconds_until(self, at: int) -> float:
        position, seen_at = self._shown
        assert position is not None, "the bot acts at a position"
        return (at - position.now) / 1000 - (monotonic() - seen_at)

    async def _changed(self, seen: Seen, timeout_s: float | None) -> bool:
        """Wait for a change of the game or the table, at most that long; return whether it came."""
        table = self.table
        try:
            async with asyncio.timeout(None if timeout_s is None else max(0.0, timeout_s)):
                await table.until(lambda: table.latest is not seen[0] or table.table is not seen[1])
        except TimeoutError:
            return False
        return True

    async def _take(self, step: PlannedStep, turn: AnyTurn, seen: Seen) -> None:
        """Send a draft or a move."""
        if isinstance(self._bot, Planner):
            del self._plan[1][0]
        if step.draft is not None:
            with suppress(Refusal):
                await self.table.draft(step.draft)
            return
        move = step.move
        if not isinstance(self._bot, Planner):
            move = await asyncio.to_thread(self._bot.choose, turn)
        assert seen[0] is not None, "the bot acts at a position"
        try:
            await self.table.play(str(move), seen[0].version)
        except Refusal as refusal:
            if refusal.refused.error not in OVERTAKEN:
                raise
            # The change that overtook the move may still be on its way.
            await self._changed(seen, OVERTAKEN_WAIT_S)
