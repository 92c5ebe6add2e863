"""Plays worked out and turns played on, quickly: plain loops over arrays, compiled where possible.

A *quick grid* is an array with a card for each cell and for the place outside. It tells a gap
(`NO_CARD`), which a refill closes, from a covered card (`COVERED`), which stays. A play is a
number: the cell times four, and the quarter turns to the right; none of them is a claim.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numpy.polynomial.hermite_e import hermegauss

from quincunx.core.support.jit import jit
from quincunx.games.quivvit.cards import CARDS, CORNERS, NO_CARD, SHOWS, TURNS, WORTH
from quincunx.games.quivvit.grid import AROUND, CELLS, OUTSIDE, SIDE
from quincunx.games.quivvit.rules import DRAINED

Array = npt.NDArray[Any]

COVERED: Final = NO_CARD + 1
PLAYS: Final = CELLS * TURNS
CLAIM: Final = 0
HALF: Final = 2
NEIGHBOURS: Final = 8
IMPOSSIBLE: Final = -1000
"""The points of what cannot be played."""

# The rows of a table: a column for each seat.
POINTS, TAKEN, APART, APART_TAKEN, HOLDS = range(5)
"""Points and cards that count, those kept apart, and whether it holds a Double Rotate card."""
# The rows of the turns to come: a column for each turn.
SEAT, OWN_LEFT, ENDS, DRAINS = range(4)
"""Whose it is, how many more that seat has, whether the round ends, and `COUNTED` or `DRAINING`."""
COUNTED, DRAINING = 1, 2
"""After this round the deck is counted; in this round cards are kept apart."""
# The rows of what comes after those turns: a column for each seat.
EXPECTED, VARIANCE, TURNS_LEFT = range(3)
"""The points still to come, how much they vary, and in how many turns."""
BONUS_VARIANCE: Final = 1.15
"""Of the value drawn for a Double Rotate card."""

_NODES, _AREAS = hermegauss(7)
_WEIGHTS: Final = _AREAS / _AREAS.sum()
"""Gauss-Hermite quadrature: seven values of a standard normal variable, and their weights."""

_NOTHING: Final = 4
"""The colour of a corner that shows none: it is no card's."""


def _shows() -> Array:
    shows = np.full((COVERED + 1, CORNERS), _NOTHING, np.int16)
    shows[:CARDS] = SHOWS[:CARDS]
    return shows


def _neighbours() -> Array:
    """By cell, the cells around it: at its sides, then across its corners, clockwise."""
    around = np.full((CELLS, NEIGHBOURS), OUTSIDE)
    for cell in range(CELLS):
        for corner, (_, across, after) in enumerate(AROUND[cell]):
            around[cell, corner], around[cell, CORNERS + corner] = after, across
    return around


_SHOWS: Final = _shows()
_WORTH: Final = np.array((*WORTH, 0))
_RANK: Final = (16 * _WORTH + (_WORTH != 0)).astype(np.int16)
"""By card, what it adds to a rank: sixteen times the points, and one card."""
NEIGHBOUR: Final = _neighbours()

