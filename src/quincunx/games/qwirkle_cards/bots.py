"""The bots: easy, medium, expert, and two that the lab measures them against.

`easy` adds to sets and starts sets. `medium` makes the most Qwirkles, then plays the most cards.
`expert` also weighs what it leaves to the others and what it keeps.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from quincunx.core.bots import Bot, Turn, bot_levels
from quincunx.games.qwirkle_cards.layouts.plays import simple_plays
from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove, QwirkleCardsPlay, Redraw
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.sets import is_qwirkle
from quincunx.games.qwirkle_cards.solver import QwirkleCardsChoice, choices, lay_out
from quincunx.games.qwirkle_cards.state import QwirkleCardsView

QwirkleCardsTurn = Turn[QwirkleCardsMove, QwirkleCardsView]


class QwirkleCardsBot(Bot[QwirkleCardsMove, QwirkleCardsView]):
    """The base of all Qwirkle Cards bots; a redraw needs no decision."""

    def choose(self, turn: QwirkleCardsTurn) -> QwirkleCardsMove:
        return Redraw() if turn.view.phase == "redraw" else self._choose_play(turn)

    @abstractmethod
    def _choose_play(self, turn: QwirkleCardsTurn) -> QwirkleCardsPlay:
        """Choose a play; at least one is legal."""


class QwirkleCardsEasyBot(QwirkleCardsBot):
    """Plays one set at a time, a Qwirkle if that makes one, and rearranges only if it must."""

    def _choose_play(self, turn: QwirkleCardsTurn) -> QwirkleCardsPlay:
        plays = [*simple_plays(*position_of(turn.view))]
        qwirkles = [play for play in plays if any(map(is_qwirkle, play.new))]
        return turn.rng.choice(qwirkles or plays)


class QwirkleCardsChoosingBot(QwirkleCardsBot):
    """Chooses cards and Qwirkles, and lays them out so that the fewest cards move."""

    def _choose_play(self, turn: QwirkleCardsTurn) -> QwirkleCardsPlay:
        return lay_out(position_of(turn.view).table, self._choose_cards(turn))[0]

    @abstractmethod
    def _choose_cards(self, turn: QwirkleCardsTurn) -> QwirkleCardsChoice: ...


class QwirkleCardsGreedyBot(QwirkleCardsChoosingBot):
    """Makes the most Qwirkles; the number of cards breaks ties."""

    card_weight: int
    """1 to prefer more cards, −1 to prefer fewer."""

    def _choose_cards(self, turn: QwirkleCardsTurn) -> QwirkleCardsChoice:
        def worth(choice: QwirkleCardsChoice) -> tuple[int, int]:
            return choice.qwirkles, self.card_weight * len(choice.cards)

        found = choices(*position_of(turn.view))
        best = max(map(worth, found))
        return turn.rng.choice([choice for choice in found if worth(choice) == best])


class QwirkleCardsFewestCardsBot(QwirkleCardsGreedyBot):
    """Makes the most Qwirkles with the fewest cards."""

    card_weight = -1


class QwirkleCardsMostCardsBot(QwirkleCardsGreedyBot):
    """Makes the most Qwirkles with the most cards."""

    card_weight = 1


class QwirkleCardsExpertBot(QwirkleCardsChoosingBot):
    """Ranks every play by what is likely to follow; `work` is the number of sampled hands."""

    work = 4000

    def _choose_cards(self, turn: QwirkleCardsTurn) -> QwirkleCardsChoice:
        from quincunx.games.qwirkle_cards.search.lookahead import best_choice

        return best_choice(turn.view, turn.work or self.work, turn.rng)


BOTS: Final = bot_levels(
    QwirkleCardsEasyBot,
    QwirkleCardsMostCardsBot,
    QwirkleCardsExpertBot,
    most_qwirkles_fewest_cards=QwirkleCardsFewestCardsBot,
    most_qwirkles_most_cards=QwirkleCardsMostCardsBot,
)
