"""The bots: easy, medium and expert.

`easy` looks one roll ahead and makes mistakes. `medium` maximises its own expected total and
ignores the others. `expert` maximises its chance to win against what the others have or may get.
"""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Final

from quincunx.core.bots import Bot, Turn, bot_levels
from quincunx.games.coloryam.moves import ColorYamMove, CrossOut, EnterTotal, RollAll
from quincunx.games.coloryam.state import ColorYamView

# The solver loads NumPy, so it is imported only when a bot has a decision to make.


class ColorYamBot(Bot[ColorYamMove, ColorYamView]):
    """What all levels share: the first roll needs no decision."""

    def choose(self, turn: Turn[ColorYamMove, ColorYamView]) -> ColorYamMove:
        if turn.view.phase == "roll" and not turn.view.rolls:
            return RollAll()
        return self._decide(turn.view, turn.rng)

    @abstractmethod
    def _decide(self, view: ColorYamView, rng: Random) -> ColorYamMove:
        """Choose the dice to keep, or what to do with a failed challenge."""


class ColorYamEasyBot(ColorYamBot):
    """Considers only this line and the next roll, and often takes a move that is merely good."""

    mistake_rate: Final = 0.4
    """The probability of a random move among the best ones instead of the best."""
    mistake_choices: Final = 5
    """How many of the best moves it may take by mistake."""
    min_entered_total: Final = 20
    """The smallest total of a failed challenge that it enters instead of an X."""

    def _decide(self, view: ColorYamView, rng: Random) -> ColorYamMove:
        from quincunx.games.coloryam.solver import rate_one_roll_ahead

        if view.phase == "choose":
            assert view.total is not None
            return EnterTotal() if view.total >= self.min_entered_total else CrossOut()
        good = rate_one_roll_ahead(view)[: self.mistake_choices]
        return rng.choice(good).move if rng.random() < self.mistake_rate else good[0].move


class ColorYamMediumBot(ColorYamBot):
    """Maximises its own expected total."""

    def _decide(self, view: ColorYamView, rng: Random) -> ColorYamMove:
        from quincunx.games.coloryam.solver import rate_for_total

        return rate_for_total(view)[0].move


class ColorYamExpertBot(ColorYamBot):
    """Maximises its chance to win, given the entries of the others."""

    def _decide(self, view: ColorYamView, rng: Random) -> ColorYamMove:
        from quincunx.games.coloryam.solver import rate_for_win

        return rate_for_win(view)[0].move


BOTS: Final = bot_levels(ColorYamEasyBot, ColorYamMediumBot, ColorYamExpertBot)
