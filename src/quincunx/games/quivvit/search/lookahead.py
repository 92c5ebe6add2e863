"""What a choice leads to: many continuations imagined, and how often they are won.

Every candidate is tried on the same deals: the cards that may come up next, from what is known to
be left in the deck. In each, the next turns are played by the most points; where the game stands
then, and the luck of the turns after that, give the chance to win. The better half of the
candidates goes on to further deals, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np

from quincunx.games.quivvit.cards import COLOURS, KINDS, NO_CARD, value_of_kind
from quincunx.games.quivvit.grid import CELL, NAMES
from quincunx.games.quivvit.kernel import (
    APART,
    APART_TAKEN,
    COUNTED,
    COVERED,
    DRAINING,
    DRAINS,
    ENDS,
    EXPECTED,
    HOLDS,
    OWN_LEFT,
    POINTS,
    SEAT,
    TAKEN,
    TURNS_LEFT,
    VARIANCE,
    Array,
    cards_ahead,
    deal_out,
    imagine,
    take,
)
from quincunx.games.quivvit.moves import Block, Decline, QuivvitMove
from quincunx.games.quivvit.rules import DRAIN_TURNS_A_DECK, DRAINED, ROUNDS, QuivvitRules
from quincunx.games.quivvit.solver import QuivvitPlay, grid_of, most_points, plays_of, worth
from quincunx.games.quivvit.state import QuivvitView

AHEAD: Final = 4
"""How many turns are played on."""
GAP: Final = 3
"""So many points below the best, a play is not looked at."""
MOST: Final = 16
"""How many candidates are looked at."""
BLOCKS: Final = 6
"""Of so many cards it is looked at what covering them leads to."""
STAGES: Final = 4

BY_TURNS: Final = (0, 1, 2, 3, 5, 8, 11, 15, 20)
"""The numbers of turns before a turn for which `TurnStatistics` knows what that turn is like."""


FULL_DECK_MEAN: Final = 1.5
"""The mean value of a card of the whole deck; what `Luck.double` was measured with."""


class RankedMove(NamedTuple):
    """Something to do, and what it is worth: a chance to win; alone, points."""

    move: QuivvitMove
    value: float


class Candidates(NamedTuple):
    """Things to do, each with the grid and the table that it leaves."""

    moves: Sequence[QuivvitMove]
    grids: Array
    tables: Array


class FutureTurn(NamedTuple):
    """A turn to come."""

    seat: int
    round: int
    place: int
    """How many turns of its round come before it."""
    ends_round: bool


class TurnStatistics(NamedTuple):
    """What turns of players who take the most points are like.

    Measured by `python -m bench quivvit_statistics` over 2,000 games each with two and with four
    seats and Drain the Deck; see docs/quivvit.md.
    """

    cards: tuple[float, ...]
    """What a turn takes from the grid on average, by `BY_TURNS`."""
    points: tuple[float, ...]
    """What it brings on average, by `BY_TURNS`."""
    variance: float
    """By how much the points of a turn vary, from turn to turn of one game."""
    covered: float
    """What each covered card multiplies cards and points by."""
    double: tuple[float, ...]
    """What a held Double Rotate card is worth, by the own turns that are left."""
    block: tuple[float, ...]
    """What a held Color Block card is worth, by the turns of others that are left."""


ANY_COLOUR: Final = TurnStatistics(
    cards=(5.31, 5.11, 5.02, 4.94, 4.89, 4.81, 4.78, 4.73, 4.67),
    points=(10.2, 9.3, 8.9, 8.6, 8.2, 7.9, 7.6, 7.5, 7.3),
    variance=2.9,
    covered=0.95,
    double=(1.5, 1.9, 2.3, 2.6, 3.0, 3.2),
    block=(0.0, 1.6, 2.1, 2.4, 2.6, 2.7),
)
ONE_COLOUR: Final = TurnStatistics(
    cards=(3.18, 3.11, 3.07, 3.05, 2.99, 2.95, 2.93, 2.87, 2.86),
    points=(6.6, 6.2, 6.0, 5.8, 5.4, 5.1, 5.0, 4.8, 4.6),
    variance=1.4,
    covered=0.96,
    double=(1.5, 1.7, 1.9, 2.0, 2.2, 2.3),
    block=(0.0, 0.6, 0.8, 1.0, 1.1, 1.2),
)


class TurnEstimates:
    """What the turns of a game with these rules are like, as far as that can be told ahead."""

    def __init__(self, rules: QuivvitRules, view: QuivvitView) -> None:
        self.luck = ONE_COLOUR if rules.options.random_color else ANY_COLOUR
        self._seats = rules.seats
        self._share = self.luck.covered ** sum(cell is not None for cell in view.blocks)

    def cards(self, turn: FutureTurn) -> float:
        """Return how many cards the turn takes on average."""
        return self._share * float(np.interp(self._before(turn), BY_TURNS, self.luck.cards))

    def points(self, turn: FutureTurn) -> float:
        """Return how many points the turn brings on average."""
        return self._share * float(np.interp(self._before(turn), BY_TURNS, self.luck.points))

    def _before(self, turn: FutureTurn) -> int:
        return (turn.round - 1) * self._seats + turn.place


def turns_to_come(rules: QuivvitRules, view: QuivvitView) -> list[FutureTurn]:
    """Return the turns from the current one on; how long the deck lasts is a guess."""
    order, round_, played = view.order, view.round, view.played
    pace = TurnEstimates(rules, view)
    deck = float(sum(view.deck))
    turns: list[FutureTurn] = []
    while True:
        this_round = [
            FutureTurn(order[place], round_, place, place == rules.seats - 1)
            for place in range(played, rules.seats)
        ]
        turns += this_round
        deck -= sum(map(pace.cards, this_round))
        drains = rules.options.drain_the_deck and deck > DRAINED
        drains = drains and round_ * rules.seats < DRAIN_TURNS_A_DECK * rules.options.decks
        if round_ >= ROUNDS and not drains:
            return turns
        order, round_, played = order[1:] + order[:1], round_ + 1, 0


class Lookahead:
    """The turns to come, as a seat sees them before a choice."""

    def __init__(self, rules: QuivvitRules, view: QuivvitView, me: int, *, begun: bool) -> None:
        """`begun`: the choice is this turn's play, and not something that comes before it."""
        self.me = me
        self._pace = TurnEstimates(rules, view)
        self.luck = self._pace.luck
        self._rules = rules
        self._view = view
        to_come = turns_to_come(rules, view)
        ahead = min(AHEAD, len(to_come) - begun)
        self.turns = self._described(to_come, ahead, begun=begun)
        self.rest = self._after(to_come[begun + ahead :])
        self.left = sum(view.deck)
        self.double = np.array(self.luck.double) + _bonus(view) - FULL_DECK_MEAN
        self.table = np.array(
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

    def _described(self, to_come: Sequence[FutureTurn], ahead: int, *, begun: bool) -> Array:
        """A column for the turn that ends with the choice, if it does, and for each one ahead."""
        turns = np.zeros((4, ahead + 1), np.int64)
        for column in range(1 - begun, ahead + 1):
            place = column - (1 - begun)
            turn = to_come[place]
            turns[SEAT, column] = turn.seat
            turns[OWN_LEFT, column] = self._known(
                sum(later.seat == turn.seat for later in to_come[place + 1 :])
            )
            turns[ENDS, column] = turn.ends_round
            if self._rules.options.drain_the_deck and turn.round >= ROUNDS:
                turns[DRAINS, column] = DRAINING if turn.round > ROUNDS else COUNTED
        return turns

    def _after(self, later: Sequence[FutureTurn]) -> Array:
        rest = np.zeros((3, self._rules.seats))
        for turn in later:
            rest[EXPECTED, turn.seat] += self._pace.points(turn)
            rest[VARIANCE, turn.seat] += self.luck.variance
            rest[TURNS_LEFT, turn.seat] = self._known(int(rest[TURNS_LEFT, turn.seat]) + 1)
        return rest

    def _known(self, turns: int) -> int:
        """For so many turns it is known what special cards are worth; more change little."""
        return min(turns, len(self.luck.double) - 1)

    def worth_of_block(self, seat: int) -> float:
        """What keeping a Color Block card is worth: it will hurt one of the others."""
        of_others = sum(turn.seat != seat for turn in self._to_come)
        if not of_others:
            return 0.0
        return self.luck.block[self._known(of_others - 1)] / (self._rules.seats - 1)

    def value(self, work: int, rng: Random) -> float:
        """What the table as it stands is worth to the seat: a chance to win; alone, points."""
        deals, dice = self._deals(work, np.random.default_rng(rng.getrandbits(64)))
        if self._view.colour is not None:
            dice[:, :1] = COLOURS.index(self._view.colour)
        table = self.table.copy()
        for seat in np.flatnonzero(self._view.may_block).tolist():
            table[POINTS, seat] += self.worth_of_block(seat)
        total = np.zeros(1)
        imagine(
            grid_of(self._view.grid, self._view.blocks)[np.newaxis],
            table[np.newaxis],
            np.arange(1),
            deals,
            dice,
            self.turns,
            self.rest,
            self.double,
            self.me,
            self.left,
            total,
        )
        return float(total[0] / work)

    def judged(self, candidates: Candidates, work: int, rng: Random) -> list[RankedMove]:
        """The candidates, best first: those that were looked at longest, then by their value."""
        chance = np.random.default_rng(rng.getrandbits(64))
        deals, dice = self._deals(work, chance)
        number = len(candidates.moves)
        totals, tried = np.zeros(number), np.zeros(number)
        alive = np.arange(number)
        for stage in np.array_split(np.arange(work), STAGES):
            if len(alive) == 1:
                break
            imagine(
                candidates.grids,
                candidates.tables,
                alive,
                deals[stage],
                dice[stage],
                self.turns,
                self.rest,
                self.double,
                self.me,
                self.left,
                totals,
            )
            tried[alive] += len(stage)
            alive = alive[np.argsort(-totals[alive], kind="stable")][: max(2, len(alive) // 2)]
        values = totals / np.maximum(tried, 1)
        order = np.lexsort((-values, -tried)).tolist()
        return [RankedMove(candidates.moves[place], float(values[place])) for place in order]

    def _deals(self, number: int, chance: np.random.Generator) -> tuple[Array, Array]:
        """The cards that come up and what the die shows, turn by turn, so many times."""
        ahead = self.turns.shape[1] - 1
        deck = np.repeat(np.arange(KINDS), self._view.deck)
        cards = deal_out(deck, chance.random((number, min(len(deck), cards_ahead(ahead)))))
        if not self._rules.options.random_color:
            return cards, np.full((number, ahead), -1)
        return cards, chance.integers(len(COLOURS), size=(number, ahead))


def _bonus(view: QuivvitView) -> float:
    """Return what the card drawn at the end for a Double Rotate card is worth on average."""
    left = sum(view.deck)
    total = sum(value_of_kind(kind) * count for kind, count in enumerate(view.deck))
    return total / left if left else 0.0


def turn_options(
    rules: QuivvitRules, view: QuivvitView, work: int, rng: Random
) -> list[RankedMove]:
    """What the seat on turn can do, best first; plays far from the most points are left out."""
    assert view.turn is not None
    found = _worth_a_look(plays_of(view))
    outlook = Lookahead(rules, view, view.turn, begun=True)
    if outlook.turns.shape[1] == 1 and rules.seats == 1:
        return [RankedMove(play.move, play.points) for play in found]
    return outlook.judged(_candidates(outlook, view, found), work, rng)


def compared(
    rules: QuivvitRules,
    view: QuivvitView,
    one: QuivvitPlay,
    other: QuivvitPlay,
    work: int,
    rng: Random,
) -> dict[QuivvitMove, float]:
    """What two plays of the seat on turn are worth, tried on the same deals."""
    assert view.turn is not None
    outlook = Lookahead(rules, view, view.turn, begun=True)
    return dict(outlook.judged(_candidates(outlook, view, (one, other)), work, rng))


def _candidates(outlook: Lookahead, view: QuivvitView, found: Sequence[QuivvitPlay]) -> Candidates:
    """What each of these plays leaves."""
    assert view.turn is not None
    grids = np.tile(grid_of(view.grid, view.blocks), (len(found), 1))
    tables = np.tile(outlook.table, (len(found), 1, 1))
    for play, grid, table in zip(found, grids, tables, strict=True):
        take(grid, play.number, play.mask)
        table[APART if view.draining else POINTS, view.turn] += play.points
        table[APART_TAKEN if view.draining else TAKEN, view.turn] += play.cards
        table[HOLDS, view.turn] -= play.spends
    return Candidates([play.move for play in found], grids, tables)


def _worth_a_look(found: Sequence[QuivvitPlay]) -> list[QuivvitPlay]:
    """Those not far from the most points, each set of cards once, by the cheapest way to it."""
    ranked = sorted(found, key=worth, reverse=True)
    least = ranked[0].points - GAP
    by_cells: dict[object, QuivvitPlay] = {}
    for play in ranked:
        if play.points >= least:
            by_cells.setdefault(play.cells or play.move, play)
    return [*by_cells.values()][:MOST]


def block_options(
    rules: QuivvitRules, view: QuivvitView, work: int, rng: Random
) -> list[RankedMove]:
    """Whether to cover a card before this turn, and which: what hurts the player on turn most."""
    assert view.seat is not None
    outlook = Lookahead(rules, view, view.seat, begun=False)
    cells = [*costs_of_blocks(rules, view)][:BLOCKS]
    moves: list[QuivvitMove] = [Decline(), *map(Block, cells)]
    grids = np.tile(grid_of(view.grid, view.blocks), (len(moves), 1))
    tables = np.tile(outlook.table, (len(moves), 1, 1))
    for grid, name in zip(grids[1:], cells, strict=True):
        grid[CELL[name]] = COVERED
    tables[0, POINTS, view.seat] += outlook.worth_of_block(view.seat)
    return outlook.judged(Candidates(moves, grids, tables), work, rng)


def threat(rules: QuivvitRules, view: QuivvitView) -> float:
    """Return the most points that the seat on turn can take before it rolls the die, if any.

    With Random Color that is the mean over the colours that the die may show.
    """
    return _threat(rules, view, grid_of(view.grid, view.blocks))


def _threat(rules: QuivvitRules, view: QuivvitView, grid: Array) -> float:
    assert view.turn is not None
    double = view.doubles[view.turn]
    colours = COLOURS if rules.options.random_color else (None,)
    return sum(most_points(grid, colour, double=double) for colour in colours) / len(colours)


def costs_of_blocks(rules: QuivvitRules, view: QuivvitView) -> dict[str, float]:
    """Return by how much covering each card lowers the `threat`, the dearest card first."""
    grid = grid_of(view.grid, view.blocks)
    before = _threat(rules, view, grid)
    costs: dict[str, float] = {}
    for cell in np.flatnonzero(grid < NO_CARD).tolist():
        card, grid[cell] = int(grid[cell]), COVERED
        costs[NAMES[cell]] = before - _threat(rules, view, grid)
        grid[cell] = card
    return dict(sorted(costs.items(), key=lambda cost: (-cost[1], cost[0])))
