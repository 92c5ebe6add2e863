"""The players: easy, medium, expert, and two for the lab.

`easy` adds to sets and starts sets. `medium` makes the most Qwirkles, then plays the most cards.
`expert` also weighs what it leaves to the others and what it keeps.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from quincunx.core.bots import AnyBot, Bot, RandomBot
from quincunx.core.observation import Observation
from quincunx.core.rules import AnyRules
from quincunx.games.qwirkle_cards.layouts.plays import simple_plays
from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove, QwirkleCardsPlay, Redraw
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.rules import QwirkleCardsView
from quincunx.games.qwirkle_cards.sets import is_qwirkle
from quincunx.games.qwirkle_cards.solver import QwirkleCardsChoice, choices, laid


class QwirkleCardsBot(Bot[QwirkleCardsMove, QwirkleCardsView]):
    """What all levels have in common: a redraw is no decision."""

    def choose(
        self,
        view: QwirkleCardsView,
        observations: Sequence[Observation[QwirkleCardsMove]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> QwirkleCardsMove:
        return Redraw() if view.phase == "redraw" else self._decide(view, work, rng)

    @abstractmethod
    def _decide(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsPlay:
        """What to play; something can be played."""


class QwirkleCardsEasyBot(QwirkleCardsBot):
    """One set at a time; sees a Qwirkle when one move makes it, and switches only if it must."""

    def _decide(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsPlay:
        plays = [*simple_plays(*position_of(view))]
        qwirkles = [play for play in plays if any(map(is_qwirkle, play.new))]
        return rng.choice(qwirkles or plays)


class QwirkleCardsChoosingBot(QwirkleCardsBot):
    """Chooses cards and Qwirkles, and lays them out with as few cards moved as can be."""

    def _decide(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsPlay:
        return laid(position_of(view).table, self._choose(view, work, rng))[0]

    @abstractmethod
    def _choose(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsChoice: ...


class QwirkleCardsGreedyBot(QwirkleCardsChoosingBot):
    """The most Qwirkles, and of these plays one by the number of cards."""

    cards: int
    """What a card more counts."""

    def _choose(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsChoice:
        def worth(choice: QwirkleCardsChoice) -> tuple[int, int]:
            return choice.qwirkles, self.cards * len(choice.cards)

        found = choices(*position_of(view))
        best = max(map(worth, found))
        return rng.choice([choice for choice in found if worth(choice) == best])


class QwirkleCardsFewestCardsBot(QwirkleCardsGreedyBot):
    """The most Qwirkles, with the fewest cards."""

    cards = -1


class QwirkleCardsMostCardsBot(QwirkleCardsGreedyBot):
    """The most Qwirkles, with the most cards."""

    cards = 1


class QwirkleCardsExpertBot(QwirkleCardsChoosingBot):
    """Weighs every play by what is likely to come after it."""

    work = 4000

    def _choose(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsChoice:
        from quincunx.games.qwirkle_cards.search.lookahead import best_choice

        return best_choice(view, work, rng)


BOTS: Final[dict[str, Callable[[AnyRules], AnyBot]]] = {
    "easy": QwirkleCardsEasyBot,
    "medium": QwirkleCardsMostCardsBot,
    "expert": QwirkleCardsExpertBot,
    "random": RandomBot,
    "most-qwirkles-fewest-cards": QwirkleCardsFewestCardsBot,
    "most-qwirkles-most-cards": QwirkleCardsMostCardsBot,
}
