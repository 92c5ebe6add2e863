"""The bots: easy, medium, expert, and two that the lab measures them against.

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
from quincunx.games.qwirkle_cards.sets import is_qwirkle
from quincunx.games.qwirkle_cards.solver import QwirkleCardsChoice, choices, lay_out
from quincunx.games.qwirkle_cards.state import QwirkleCardsView


class QwirkleCardsBot(Bot[QwirkleCardsMove, QwirkleCardsView]):
    """The base of all Qwirkle Cards bots; a redraw needs no decision."""

    def choose(
        self,
        view: QwirkleCardsView,
        observations: Sequence[Observation[QwirkleCardsMove]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> QwirkleCardsMove:
        return Redraw() if view.phase == "redraw" else self._choose_play(view, work, rng)

    @abstractmethod
    def _choose_play(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsPlay:
        """Choose a play; at least one is legal."""


class QwirkleCardsEasyBot(QwirkleCardsBot):
    """Plays one set at a time, a Qwirkle if that makes one, and rearranges only if it must."""

    def _choose_play(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsPlay:
        plays = [*simple_plays(*position_of(view))]
        qwirkles = [play for play in plays if any(map(is_qwirkle, play.new))]
        return rng.choice(qwirkles or plays)


class QwirkleCardsChoosingBot(QwirkleCardsBot):
    """Chooses cards and Qwirkles, and lays them out so that the fewest cards move."""

    def _choose_play(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsPlay:
        return lay_out(position_of(view).table, self._choose_cards(view, work, rng))[0]

    @abstractmethod
    def _choose_cards(
        self, view: QwirkleCardsView, work: int, rng: Random
    ) -> QwirkleCardsChoice: ...


class QwirkleCardsGreedyBot(QwirkleCardsChoosingBot):
    """Makes the most Qwirkles; the number of cards breaks ties."""

    card_weight: int
    """1 to prefer more cards, −1 to prefer fewer."""

    def _choose_cards(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsChoice:
        def worth(choice: QwirkleCardsChoice) -> tuple[int, int]:
            return choice.qwirkles, self.card_weight * len(choice.cards)

        found = choices(*position_of(view))
        best = max(map(worth, found))
        return rng.choice([choice for choice in found if worth(choice) == best])


class QwirkleCardsFewestCardsBot(QwirkleCardsGreedyBot):
    """Makes the most Qwirkles with the fewest cards."""

    card_weight = -1


class QwirkleCardsMostCardsBot(QwirkleCardsGreedyBot):
    """Makes the most Qwirkles with the most cards."""

    card_weight = 1


class QwirkleCardsExpertBot(QwirkleCardsChoosingBot):
    """Ranks every play by what is likely to follow; `work` is the number of sampled hands."""

    work = 4000

    def _choose_cards(self, view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsChoice:
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