# A board is a row of numbers in which loops can go over all cells at once: one plane after the
# other, each seven by seven with nothing round the edge.
_WIDE: Final = SIDE + 2
_PLANE: Final = _WIDE * _WIDE
_OWN: Final = CORNERS * _PLANE
_ADDS: Final = 2 * CORNERS * _PLANE
_BARS: Final = _ADDS + _PLANE
_BOARD: Final = _BARS + _PLANE
"""The planes: colours by corner, those of them that count, ranks to add, and bars."""
_FIRST: Final = _WIDE + 1
_PAST: Final = _PLANE - _FIRST
_PLACE: Final = np.array([(cell // SIDE + 1) * _WIDE + cell % SIDE + 1 for cell in range(CELLS)])
_BARRED: Final = -9999


@jit
def empty_board() -> Array:
    board = np.zeros(_BOARD, np.int16)
    board[:_ADDS] = _NOTHING
    board[_BARS:] = _BARRED
    return board


@jit
def _spread(grid: Array, only: int, board: Array) -> None:
    """Lays the grid out on the board; `only` is the one colour that counts, or −1."""
    for cell in range(CELLS):
        place, card = _PLACE[cell], grid[cell]
        for corner in range(CORNERS):
            colour = _SHOWS[card, corner]
            board[corner * _PLANE + place] = colour
            # What does not count equals nothing, not even nothing.
            board[_OWN + corner * _PLANE + place] = colour if only < 0 or only == colour else -1
        board[_ADDS + place] = _RANK[card]
        board[_BARS + place] = 0 if card < NO_CARD else _BARRED


@jit
def _rank(board: Array, quarters: int, ranks: Array) -> None:
    """Writes what every card takes after so many quarter turns, all cells at once.

    The compiler makes this a few instructions for many cells: no branches, and the ranks apart.
    """
    own0 = _OWN + (-quarters & 3) * _PLANE
    own1 = _OWN + (1 - quarters & 3) * _PLANE
    own2 = _OWN + (2 - quarters & 3) * _PLANE
    own3 = _OWN + (3 - quarters & 3) * _PLANE
    unclaimed = np.int16(_BARRED if quarters == CLAIM else 0)
    for at in range(_FIRST, _PAST):
        # Corner by corner: whether the cards before, across and after show the colour there.
        colour = board[own0 + at]
        left = colour == board[_PLANE + at - 1]
        up = colour == board[3 * _PLANE + at - _WIDE]
        up_left = (colour == board[2 * _PLANE + at - _WIDE - 1]) & (left | up)
        full = left & up & up_left
        colour = board[own1 + at]
        before = colour == board[2 * _PLANE + at - _WIDE]
        right = colour == board[at + 1]
        up_right = (colour == board[3 * _PLANE + at - _WIDE + 1]) & (before | right)
        full |= before & right & up_right
        up |= before
        colour = board[own2 + at]
        before = colour == board[3 * _PLANE + at + 1]
        down = colour == board[_PLANE + at + _WIDE]
        down_right = (colour == board[at + _WIDE + 1]) & (before | down)
        full |= before & down & down_right
        right |= before
        colour = board[own3 + at]
        before = colour == board[at + _WIDE]
        after = colour == board[2 * _PLANE + at - 1]
        down_left = (colour == board[_PLANE + at + _WIDE - 1]) & (before | after)
        full |= before & after & down_left
        down |= before
        left |= after
        adds = _ADDS + at
        ranks[at] = (
            np.int16(up) * board[adds - _WIDE]
            + np.int16(right) * board[adds + 1]
            + np.int16(down) * board[adds + _WIDE]
            + np.int16(left) * board[adds - 1]
            + np.int16(up_left) * board[adds - _WIDE - 1]
            + np.int16(up_right) * board[adds - _WIDE + 1]
            + np.int16(down_right) * board[adds + _WIDE + 1]
            + np.int16(down_left) * board[adds + _WIDE - 1]
            + np.int16(up | right | down | left) * board[adds]
            + np.int16(not full) * unclaimed
            + board[_BARS + at]
        )


@jit
def _taken(grid: Array, play: int, only: int) -> int:
    """Which neighbours a play takes, a bit for each."""
    cell, quarters = play // TURNS, play % TURNS
    mask = 0
    for corner in range(CORNERS):
        colour = _SHOWS[grid[cell], corner - quarters & 3]
        if only >= 0 and only != colour:
            continue
        before, after, across = corner - 1 & 3, corner, CORNERS + corner
        links_before = _SHOWS[grid[NEIGHBOUR[cell, before]], corner + 1 & 3] == colour
        links_after = _SHOWS[grid[NEIGHBOUR[cell, after]], corner + 3 & 3] == colour
        mask |= links_before << before | links_after << after
        if links_before or links_after:
            links_across = _SHOWS[grid[NEIGHBOUR[cell, across]], corner + 2 & 3] == colour
            mask |= links_across << across
    return mask


@jit
def survey(grid: Array, only: int, board: Array, points: Array, cards: Array, masks: Array) -> None:
    """Writes what each play takes: points, how many cards, and which neighbours.

    A claim where there is no free link, and a play without a card to turn, is `IMPOSSIBLE`.
    """
    _spread(grid, only, board)
    ranks = np.empty((TURNS, _PLANE), np.int16)
    for quarters in range(TURNS):
        _rank(board, quarters, ranks[quarters])
    for play in range(PLAYS):
        rank = int(ranks[play % TURNS, _PLACE[play // TURNS]])
        if rank <= IMPOSSIBLE:
            points[play] = IMPOSSIBLE
        else:
            points[play], cards[play] = rank // 16, rank % 16
            masks[play] = _taken(grid, play, only)


@jit
def _best(grid: Array, only: int, holds: bool, price: int, board: Array) -> tuple[int, int]:
    """The play of most points, then most cards, and its rank.

    Who holds a Double Rotate card may claim, and turns by half if that is worth more than `price`
    in rank.
    """
    _spread(grid, only, board)
    ranks = np.empty(_PLANE, np.int16)
    best, best_play = IMPOSSIBLE, -1
    for quarters in range(TURNS):
        if quarters in (CLAIM, HALF) and not holds:
            continue
        _rank(board, quarters, ranks)
        cost = price if quarters == HALF else 0
        for cell in range(CELLS):
            rank = ranks[_PLACE[cell]] - cost
            if rank > best:
                best, best_play = rank, cell * TURNS + quarters
    if best_play >= 0 and best_play % TURNS == HALF:
        best += price
    return best, best_play


@jit
def take(grid: Array, play: int, mask: int) -> None:
    """Takes the cards away, or leaves the one that was turned as it lies now."""
    cell = play // TURNS
    if not mask:
        card = grid[cell]
        grid[cell] = card - card % TURNS + (card + play) % TURNS
        return
    grid[cell] = NO_CARD
    for number in range(NEIGHBOURS):
        if mask >> number & 1:
            grid[NEIGHBOUR[cell, number]] = NO_CARD


@jit
def cards_ahead(turns: int) -> int:
    """As many as so many turns can need: one for each cell, and then what a turn can take."""
    return CELLS + (NEIGHBOURS + 1) * (turns - 1)


@jit
def _refill(grid: Array, deal: Array, start: int, by_cell: bool) -> int:
    """New cards in the gaps, as far as they go: in order, or each cell its own; how many."""
    filled = 0
    for cell in range(CELLS):
        if grid[cell] == NO_CARD and (by_cell or start + filled < len(deal)):
            grid[cell] = deal[cell] if by_cell else deal[start + filled]
            filled += 1
    return filled


@jit
def _count(table: Array, counts: bool) -> None:
    """The cards kept apart go to the piles, or are lost."""
    for seat in range(table.shape[1]):
        if counts:
            table[POINTS, seat] += table[APART, seat]
            table[TAKEN, seat] += table[APART_TAKEN, seat]
        table[APART, seat] = table[APART_TAKEN, seat] = 0


@jit
def _play_on(
    grid: Array,
    table: Array,
    deal: Array,
    dice: Array,
    turns: Array,
    worth: Array,
    left: int,
    board: Array,
) -> bool:
    """Lets everybody take the most points, turn after turn; whether the game is over then.

    `turns` has a column for the turn that ends now and for each to come; `left` is the deck's size.
    """
    ahead = turns.shape[1] - 1
    # If there are enough, a cell gets the same card whatever was taken: candidates then differ by
    # what they do and less by luck.
    by_cell = len(deal) >= cards_ahead(ahead)
    drawn, start = 0, 0
    for turn in range(ahead + 1):
        gaps = 0
        for cell in range(CELLS):
            gaps += grid[cell] == NO_CARD
        ends, drains = turns[ENDS, turn] == 1, turns[DRAINS, turn]
        if drains == DRAINING and gaps > left - drawn:
            _count(table, ends)
            return True
        if ends:
            _count(table, True)
            if drains and left - drawn - gaps <= DRAINED:
                return True
        if turn == ahead:
            break
        filled = _refill(grid, deal, start, by_cell and turn == 0)
        start = CELLS if by_cell and turn == 0 else start + filled
        drawn += filled
        seat, own_left = turns[SEAT, turn + 1], turns[OWN_LEFT, turn + 1]
        holds = table[HOLDS, seat] == 1
        rank, play = _best(grid, dice[turn], holds, int(16 * worth[own_left]), board)
        if play < 0:
            continue
        if play % TURNS == HALF:
            table[HOLDS, seat] = 0
        apart = 2 * (turns[DRAINS, turn + 1] == DRAINING)
        # Not by shifting: a rank may be below nought.
        table[POINTS + apart, seat] += rank // 16
        table[TAKEN + apart, seat] += rank % 16
        take(grid, play, _taken(grid, play, dice[turn]))
    _count(table, True)
    return False


@jit
def _beats(gap: float, variance: float, cards: float) -> float:
    """The chance that a lead lasts, against so much luck; without any, cards decide ties."""
    if variance > 0:
        return 0.5 + 0.5 * erf(gap / sqrt(2 * variance))
    lead = gap if gap != 0 else cards
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


@jit
def _ahead_of_all(
    table: Array, me: int, own: float, own_luck: float, hope: Array, luck: Array
) -> float:
    """The chance to be ahead of every other seat with so many points of one's own."""
    value = 1.0
    for other in range(table.shape[1]):
        if other != me:
            cards = table[TAKEN, me] - table[TAKEN, other]
            value *= _beats(own - hope[other], own_luck + luck[other], cards)
    return value


@jit
def _standing(table: Array, me: int, over: bool, rest: Array, worth: Array) -> float:
    """What the table is worth to a seat: its chance to win; alone, its points."""
    seats = table.shape[1]
    hope, luck = np.zeros(seats), np.zeros(seats)
    for seat in range(seats):
        hope[seat] = table[POINTS, seat]
        own_left = 0
        if not over:
            hope[seat] += rest[EXPECTED, seat]
            luck[seat] = rest[VARIANCE, seat]
            own_left = int(rest[TURNS_LEFT, seat])
        if table[HOLDS, seat]:
            hope[seat] += worth[own_left]
            luck[seat] += BONUS_VARIANCE
    if seats == 1:
        return float(hope[me])
    if seats == 2 or luck[me] == 0:
        return _ahead_of_all(table, me, hope[me], luck[me], hope, luck)
    # Two leads over different seats share one's own luck: it is averaged over, not multiplied.
    value = 0.0
    for place in range(len(_NODES)):
        own = hope[me] + sqrt(luck[me]) * _NODES[place]
        value += _WEIGHTS[place] * _ahead_of_all(table, me, own, 0.0, hope, luck)
    return value


@jit
def deal_out(deck: Array, numbers: Array) -> Array:
    """For each row of numbers from 0 to 1 so many cards from the deck, each turned at random."""
    deals = np.empty(numbers.shape, np.int64)
    left = deck.copy()
    for row in range(numbers.shape[0]):
        for place in range(numbers.shape[1]):
            # One number chooses both the card and how it lies.
            chosen = int(numbers[row, place] * (len(left) - place) * TURNS)
            other = place + chosen // TURNS
            kind = left[other]
            left[other] = left[place]
            left[place] = kind
            deals[row, place] = kind * TURNS + chosen % TURNS
    return deals


@jit
def imagine(
    grids: Array,
    tables: Array,
    alive: Array,
    deals: Array,
    dice: Array,
    turns: Array,
    rest: Array,
    worth: Array,
    me: int,
    left: int,
    values: Array,
) -> None:
    """Adds to `values`, for each candidate that is alive, what the deals make of it."""
    grid, table, board = grids[0].copy(), tables[0].copy(), empty_board()
    for number in range(len(deals)):
        for candidate in alive:
            grid[:] = grids[candidate]
            table[:] = tables[candidate]
            over = _play_on(grid, table, deals[number], dice[number], turns, worth, left, board)
            values[candidate] += _standing(table, me, over, rest, worth)
