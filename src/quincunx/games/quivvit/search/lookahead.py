"""Ranks the moves of a seat by playing the game on from each of them (playouts).

Every candidate is tried on the same random deals of the cards that are left in the deck. In each
deal the next turns are played by taking the most points; the standings then, and the expected
points and variance of the turns after that, give the chance to win. After each stage the worse half
of the candidates is dropped (sequential halving).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np

from quincunx.games.quivvit.cards import COLOURS, KINDS, NO_CARD, VALUE_OF_KIND
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELL_NAMES
from quincunx.games.quivvit.kernel import (
    APART_CARDS,
    APART_POINTS,
    CARDS_TAKEN,
    COVERED,
    DECK_COUNTED_AFTER,
    DRAIN_STATE,
    DRAINING,
    ENDS_ROUND,
    EXPECTED,
    HOLDS_DOUBLE,
    OWN_TURNS_LEFT,
    POINTS,
    SEAT,
    TURNS_LEFT,
    VARIANCE,
    KernelArray,
    cards_needed,
    run_playouts,
    sample_deals,
    take_cards,
)
from quincunx.games.quivvit.moves import Block, Decline, QuivvitMove
from quincunx.games.quivvit.rules import (
    ROUNDS,
    QuivvitRules,
)
from quincunx.games.quivvit.search.turn_statistics import (
    FULL_DECK_MEAN,
    FutureTurn,
    TurnEstimates,
    future_turns,
)
from quincunx.games.quivvit.solver import (
    QuivvitPlay,
    kernel_grid,
    most_points,
    plays_of_view,
    points_order,
)
from quincunx.games.quivvit.state import QuivvitView

LOOKAHEAD_TURNS: Final = 4
"""How many turns a playout lasts."""
MAX_POINTS_BELOW_BEST: Final = 3
"""Plays that score fewer points than the best by more than this are left out."""
MAX_CANDIDATES: Final = 16
"""The most plays that are compared."""
MAX_BLOCK_CANDIDATES: Final = 6
"""The most cards for which covering them is tried."""
HALVING_STAGES: Final = 4


class RankedMove(NamedTuple):
    """A move and its value: the chance to win, or points for a single player."""

    move: QuivvitMove
    value: float


class Candidates(NamedTuple):
    """Moves, each with the grid and the standings that it leads to."""

    moves: Sequence[QuivvitMove]
    grids: KernelArray
    standings: KernelArray


class Lookahead:
    """Evaluates the moves of one seat by playouts."""

    def __init__(self, rules: QuivvitRules, view: QuivvitView, me: int, *, begun: bool) -> None:
        """Prepare the playouts.

        If `begun`, the moves are plays of the current turn; otherwise they come before it.
        """
        self.me = me
        self._estimates = TurnEstimates(rules, view)
        self._statistics = self._estimates.statistics
        self._rules = rules
        self._view = view
        to_come = future_turns(rules, view)
        ahead = min(LOOKAHEAD_TURNS, len(to_come) - begun)
        self.turns = self._turns_array(to_come, ahead, begun=begun)
        self.rest = self._rest_array(to_come[begun + ahead :])
        self.left = sum(view.deck)
        self.double = np.array(self._statistics.double) + _mean_bonus(view) - FULL_DECK_MEAN
        self.standings = np.array(
            [
                view.points,
                view.cards,
                view.apart_points,
                tuple(len(pile) for pile in view.apart),
                view.doubles,
            ],
            np.float64,
        )
        self._to_come = to_come

    def _turns_array(
        self, to_come: Sequence[FutureTurn], ahead: int, *, begun: bool
    ) -> KernelArray:
        """Return the kernel's turns array: the turn that ends with the move, then those ahead."""
        turns = np.zeros((4, ahead + 1), np.int64)
        for column in range(1 - begun, ahead + 1):
            place = column - (1 - begun)
            turn = to_come[place]
            turns[SEAT, column] = turn.seat
            turns[OWN_TURNS_LEFT, column] = self._capped(
                sum(later.seat == turn.seat for later in to_come[place + 1 :])
            )
            turns[ENDS_ROUND, column] = turn.ends_round
            if self._rules.options.drain_the_deck and turn.round >= ROUNDS:
                turns[DRAIN_STATE, column] = DRAINING if turn.round > ROUNDS else DECK_COUNTED_AFTER
        return turns

    def _rest_array(self, later: Sequence[FutureTurn]) -> KernelArray:
        """Return the kernel's rest array: what is expected of the turns after the playouts."""
        rest = np.zeros((3, self._rules.seats))
        for turn in later:
            rest[EXPECTED, turn.seat] += self._estimates.points(turn)
            rest[VARIANCE, turn.seat] += self._statistics.variance
            rest[TURNS_LEFT, turn.seat] = self._capped(int(rest[TURNS_LEFT, turn.seat]) + 1)
        return rest

    def _capped(self, turns: int) -> int:
        """Return the number of turns, or the largest for which `TurnStatistics` has a value."""
        return min(turns, len(self._statistics.double) - 1)

    def block_worth(self, seat: int) -> float:
        """Return the points that keeping a Color Block card is worth against each opponent."""
        of_others = sum(turn.seat != seat for turn in self._to_come)
        if not of_others:
            return 0.0
        return self._statistics.block[self._capped(of_others - 1)] / (self._rules.seats - 1)

    def value(self, work: int, rng: Random) -> float:
        """Estimate the chance of the seat to win, or its points if it plays alone."""
        deals, dice = self._sample(work, np.random.default_rng(rng.getrandbits(64)))
        if self._view.colour is not None:
            dice[:, :1] = COLOURS.index(self._view.colour)
        standings = self.standings.copy()
        for seat in np.flatnonzero(self._view.may_block).tolist():
            standings[POINTS, seat] += self.block_worth(seat)
        grid = kernel_grid(self._view.grid, self._view.blocks)
        as_it_is = Candidates((), grid[np.newaxis], standings[np.newaxis])
        total = np.zeros(1)
        self._play_out(as_it_is, np.arange(1), deals, dice, total)
        return float(total[0] / work)

    def rank(self, candidates: Candidates, work: int, rng: Random) -> list[RankedMove]:
        """Rank the candidates: those that stayed in longest first, then by value."""
        chance = np.random.default_rng(rng.getrandbits(64))
        deals, dice = self._sample(work, chance)
        number = len(candidates.moves)
        totals, tried = np.zeros(number), np.zeros(number)
        alive = np.arange(number)
        for stage in np.array_split(np.arange(work), HALVING_STAGES):
            if len(alive) == 1:
                break
            self._play_out(candidates, alive, deals[stage], dice[stage], totals)
            tried[alive] += len(stage)
            alive = alive[np.argsort(-totals[alive], kind="stable")][: max(2, len(alive) // 2)]
        values = totals / np.maximum(tried, 1)
        order = np.lexsort((-values, -tried)).tolist()
        return [RankedMove(candidates.moves[place], float(values[place])) for place in order]

    def _play_out(
        self,
        candidates: Candidates,
        alive: KernelArray,
        deals: KernelArray,
        dice: KernelArray,
        totals: KernelArray,
    ) -> None:
        """Add the results of the deals to `totals` for the candidates that are still alive."""
        run_playouts(
            candidates.grids,
            candidates.standings,
            alive,
            deals,
            dice,
            self.turns,
            self.rest,
            self.double,
            self.me,
            self.left,
            totals,
        )

    def _sample(self, number: int, chance: np.random.Generator) -> tuple[KernelArray, KernelArray]:
        """Return random deals, and for each the colours on the die by turn (−1: every colour)."""
        ahead = self.turns.shape[1] - 1
        deck = np.repeat(np.arange(KINDS), self._view.deck)
        cards = sample_deals(deck, chance.random((number, min(len(deck), cards_needed(ahead)))))
        if not self._rules.options.random_color:
            return cards, np.full((number, ahead), -1)
        return cards, chance.integers(len(COLOURS), size=(number, ahead))


def _mean_bonus(view: QuivvitView) -> float:
    """Return the mean value of the card that a Double Rotate card draws at the end."""
    left = sum(view.deck)
    total = sum(VALUE_OF_KIND[kind] * count for kind, count in enumerate(view.deck))
    return total / left if left else 0.0


def rank_turn_moves(
    rules: QuivvitRules, view: QuivvitView, work: int, rng: Random
) -> list[RankedMove]:
    """Rank the moves of the seat on turn; plays far below the most points are left out."""
    assert view.turn is not None
    found = _select_plays(plays_of_view(view))
    lookahead = Lookahead(rules, view, view.turn, begun=True)
    if lookahead.turns.shape[1] == 1 and rules.seats == 1:
        return [RankedMove(play.move, play.points) for play in found]
    return lookahead.rank(_candidates(lookahead, view, found), work, rng)


def compare_plays(
    rules: QuivvitRules,
    view: QuivvitView,
    one: QuivvitPlay,
    other: QuivvitPlay,
    work: int,
    rng: Random,
) -> dict[QuivvitMove, float]:
    """Return the values of two plays of the seat on turn, tried on the same deals."""
    assert view.turn is not None
    lookahead = Lookahead(rules, view, view.turn, begun=True)
    return dict(lookahead.rank(_candidates(lookahead, view, (one, other)), work, rng))


def _candidates(
    lookahead: Lookahead, view: QuivvitView, found: Sequence[QuivvitPlay]
) -> Candidates:
    """Return the plays with the grids and standings that they lead to."""
    assert view.turn is not None
    grids = np.tile(kernel_grid(view.grid, view.blocks), (len(found), 1))
    standings = np.tile(lookahead.standings, (len(found), 1, 1))
    points, cards = (APART_POINTS, APART_CARDS) if view.draining else (POINTS, CARDS_TAKEN)
    for play, grid, standing in zip(found, grids, standings[..., view.turn], strict=True):
        take_cards(grid, play.number, play.mask)
        standing[points] += play.points
        standing[cards] += play.cards
        standing[HOLDS_DOUBLE] -= play.spends
    return Candidates([play.move for play in found], grids, standings)


def _select_plays(found: Sequence[QuivvitPlay]) -> list[QuivvitPlay]:
    """Keep the plays near the most points, and for each set of cards only the cheapest way."""
    ranked = sorted(found, key=points_order, reverse=True)
    least = ranked[0].points - MAX_POINTS_BELOW_BEST
    by_cells: dict[object, QuivvitPlay] = {}
    for play in ranked:
        if play.points >= least:
            by_cells.setdefault(play.cells or play.move, play)
    return [*by_cells.values()][:MAX_CANDIDATES]


def rank_block_moves(
    rules: QuivvitRules, view: QuivvitView, work: int, rng: Random
) -> list[RankedMove]:
    """Rank declining to block against covering the cards that cost the seat on turn most."""
    assert view.seat is not None
    lookahead = Lookahead(rules, view, view.seat, begun=False)
    cells = [*block_costs(rules, view)][:MAX_BLOCK_CANDIDATES]
    moves: list[QuivvitMove] = [Decline(), *map(Block, cells)]
    grids = np.tile(kernel_grid(view.grid, view.blocks), (len(moves), 1))
    standings = np.tile(lookahead.standings, (len(moves), 1, 1))
    for grid, name in zip(grids[1:], cells, strict=True):
        grid[CELL_BY_NAME[name]] = COVERED
    standings[0, POINTS, view.seat] += lookahead.block_worth(view.seat)
    return lookahead.rank(Candidates(moves, grids, standings), work, rng)


def expected_threat(rules: QuivvitRules, view: QuivvitView) -> float:
    """Return the most points that the seat on turn can take.

    With Random Color the die is rolled later, so this is the mean over its colours.
    """
    return _threat(rules, view, kernel_grid(view.grid, view.blocks))


def _threat(rules: QuivvitRules, view: QuivvitView, grid: KernelArray) -> float:
    assert view.turn is not None
    double = view.doubles[view.turn]
    colours = COLOURS if rules.options.random_color else (None,)
    return sum(most_points(grid, colour, double=double) for colour in colours) / len(colours)


def block_costs(rules: QuivvitRules, view: QuivvitView) -> dict[str, float]:
    """Return by how much covering each card lowers the threat, the largest reduction first."""
    grid = kernel_grid(view.grid, view.blocks)
    before = _threat(rules, view, grid)
    costs: dict[str, float] = {}
    for cell in np.flatnonzero(grid < NO_CARD).tolist():
        card, grid[cell] = int(grid[cell]), COVERED
        costs[CELL_NAMES[cell]] = before - _threat(rules, view, grid)
        grid[cell] = card
    return dict(sorted(costs.items(), key=lambda cost: (-cost[1], cost[0])))
