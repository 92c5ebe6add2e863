"""The seats of an environment that bots play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quincunx.core.bots import AnyBot, BotSpec, make_bot, next_to_act
from quincunx.core.game import Game
from quincunx.core.match import Match


class BotSeats:
    """Bots by seat. They see what a person at their seat sees."""

    def __init__(self, game: Game, bots: Mapping[int, BotSpec]) -> None:
        self._bots: dict[int, AnyBot] = {seat: make_bot(game, bot) for seat, bot in bots.items()}
        self._partners = {
            seat: frozenset(
                other
                for other, friend in self._bots.items()
                if type(friend) is type(bot) and other != seat
            )
            for seat, bot in self._bots.items()
        }
        self.seed = 0
        """The seed of the bots' random numbers in this game."""

    def __contains__(self, seat: object) -> bool:
        return seat in self._bots

    def act(self, match: Match, seat: int) -> bool:
        """Let the bot at that seat act now; return whether it did."""
        bots: dict[int, Any] = {seat: self._bots[seat]}
        if next_to_act(match, bots, seed=self.seed) is None:
            return False
        match.step(bots, seed=self.seed, partners=self._partners)
        return True

    def act_until(self, match: Match, at: int) -> None:
        """Let the bots do until table time `at` what they do then, and deadlines fire."""
        while match.outcome is None:
            acts = next_to_act(match, self._bots, seed=self.seed)
            if acts is None or acts[0] > at:
                break
            match.step(self._bots, seed=self.seed, partners=self._partners)
