"""One game in play for an environment: who is asked for an action, and how time passes.

The seats that may act are asked one after the other; when all of them have been asked, a *round* is
over. First come the seats whose move is optional, then those that the game waits for, so that a
signal can come before the next move. In a real-time game a round takes `step_ms` of table time, and
deadlines that are due then fire; in other games no time passes.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from quincunx.core.chance import FastChance
from quincunx.core.encoding import AnyEncoding, Mask, Vector
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options
from quincunx.envs.bot_seats import BotSeats

STEP_MS: Final = 1000
"""The table time of a round in a real-time game, unless an environment is told otherwise."""


class EnvTable:
    """A game with its encoding, what each seat has drafted, and the seats to be asked."""

    def __init__(self, game: Game, options: Options, seats: int, step_ms: int = STEP_MS) -> None:
        game.check_seats(seats, options)
        self.game, self.options, self.seats, self.step_ms = game, options, seats, step_ms
        self.rules = game.rules(options, seats)
        self.encoding: AnyEncoding = game.encoding(self.rules)
        self.bots = BotSeats(game, {})
        """The seats that are not asked, because bots play them."""
        self._is_real_time = self.rules.is_real_time
        self.deal(0)

    def deal(self, seed: int) -> None:
        """Deal a new game; the same seed deals the same game."""
        chance = FastChance(Random(seed))
        self.match: Match = Match(self.game, self.options, self.seats, chance=chance)
        self._drafts: dict[int, Any] = {}
        self._to_ask: list[int] = []
        """The seats that are still to be asked in this round; the first is asked now."""
        self._has_acted = False
        """Whether a seat has acted in this round."""
        self._begin_round()

    # Rounds

    def next_seat(self) -> int | None:
        """Return the seat that is asked now, letting time pass if need be; `None` at the end."""
        match, bots = self.match, self.bots
        while match.outcome is None:
            is_new_round = not self._to_ask
            if is_new_round:
                self._end_round()
            if not self._to_ask:
                continue
            seat = self._to_ask[0]
            if is_new_round or seat in match.active:
                if seat not in bots:
                    return seat
                self._has_acted |= bots.act(match, seat)
            del self._to_ask[0]
        return None

    def _begin_round(self) -> None:
        """List the seats that may act now: first those whose move is optional."""
        active, awaited = self.match.active, self.match.awaited
        optional = [seat for seat in active if seat not in awaited] if active != awaited else []
        self._to_ask = [*optional, *awaited]
        if self._is_real_time:
            # Bots act when their time has come.
            self._to_ask = [seat for seat in self._to_ask if seat not in self.bots]
        self._has_acted = False

    def _end_round(self) -> None:
        """Let the time of the round pass; if nobody may act, until the next deadline."""
        match = self.match
        if self._is_real_time:
            before, at = match.version, match.now + self.step_ms
            if not match.active and match.deadline is not None:
                at = max(at, match.deadline)
            self.bots.act_until(match, at)
            match.tick(max(at, match.now))
            if match.version != before:
                self._keep_drafts()
        self._begin_round()

    def may_wait(self, seat: int) -> bool:
        """Whether the seat that is asked now may do nothing.

        The last seat that the game waits for has to act, unless time will change something or
        another seat has acted in this round: otherwise the game would stand still.
        """
        if not self._is_real_time and not self._has_acted and len(self._to_ask) == 1:
            return False
        match = self.match
        awaited = match.awaited
        if seat not in awaited or self._has_acted or match.deadline is not None:
            return True
        return any(other in self._to_ask[1:] or other in self.bots for other in awaited)

    # Actions

    def mask(self, seat: int) -> Mask:
        """Return the actions that are allowed to the seat that is asked now."""
        mask = self.encoding.mask(self.match.state, seat, self.draft_of(seat))
        wait = self.encoding.wait
        if wait is not None and self.may_wait(seat):
            mask[wait] = 1
        return mask

    def act(self, seat: int, action: int) -> None:
        """Take an allowed action for the seat that is asked now."""
        del self._to_ask[0]
        if action == self.encoding.wait:
            return
        self._has_acted = True
        draft = self.draft_of(seat)
        draft, move = self.encoding.step(self.match.state, seat, draft, action)
        if draft is not None:
            self._drafts[seat] = draft
        if move is not None:
            self.match.play(move, seat)
            self._keep_drafts()

    def draft_of(self, seat: int) -> Any:
        """Return what the seat has drafted."""
        return self._drafts.get(seat, self.encoding.no_draft)

    def _keep_drafts(self) -> None:
        """Keep of each draft what is still possible."""
        for seat, draft in [*self._drafts.items()]:
            self._drafts[seat] = self.encoding.keep_draft(self.match.state, seat, draft)

    # What a seat sees

    def observe(self, seat: int) -> Vector:
        """Return what the seat may know now."""
        match = self.match
        return self.encoding.observe(match.state, seat, self.draft_of(seat), match.now)
