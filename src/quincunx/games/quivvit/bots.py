"""The bots: easy, medium, expert, and simple ones that the lab measures them against.

`easy` notices only some links. `medium` takes the most points, then the most cards. `expert` also
weighs what it leaves to the others and maximises its chance to win. `forecast` judges that with a
trained network instead of playouts.
"""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, cast

from quincunx.core.bots import Bot, Turn, bot_levels
from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.quivvit.moves import Block, Decline, Draw, QuivvitMove
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.state import QuivvitView

if TYPE_CHECKING:
    from quincunx.games.quivvit.solver import QuivvitPlay

# The functions import what they need, so that `import quincunx` does not load NumPy and numba.

QuivvitTurn = Turn[QuivvitMove, QuivvitView]


class QuivvitBot(Bot[QuivvitMove, QuivvitView]):
    """The base of all Quivvit bots: it tells the three kinds of decisions apart."""

    def choose(self, turn: QuivvitTurn) -> QuivvitMove:
        match turn.view.phase:
            case "block":
                return self._choose_block(turn)
            case "bonus":
                from quincunx.games.quivvit.search.bonus_draw import should_draw

                return Draw() if should_draw(turn.view) else Decline()
            case _:
                return self._choose_play(turn)

    @abstractmethod
    def _choose_play(self, turn: QuivvitTurn) -> QuivvitMove:
        """Choose a card to rotate or a free link to claim."""

    @abstractmethod
    def _choose_block(self, turn: QuivvitTurn) -> QuivvitMove:
        """Decide whether to cover a card, and which."""


class QuivvitEasyBot(QuivvitBot):
    """Sees one link at a time, without diagonal cards, and overlooks some rotations."""

    notice_probability: Final = 0.3
    """The probability of noticing a rotation."""
    block_probability: Final = 0.2
    """The probability of covering a card when asked."""

    def _choose_play(self, turn: QuivvitTurn) -> QuivvitMove:
        from quincunx.games.quivvit.search.first_sight import visible_rotations

        seen = visible_rotations(turn.view)
        noticed = [rotation for rotation in seen if turn.rng.random() < self.notice_probability]
        return max(noticed or seen[:1], key=lambda rotation: rotation.points).move

    def _choose_block(self, turn: QuivvitTurn) -> QuivvitMove:
        from quincunx.games.quivvit.search.first_sight import visible_rotations

        if turn.rng.random() >= self.block_probability:
            return Decline()
        seen = visible_rotations(turn.view)
        return Block(max(seen, key=lambda rotation: rotation.points).move.cell)


class QuivvitGreedyBot(QuivvitBot):
    """Maximises what it takes in this turn."""

    min_block_cost: Final = 3
    """It blocks if that costs the seat on turn at least this many points."""

    def _choose_play(self, turn: QuivvitTurn) -> QuivvitMove:
        from quincunx.games.quivvit.solver import plays_of_view

        return max(plays_of_view(turn.view), key=self._play_value).move

    @abstractmethod
    def _play_value(self, play: QuivvitPlay) -> tuple[int, ...]: ...

    def _choose_block(self, turn: QuivvitTurn) -> QuivvitMove:
        from quincunx.games.quivvit.search.lookahead import block_costs

        cell, cost = next(iter(block_costs(_rules(turn), turn.view).items()))
        return Block(cell) if cost >= self.min_block_cost else Decline()


class QuivvitMostPointsBot(QuivvitGreedyBot):
    """Takes the most points, then the most cards."""

    def _play_value(self, play: QuivvitPlay) -> tuple[int, ...]:
        return play.points, not play.spends, play.cards


class QuivvitMostCardsBot(QuivvitGreedyBot):
    """Takes the most cards, then the most points."""

    def _play_value(self, play: QuivvitPlay) -> tuple[int, ...]:
        return play.cards, not play.spends, play.points


class QuivvitForecastBot(QuivvitMostPointsBot):
    """Judges plays by what a trained network expects of the next turns; it needs no numba.

    With rules that the network cannot judge it takes the most points.
    """

    weights: ClassVar[str | Path | None] = None
    """The file of the network's weights; by default those that come with the package."""

    def __init__(self) -> None:
        if self.weights is not None:
            from quincunx.games.quivvit.forecast.network import read_weights

            # A file that cannot be used is an error now and not in the first turn.
            read_weights(self.weights)

    def _choose_play(self, turn: QuivvitTurn) -> QuivvitMove:
        from quincunx.games.quivvit.forecast.network import read_weights
        from quincunx.games.quivvit.search.forecast_play import can_forecast, play_by_forecast

        rules = _rules(turn)
        if not can_forecast(rules):
            return super()._choose_play(turn)
        return play_by_forecast(rules, turn.view, read_weights(self.weights)).move


class QuivvitExpertBot(QuivvitBot):
    """Maximises its chance to win by playouts; `work` is the number of random deals."""

    # Without numba more deals would take too long.
    work = 2000 if HAS_NUMBA else 10

    def _choose_play(self, turn: QuivvitTurn) -> QuivvitMove:
        from quincunx.games.quivvit.search.lookahead import rank_turn_moves

        work = turn.work or self.work
        return rank_turn_moves(_rules(turn), turn.view, work, turn.rng)[0].move

    def _choose_block(self, turn: QuivvitTurn) -> QuivvitMove:
        from quincunx.games.quivvit.search.lookahead import rank_block_moves

        work = turn.work or self.work
        return rank_block_moves(_rules(turn), turn.view, work, turn.rng)[0].move


# So few deals as are possible without numba are worse than taking the most points.
EXPERT: Final = QuivvitExpertBot if HAS_NUMBA else QuivvitForecastBot


def _rules(turn: QuivvitTurn) -> QuivvitRules:
    return cast(QuivvitRules, turn.rules)


BOTS: Final = bot_levels(
    QuivvitEasyBot,
    QuivvitMostPointsBot,
    EXPERT,
    most_points=QuivvitMostPointsBot,
    most_cards=QuivvitMostCardsBot,
    forecast=QuivvitForecastBot,
)
