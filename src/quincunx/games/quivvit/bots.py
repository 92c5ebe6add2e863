"""The players: easy, medium, expert, and what the lab measures them against.

`medium` takes the most points, ties by the most cards, and does not look further. `expert` looks at
what it leaves to others and plays to win. `easy` sees a link here and there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from quincunx.core.bots import AnyBot, Bot, RandomBot
from quincunx.core.observation import Observation
from quincunx.core.rules import AnyRules
from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.quivvit.moves import Block, Decline, Draw, QuivvitMove
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.state import QuivvitView

if TYPE_CHECKING:
    from quincunx.games.quivvit.solver import QuivvitPlay

# Who has a decision to take waits for the compiler and NumPy; nobody else does.


class QuivvitBot(Bot[QuivvitMove, QuivvitView]):
    """What all of them have in common: three kinds of decisions."""

    rules: QuivvitRules

    def choose(
        self,
        view: QuivvitView,
        observations: Sequence[Observation[QuivvitMove]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> QuivvitMove:
        match view.phase:
            case "block":
                return self._answer(view, work, rng)
            case "bonus":
                from quincunx.games.quivvit.search.bonus_draw import should_draw

                return Draw() if should_draw(view) else Decline()
            case _:
                return self._turn(view, work, rng)

    def acts_at(
        self, view: QuivvitView, observations: Sequence[Observation[QuivvitMove]], rng: Random
    ) -> int | None:
        """Only where it is waited for: it never asks not to be asked."""
        awaited = {"block": view.waiting, "bonus": view.waiting[:1]}.get(view.phase, (view.turn,))
        return observations[-1].at if view.seat in awaited else None

    @abstractmethod
    def _turn(self, view: QuivvitView, work: int, rng: Random) -> QuivvitMove:
        """Which card to rotate, or which free link to claim."""

    @abstractmethod
    def _answer(self, view: QuivvitView, work: int, rng: Random) -> QuivvitMove:
        """Whether to cover a card, and which."""


class QuivvitEasyBot(QuivvitBot):
    """Sees links one at a time, without the cards across, and overlooks some."""

    notices: Final = 0.3
    """How likely it is to notice what a rotation would link."""
    blocks: Final = 0.2
    """How likely it is to cover a card when asked."""

    def _turn(self, view: QuivvitView, work: int, rng: Random) -> QuivvitMove:
        from quincunx.games.quivvit.search.first_sight import glances

        seen = glances(view)
        noticed = [glance for glance in seen if rng.random() < self.notices]
        return max(noticed or seen[:1], key=lambda glance: glance.points).move

    def _answer(self, view: QuivvitView, work: int, rng: Random) -> QuivvitMove:
        from quincunx.games.quivvit.search.first_sight import glances

        if rng.random() >= self.blocks:
            return Decline()
        return Block(max(glances(view), key=lambda glance: glance.points).move.cell)


class QuivvitGreedyBot(QuivvitBot):
    """Takes the most of something now, and looks no further."""

    enough: Final = 3
    """The points of the next play for which it gives its Color Block card."""

    def _turn(self, view: QuivvitView, work: int, rng: Random) -> QuivvitMove:
        from quincunx.games.quivvit.solver import plays_of

        return max(plays_of(view), key=self._worth).move

    @abstractmethod
    def _worth(self, play: QuivvitPlay) -> tuple[int, ...]: ...

    def _answer(self, view: QuivvitView, work: int, rng: Random) -> QuivvitMove:
        from quincunx.games.quivvit.search.lookahead import costs_of_blocks

        cell, cost = next(iter(costs_of_blocks(self.rules, view).items()))
        return Block(cell) if cost >= self.enough else Decline()


class QuivvitMostPointsBot(QuivvitGreedyBot):
    """The most points now, ties by the most cards."""

    def _worth(self, play: QuivvitPlay) -> tuple[int, ...]:
        return play.points, not play.spends, play.cards


class QuivvitMostCardsBot(QuivvitGreedyBot):
    """The most cards now, ties by the most points."""

    def _worth(self, play: QuivvitPlay) -> tuple[int, ...]:
        return play.cards, not play.spends, play.points


class QuivvitExpertBot(QuivvitBot):
    """Plays to win, by what it leaves on the grid and what may come up. Work: deals imagined."""

    # Uncompiled it would keep people waiting.
    work = 2000 if HAS_NUMBA else 10

    def _turn(self, view: QuivvitView, work: int, rng: Random) -> QuivvitMove:
        from quincunx.games.quivvit.search.lookahead import turn_options

        return turn_options(self.rules, view, work, rng)[0].move

    def _answer(self, view: QuivvitView, work: int, rng: Random) -> QuivvitMove:
        from quincunx.games.quivvit.search.lookahead import block_options

        return block_options(self.rules, view, work, rng)[0].move


BOTS: Final[dict[str, Callable[[AnyRules], AnyBot]]] = {
    "easy": QuivvitEasyBot,
    "medium": QuivvitMostPointsBot,
    "expert": QuivvitExpertBot,
    "random": RandomBot,
    "most-points": QuivvitMostPointsBot,
    "most-cards": QuivvitMostCardsBot,
}
