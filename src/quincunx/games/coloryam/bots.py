"""The players: easy, medium, expert.

`medium` makes its own expected total as high as can be, exactly, and does not look at the others.
`expert` plays to win against what the others have and may still get. `easy` looks one roll ahead
and makes mistakes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from quincunx.core.bots import AnyBot, Bot, RandomBot
from quincunx.core.observation import Observation
from quincunx.core.rules import AnyRules
from quincunx.games.coloryam.moves import ColorYamMove, CrossOut, EnterTotal, RollAll
from quincunx.games.coloryam.state import ColorYamView

# The solver needs NumPy, which takes a while to load: only who has a decision to take waits for it.


class ColorYamBot(Bot[ColorYamMove, ColorYamView]):
    """What all levels have in common: the first roll is no decision."""

    def choose(
        self,
        view: ColorYamView,
        observations: Sequence[Observation[ColorYamMove]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> ColorYamMove:
        if view.phase == "roll" and not view.rolls:
            return RollAll()
        return self._decide(view, rng)

    @abstractmethod
    def _decide(self, view: ColorYamView, rng: Random) -> ColorYamMove:
        """Which dice to keep, or what to do with a failed challenge."""


class ColorYamEasyBot(ColorYamBot):
    """Sees this line and the next roll only, and often takes what merely looks good."""

    slips: Final = 0.4
    """How often it takes one of the better choices instead of the best."""
    tempted: Final = 5
    """How many choices look good."""
    enough: Final = 20
    """The total that is not given away for an X."""

    def _decide(self, view: ColorYamView, rng: Random) -> ColorYamMove:
        from quincunx.games.coloryam.solver import rate_one_roll_ahead

        if view.phase == "choose":
            assert view.total is not None
            return EnterTotal() if view.total >= self.enough else CrossOut()
        good = rate_one_roll_ahead(view)[: self.tempted]
        return rng.choice(good).move if rng.random() < self.slips else good[0].move


class ColorYamMediumBot(ColorYamBot):
    """Makes its own total as high as it can be on average."""

    def _decide(self, view: ColorYamView, rng: Random) -> ColorYamMove:
        from quincunx.games.coloryam.solver import rate_for_total

        return rate_for_total(view)[0].move


class ColorYamExpertBot(ColorYamBot):
    """Makes the chance to win as high as it can be, by all that is known of the others."""

    def _decide(self, view: ColorYamView, rng: Random) -> ColorYamMove:
        from quincunx.games.coloryam.solver import rate_for_win

        return rate_for_win(view)[0].move


BOTS: Final[dict[str, Callable[[AnyRules], AnyBot]]] = {
    "easy": ColorYamEasyBot,
    "medium": ColorYamMediumBot,
    "expert": ColorYamExpertBot,
    "random": RandomBot,
}
