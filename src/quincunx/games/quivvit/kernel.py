"""Finds plays and plays games on: plain loops over arrays, compiled by numba if it is installed.

A *kernel grid* is an array with a card for each cell and for `OUTSIDE`. It distinguishes a gap
(`NO_CARD`), which a refill closes, from a covered card (`COVERED`), which stays. A play is a
number: the cell times four plus the quarter turns to the right, or plus 0 for a claim.

All compiled functions are in this one file because numba's cache notices changes only of the file
that a function is defined in, not of the files of the functions that it calls.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numpy.polynomial.hermite_e import hermegauss

from quincunx.core.support.jit import jit
from quincunx.games.quivvit.cards import (
    CARD_VALUES,
    CARDS,
    CORNER_COLOURS,
    CORNERS,
    NO_CARD,
    ORIENTATIONS,
)
from quincunx.games.quivvit.grid import CELLS, CELLS_AROUND, OUTSIDE, SIDE
from quincunx.games.quivvit.rules import DRAIN_STOP_CARDS

KernelArray = npt.NDArray[Any]

COVERED: Final = NO_CARD + 1
PLAYS: Final = CELLS * ORIENTATIONS
CLAIM: Final = 0
HALF: Final = 2
NEIGHBOURS: Final = 8
RANK_PER_POINT: Final = 16
"""The rank of a play is this times its points plus its cards, so that cards break ties."""
IMPOSSIBLE: Final = -1000
"""The points of a play that is not legal."""

# The rows of a standings array, which has a column for each seat.
POINTS, CARDS_TAKEN, APART_POINTS, APART_CARDS, HOLDS_DOUBLE = range(5)
"""Points and cards that count, those of this Drain the Deck round, and the Double Rotate card."""
# The rows of a turns array, which has a column for each turn.
SEAT, OWN_TURNS_LEFT, ENDS_ROUND, DRAIN_STATE = range(4)
"""The seat, its later turns, whether the turn ends a round, and one of the two states below."""
DECK_COUNTED_AFTER, DRAINING = 1, 2
"""The last of the five rounds, after which the deck is counted; a Drain the Deck round."""
# The rows of a rest array, which has a column for each seat: what comes after those turns.
EXPECTED, VARIANCE, TURNS_LEFT = range(3)
"""The expected points, their variance, and the number of turns."""
BONUS_VARIANCE: Final = 1.15
"""The variance of the value drawn for a Double Rotate card."""

_NODES, _AREAS = hermegauss(7)
_WEIGHTS: Final = _AREAS / _AREAS.sum()
"""Gauss-Hermite quadrature: seven values of a standard normal variable and their weights."""

_NO_COLOUR: Final = 4
"""The colour in the corners of an empty cell; no card has it."""


def _corner_colours() -> KernelArray:
    colours = np.full((COVERED + 1, CORNERS), _NO_COLOUR, np.int16)
    colours[:CARDS] = CORNER_COLOURS[:CARDS]
    return colours


def _neighbours() -> KernelArray:
    """Return for each cell the cells around it: at its sides, then at its corners, clockwise."""
    around = np.full((CELLS, NEIGHBOURS), OUTSIDE)
    for cell in range(CELLS):
        for corner, (_, across, after) in enumerate(CELLS_AROUND[cell]):
            around[cell, corner], around[cell, CORNERS + corner] = after, across
    return around


_CORNER_COLOURS: Final = _corner_colours()
_VALUES: Final = np.array((*CARD_VALUES, 0))
_RANK: Final = (RANK_PER_POINT * _VALUES + (_VALUES != 0)).astype(np.int16)
"""By card, what it adds to the rank of a play that takes it."""
NEIGHBOUR_CELLS: Final = _neighbours()

# A board is one array of planes, so that the compiler can turn a loop over all cells into SIMD
# instructions. Each plane is seven by seven: the grid and an empty border.
_WIDTH: Final = SIDE + 2
_PLANE: Final = _WIDTH * _WIDTH
_COUNTING: Final = CORNERS * _PLANE
_RANKS: Final = 2 * CORNERS * _PLANE
_PENALTIES: Final = _RANKS + _PLANE
_BOARD: Final = _PENALTIES + _PLANE
"""Planes: colours by corner, colours that count by corner, ranks to add, and penalties."""
_FIRST_PLACE: Final = _WIDTH + 1
_END_PLACE: Final = _PLANE - _FIRST_PLACE
_PLACE: Final = np.array([(cell // SIDE + 1) * _WIDTH + cell % SIDE + 1 for cell in range(CELLS)])
_ILLEGAL: Final = -9999


@jit
def empty_board() -> KernelArray:
    board = np.zeros(_BOARD, np.int16)
    board[:_RANKS] = _NO_COLOUR
    board[_PENALTIES:] = _ILLEGAL
    return board


@jit
def _fill_board(grid: KernelArray, only: int, board: KernelArray) -> None:
    """Write the grid onto the board; `only` is the one colour that counts, or −1."""
    for cell in range(CELLS):
        place, card = _PLACE[cell], grid[cell]
        for corner in range(CORNERS):
            colour = _CORNER_COLOURS[card, corner]
            board[corner * _PLANE + place] = colour
            # -1 equals no colour on the board, not even `_NO_COLOUR`.
            board[_COUNTING + corner * _PLANE + place] = (
                colour if only < 0 or only == colour else -1
            )
        board[_RANKS + place] = _RANK[card]
        board[_PENALTIES + place] = 0 if card < NO_CARD else _ILLEGAL


@jit
def _write_ranks(board: KernelArray, quarters: int, ranks: KernelArray) -> None:
    """Write the rank of rotating each card by so many quarter turns, for all cells at once.

    There are no branches and the ranks are a separate array, so that the compiler can vectorise it.
    """
    own0 = _COUNTING + (-quarters & 3) * _PLANE
    own1 = _COUNTING + (1 - quarters & 3) * _PLANE
    own2 = _COUNTING + (2 - quarters & 3) * _PLANE
    own3 = _COUNTING + (3 - quarters & 3) * _PLANE
    no_claim = np.int16(_ILLEGAL if quarters == CLAIM else 0)
    for at in range(_FIRST_PLACE, _END_PLACE):
        # For each corner: do the cards before it, across it and after it show its colour there?
        colour = board[own0 + at]
        left = colour == board[_PLANE + at - 1]
        up = colour == board[3 * _PLANE + at - _WIDTH]
        up_left = (colour == board[2 * _PLANE + at - _WIDTH - 1]) & (left | up)
        full = left & up & up_left
        colour = board[own1 + at]
        before = colour == board[2 * _PLANE + at - _WIDTH]
        right = colour == board[at + 1]
        up_right = (colour == board[3 * _PLANE + at - _WIDTH + 1]) & (before | right)
        full |= before & right & up_right
        up |= before
        colour = board[own2 + at]
        before = colour == board[3 * _PLANE + at + 1]
        down = colour == board[_PLANE + at + _WIDTH]
        down_right = (colour == board[at + _WIDTH + 1]) & (before | down)
        full |= before & down & down_right
        right |= before
        colour = board[own3 + at]
        before = colour == board[at + _WIDTH]
        after = colour == board[2 * _PLANE + at - 1]
        down_left = (colour == board[_PLANE + at + _WIDTH - 1]) & (before | after)
        full |= before & after & down_left
        down |= before
        left |= after
        adds = _RANKS + at
        ranks[at] = (
            np.int16(up) * board[adds - _WIDTH]
            + np.int16(right) * board[adds + 1]
            + np.int16(down) * board[adds + _WIDTH]
            + np.int16(left) * board[adds - 1]
            + np.int16(up_left) * board[adds - _WIDTH - 1]
            + np.int16(up_right) * board[adds - _WIDTH + 1]
            + np.int16(down_right) * board[adds + _WIDTH + 1]
            + np.int16(down_left) * board[adds + _WIDTH - 1]
            + np.int16(up | right | down | left) * board[adds]
            + np.int16(not full) * no_claim
            + board[_PENALTIES + at]
        )


@jit
def _taken_neighbours(grid: KernelArray, play: int, only: int) -> int:
    """Return the neighbours that a play takes as a bit mask."""
    cell, quarters = play // ORIENTATIONS, play % ORIENTATIONS
    mask = 0
    for corner in range(CORNERS):
        colour = _CORNER_COLOURS[grid[cell], corner - quarters & 3]
        if only >= 0 and only != colour:
            continue
        before, after, across = corner - 1 & 3, corner, CORNERS + corner
        links_before = (
            _CORNER_COLOURS[grid[NEIGHBOUR_CELLS[cell, before]], corner + 1 & 3] == colour
        )
        links_after = _CORNER_COLOURS[grid[NEIGHBOUR_CELLS[cell, after]], corner + 3 & 3] == colour
        mask |= links_before << before | links_after << after
        if links_before or links_after:
            links_across = (
                _CORNER_COLOURS[grid[NEIGHBOUR_CELLS[cell, across]], corner + 2 & 3] == colour
            )
            mask |= links_across << across
    return mask


@jit
def survey_plays(
    grid: KernelArray,
    only: int,
    board: KernelArray,
    points: KernelArray,
    cards: KernelArray,
    masks: KernelArray,
) -> None:
    """Write the points, the number of cards and the neighbours that each play takes.

    The points of a play that is not legal are `IMPOSSIBLE`.
    """
    _fill_board(grid, only, board)
    ranks = np.empty((ORIENTATIONS, _PLANE), np.int16)
    for quarters in range(ORIENTATIONS):
        _write_ranks(board, quarters, ranks[quarters])
    for play in range(PLAYS):
        rank = int(ranks[play % ORIENTATIONS, _PLACE[play // ORIENTATIONS]])
        if rank <= IMPOSSIBLE:
            points[play] = IMPOSSIBLE
        else:
            points[play], cards[play] = rank // RANK_PER_POINT, rank % RANK_PER_POINT
            masks[play] = _taken_neighbours(grid, play, only)


@jit
def _best_play(
    grid: KernelArray, only: int, holds: bool, price: int, board: KernelArray
) -> tuple[int, int]:
    """Return the rank and the number of the play with the most points, then the most cards.

    A seat that holds a Double Rotate card may claim; it rotates by half if that gains more than
    `price` in rank.
    """
    _fill_board(grid, only, board)
    ranks = np.empty(_PLANE, np.int16)
    best, best_play = IMPOSSIBLE, -1
    for quarters in range(ORIENTATIONS):
        if quarters in (CLAIM, HALF) and not holds:
            continue
        _write_ranks(board, quarters, ranks)
        cost = price if quarters == HALF else 0
        for cell in range(CELLS):
            rank = ranks[_PLACE[cell]] - cost
            if rank > best:
                best, best_play = rank, cell * ORIENTATIONS + quarters
    if best_play >= 0 and best_play % ORIENTATIONS == HALF:
        best += price
    return best, best_play


@jit
def take_cards(grid: KernelArray, play: int, mask: int) -> None:
    """Remove the cards that a play takes; if it takes none, rotate its card."""
    cell = play // ORIENTATIONS
    if not mask:
        card = grid[cell]
        grid[cell] = card - card % ORIENTATIONS + (card + play) % ORIENTATIONS
        return
    grid[cell] = NO_CARD
    for number in range(NEIGHBOURS):
        if mask >> number & 1:
            grid[NEIGHBOUR_CELLS[cell, number]] = NO_CARD


@jit
def cards_needed(turns: int) -> int:
    """Return how many cards can be dealt in so many turns.

    The first refill may fill every cell, and later ones as many as one turn can take.
    """
    return CELLS + (NEIGHBOURS + 1) * (turns - 1)


@jit
def _refill(grid: KernelArray, deal: KernelArray, start: int, by_cell: bool) -> int:
    """Fill the gaps as far as the deal goes and return how many were filled.

    The cards are used in order, or with `by_cell` the one at the number of the cell.
    """
    filled = 0
    for cell in range(CELLS):
        if grid[cell] == NO_CARD and (by_cell or start + filled < len(deal)):
            grid[cell] = deal[cell] if by_cell else deal[start + filled]
            filled += 1
    return filled


@jit
def _settle_drain_round(standings: KernelArray, round_counts: bool) -> None:
    """Add the cards of this Drain the Deck round to the piles, or drop them."""
    for seat in range(standings.shape[1]):
        if round_counts:
            standings[POINTS, seat] += standings[APART_POINTS, seat]
            standings[CARDS_TAKEN, seat] += standings[APART_CARDS, seat]
        standings[APART_POINTS, seat] = standings[APART_CARDS, seat] = 0


@jit
def _play_turns(
    grid: KernelArray,
    standings: KernelArray,
    deal: KernelArray,
    dice: KernelArray,
    turns: KernelArray,
    double_worth: KernelArray,
    left: int,
    board: KernelArray,
) -> bool:
    """Let each seat take the most points, turn after turn; return whether the game has ended.

    `turns` has a column for the turn that ends now and for each one after it; `left` is the size of
    the deck.
    """
    ahead = turns.shape[1] - 1
    # If the deal is long enough, each cell gets the same card for every candidate. The candidates
    # then differ by what they do and less by luck.
    by_cell = len(deal) >= cards_needed(ahead)
    drawn, start = 0, 0
    for turn in range(ahead + 1):
        gaps = 0
        for cell in range(CELLS):
            gaps += grid[cell] == NO_CARD
        ends, drains = turns[ENDS_ROUND, turn] == 1, turns[DRAIN_STATE, turn]
        if drains == DRAINING and gaps > left - drawn:
            _settle_drain_round(standings, ends)
            return True
        if ends:
            _settle_drain_round(standings, True)
            if drains and left - drawn - gaps <= DRAIN_STOP_CARDS:
                return True
        if turn == ahead:
            break
        filled = _refill(grid, deal, start, by_cell and turn == 0)
        start = CELLS if by_cell and turn == 0 else start + filled
        drawn += filled
        seat, own_left = turns[SEAT, turn + 1], turns[OWN_TURNS_LEFT, turn + 1]
        holds = standings[HOLDS_DOUBLE, seat] == 1
        price = int(RANK_PER_POINT * double_worth[own_left])
        rank, play = _best_play(grid, dice[turn], holds, price, board)
        if play < 0:
            continue
        if play % ORIENTATIONS == HALF:
            standings[HOLDS_DOUBLE, seat] = 0
        apart = 2 * (turns[DRAIN_STATE, turn + 1] == DRAINING)
        # Division, not shifts: a rank may be negative.
        standings[POINTS + apart, seat] += rank // RANK_PER_POINT
        standings[CARDS_TAKEN + apart, seat] += rank % RANK_PER_POINT
        take_cards(grid, play, _taken_neighbours(grid, play, dice[turn]))
    _settle_drain_round(standings, True)
    return False


@jit
def _lead_holds(gap: float, variance: float, cards: float) -> float:
    """Return the chance that a lead in points holds; without variance, cards break a tie."""
    if variance > 0:
        return 0.5 + 0.5 * erf(gap / sqrt(2 * variance))
    lead = gap if gap != 0 else cards
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


@jit
def _wins_against_all(
    standings: KernelArray,
    me: int,
    own: float,
    own_variance: float,
    expected: KernelArray,
    variance: KernelArray,
) -> float:
    """Return the chance that seat `me`, with `own` points, finishes ahead of every other seat."""
    value = 1.0
    for other in range(standings.shape[1]):
        if other != me:
            cards = standings[CARDS_TAKEN, me] - standings[CARDS_TAKEN, other]
            value *= _lead_holds(own - expected[other], own_variance + variance[other], cards)
    return value


@jit
def _final_value(
    standings: KernelArray, me: int, over: bool, rest: KernelArray, double_worth: KernelArray
) -> float:
    """Return the chance of seat `me` to win, or its expected points if it plays alone."""
    seats = standings.shape[1]
    expected, variance = np.zeros(seats), np.zeros(seats)
    for seat in range(seats):
        expected[seat] = standings[POINTS, seat]
        own_left = 0
        if not over:
            expected[seat] += rest[EXPECTED, seat]
            variance[seat] = rest[VARIANCE, seat]
            own_left = int(rest[TURNS_LEFT, seat])
        if standings[HOLDS_DOUBLE, seat]:
            expected[seat] += double_worth[own_left]
            variance[seat] += BONUS_VARIANCE
    if seats == 1:
        return float(expected[me])
    if seats == 2 or variance[me] == 0:
        return _wins_against_all(standings, me, expected[me], variance[me], expected, variance)
    # The leads over different seats are not independent: they share the own points. So the chance
    # is averaged over these instead of multiplied.
    value = 0.0
    for place in range(len(_NODES)):
        own = expected[me] + sqrt(variance[me]) * _NODES[place]
        value += _WEIGHTS[place] * _wins_against_all(standings, me, own, 0.0, expected, variance)
    return value


@jit
def sample_deals(deck: KernelArray, numbers: KernelArray) -> KernelArray:
    """Return random cards from the deck, in random orientations, for uniform random numbers."""
    deals = np.empty(numbers.shape, np.int64)
    left = deck.copy()
    for row in range(numbers.shape[0]):
        for place in range(numbers.shape[1]):
            # One number decides both the card and its orientation.
            chosen = int(numbers[row, place] * (len(left) - place) * ORIENTATIONS)
            other = place + chosen // ORIENTATIONS
            kind = left[other]
            left[other] = left[place]
            left[place] = kind
            deals[row, place] = kind * ORIENTATIONS + chosen % ORIENTATIONS
    return deals


@jit
def run_playouts(
    grids: KernelArray,
    standings_of: KernelArray,
    alive: KernelArray,
    deals: KernelArray,
    dice: KernelArray,
    turns: KernelArray,
    rest: KernelArray,
    double_worth: KernelArray,
    me: int,
    left: int,
    values: KernelArray,
) -> None:
    """Add the results of all deals to `values`, for each candidate that is still alive."""
    grid, standings, board = grids[0].copy(), standings_of[0].copy(), empty_board()
    for number in range(len(deals)):
        for candidate in alive:
            # Loops instead of `grid[:] = grids[candidate]`, which takes seconds to compile.
            for cell in range(len(grid)):
                grid[cell] = grids[candidate, cell]
            for row in range(standings.shape[0]):
                for seat in range(standings.shape[1]):
                    standings[row, seat] = standings_of[candidate, row, seat]
            over = _play_turns(
                grid, standings, deals[number], dice[number], turns, double_worth, left, board
            )
            values[candidate] += _final_value(standings, me, over, rest, double_worth)
