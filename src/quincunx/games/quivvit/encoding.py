"""Observations and actions of Quivvit as numbers. Every action is a whole move."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from quincunx.core.encoding import (
    WAIT,
    Field,
    Layout,
    Mask,
    SingleActionEncoding,
    Vector,
    from_seat,
    one_hot,
    seconds_field,
    seconds_left,
)
from quincunx.games.quivvit.cards import (
    CARD_VALUES,
    CARDS,
    COLOURS,
    CORNER_COLOURS,
    CORNERS,
    KINDS,
    full_deck,
)
from quincunx.games.quivvit.grid import CELL_NAMES, CELLS, free_link_cells
from quincunx.games.quivvit.moves import (
    AskAgain,
    Block,
    ClaimFreeLink,
    Decline,
    Draw,
    QuivvitMove,
    Rotate,
    Rotation,
    StopAsking,
)
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.rules.blocking import MAX_ASKING_CHANGES_PER_ROUND, can_change_asking
from quincunx.games.quivvit.rules.ending import (
    MAX_DRAIN_TURNS_PER_DECK,
    ROUNDS,
    pile_points,
)
from quincunx.games.quivvit.rules.uncovered import cells_of_mask, linkable_grid, uncovered_mask
from quincunx.games.quivvit.state import BLOCK_HELD, Pile, QuivvitPhase, QuivvitState

PHASES: Final[tuple[QuivvitPhase, ...]] = ("block", "turn", "bonus", "over")
WAYS: Final[tuple[Rotation, ...]] = ("left", "right", "half")
_MOST_POINTS_PER_DECK: Final = 250
"""More than all cards of a deck are worth together."""
_FEWEST_POINTS_PER_DECK: Final = -20
_MOST_CARDS_PER_DECK: Final = 148
_MAX_CACHED: Final = 4096
"""The size of each cache of parts of observations, most of which recur from step to step."""

ACTIONS: Final = Layout(
    Field("rotate", (CELLS, len(WAYS)), "Rotate the card in a cell left, right or by half a turn."),
    Field("claim", (CELLS,), "Take the links of the card in a cell with the Double Rotate card."),
    Field("block", (CELLS,), "Cover the card in a cell with the Color Block card."),
    Field("draw", (), "Draw a card at the end for an unused Double Rotate card."),
    Field("decline", (), "Do not block, or do not draw."),
    Field("stop_asking", (), "Decline all later questions about blocking as well."),
    Field("ask_again", (), "Be asked about blocking again."),
    Field(WAIT, (), "Do nothing for now."),
)
_MOVES: Final[tuple[QuivvitMove, ...]] = (
    *(Rotate(cell, way) for cell in CELL_NAMES for way in WAYS),
    *map(ClaimFreeLink, CELL_NAMES),
    *map(Block, CELL_NAMES),
    Draw(),
    Decline(),
    StopAsking(),
    AskAgain(),
)
"""By action, its move."""
_ACTION_OF: Final = {move: action for action, move in enumerate(_MOVES)}
_CLAIM: Final = ACTIONS.first("claim")
_BLOCK: Final = ACTIONS.first("block")

_CORNER_PLANES: Final = np.zeros((CARDS + 1, CORNERS * len(COLOURS)), np.int16)
for _card in range(CARDS):
    for _corner, _colour in enumerate(CORNER_COLOURS[_card]):
        _CORNER_PLANES[_card, _corner * len(COLOURS) + _colour] = 1
_CARD_POINTS: Final = np.array(CARD_VALUES, np.int16)


class QuivvitEncoding(SingleActionEncoding[QuivvitState, QuivvitMove]):
    """The encoding of a table of Quivvit."""

    actions = ACTIONS

    def __init__(self, rules: QuivvitRules) -> None:
        self._rules = rules
        self.features = _features(rules.seats, rules.options.decks)
        self._after_grid = self.features.first("deck")
        self._points_from = self.features.first("points_in_cell")
        self._nothing_apart = (0,) * (2 * rules.seats)

    def observe(self, state: QuivvitState, seat: int, draft: None, at: int) -> Vector:
        vector = np.zeros(self.features.size, np.int16)
        grid = np.array(state.grid[:CELLS])
        points, covered = self._points_from, self._points_from + CELLS
        vector[:points] = _CORNER_PLANES.take(grid, axis=0).ravel()
        vector[points:covered] = _CARD_POINTS.take(grid)
        for cell in state.blocks:
            if cell >= 0:
                vector[covered + cell] = 1
        awaited, seats = self._rules.awaited(state), self._rules.seats
        held = (state.blocks, state.doubles, state.quiet, state.changes)
        vector[self._after_grid :] = (
            *state.deck,
            *self._taken(state, seat),
            *_held(*held, seat),
            *_status(state.phase, awaited, state.first, state.colour, seat, seats),
            state.round,
            state.played,
            seconds_left(state.ends_at, at),
        )
        return vector

    def _taken(self, state: QuivvitState, seat: int) -> tuple[int, ...]:
        """Return the points and cards of each seat, and those of this round that may not count."""
        piles, bonuses = from_seat(state.piles, seat), from_seat(state.bonuses, seat)
        points = tuple(map(_points, piles))
        if any(bonuses):
            points = tuple(each + (bonus or 0) for each, bonus in zip(points, bonuses, strict=True))
        if not any(state.apart):
            return (*points, *map(len, piles), *self._nothing_apart)
        apart = from_seat(state.apart, seat)
        return (*points, *map(len, piles), *map(_points, apart), *map(len, apart))

    def mask(self, state: QuivvitState, seat: int, draft: None) -> Mask:
        is_awaited = seat in self._rules.awaited(state)
        uncovered = uncovered_mask(state) if is_awaited and state.phase != "bonus" else 0
        match state.phase:
            case "turn" if is_awaited:
                mask = _rotations(uncovered, state.doubles[seat]).copy()
                if state.doubles[seat]:
                    claimable = free_link_cells(linkable_grid(state), state.colour)
                    mask[[_CLAIM + cell for cell in claimable]] = 1
            case "block" if is_awaited:
                mask = _blocks(uncovered).copy()
            case "bonus" if is_awaited:
                mask = _MAY_DRAW.copy()
            case _:
                mask = np.zeros(ACTIONS.size, np.int8)
        is_playing = state.phase in ("block", "turn")
        if is_playing and self._rules.options.color_blocking and can_change_asking(state, seat):
            mask[ACTIONS.first("ask_again" if state.quiet[seat] else "stop_asking")] = 1
        return mask

    def action_of(self, state: QuivvitState, move: QuivvitMove) -> int:
        return _ACTION_OF[move]

    def move_of(self, state: QuivvitState, action: int) -> QuivvitMove:
        return _MOVES[action]


def _features(seats: int, decks: int) -> Layout:
    most, fewest = _MOST_POINTS_PER_DECK * decks, _FEWEST_POINTS_PER_DECK * decks
    cards = _MOST_CARDS_PER_DECK * decks
    most_rounds = max(ROUNDS, MAX_DRAIN_TURNS_PER_DECK * decks) + 1
    return Layout(
        Field(
            "corners",
            (CELLS, CORNERS, len(COLOURS)),
            "By cell and corner (clockwise from the top left), whether the card there shows each "
            "colour; only zeros where there is no card.",
        ),
        Field("points_in_cell", (CELLS,), "What the card in each cell is worth.", low=-1, high=3),
        Field("covered", (CELLS,), "Whether a Color Block card covers the card in each cell."),
        Field(
            "deck",
            (KINDS,),
            "The number of cards of each kind that are left in the deck.",
            high=max(full_deck(decks)),
        ),
        Field("points", (seats,), "The points of each seat.", low=fewest, high=most),
        Field("cards", (seats,), "The number of cards that each seat has taken.", high=cards),
        Field(
            "points_apart",
            (seats,),
            "The points taken in this Drain the Deck round, which may turn out not to count.",
            low=fewest,
            high=most,
        ),
        Field("cards_apart", (seats,), "The number of those cards.", high=cards),
        Field("holds_block", (seats,), "Whether each seat still holds its Color Block card."),
        Field("holds_double", (seats,), "Whether each seat still holds its Double Rotate card."),
        Field("not_asked", (seats,), "Whether each seat has switched these questions off."),
        Field(
            "asking_changes",
            (seats,),
            "How often each seat has switched them off or on in this round.",
            high=MAX_ASKING_CHANGES_PER_ROUND,
        ),
        Field("awaited", (seats,), "The seats that the game waits for."),
        Field("first", (seats,), "The seat that began this round."),
        Field("phase", (len(PHASES),), f"The phase: {', '.join(PHASES)}."),
        Field("colour", (len(COLOURS),), "The colour on the die, if there is one."),
        Field("round", (), "The number of the round, from 1.", high=most_rounds),
        Field("played", (), "The number of turns of this round that are over.", high=seats),
        seconds_field("The seconds left for this turn or for the answers; 0 without a timer."),
    )


@lru_cache(_MAX_CACHED)
def _points(pile: Pile) -> int:
    return pile_points(pile)


@lru_cache(_MAX_CACHED)
def _held(
    blocks: tuple[int, ...],
    doubles: tuple[bool, ...],
    quiet: tuple[bool, ...],
    changes: tuple[int, ...],
    seat: int,
) -> tuple[int, ...]:
    """Return what each seat holds, and whether it is asked about blocking."""
    return (
        *from_seat(tuple(block == BLOCK_HELD for block in blocks), seat),
        *from_seat(doubles, seat),
        *from_seat(quiet, seat),
        *from_seat(changes, seat),
    )


@lru_cache(_MAX_CACHED)
def _status(
    phase: QuivvitPhase,
    awaited: tuple[int, ...],
    first: int,
    colour: int | None,
    seat: int,
    seats: int,
) -> tuple[int, ...]:
    """Return the seats that are awaited, the seat that began the round, the phase and the die."""
    return (
        *from_seat(tuple(each in awaited for each in range(seats)), seat),
        *from_seat(tuple(each == first for each in range(seats)), seat),
        *one_hot(len(PHASES), PHASES.index(phase)),
        *one_hot(len(COLOURS), colour),
    )


@lru_cache(_MAX_CACHED)
def _rotations(uncovered: int, double: bool) -> Mask:
    """Return the mask of the rotations of these cells; callers copy it."""
    mask = np.zeros(ACTIONS.size, np.int8)
    ways = len(WAYS) if double else len(WAYS) - 1
    for cell in cells_of_mask(uncovered):
        first = cell * len(WAYS)
        mask[first : first + ways] = 1
    return mask


@lru_cache(_MAX_CACHED)
def _blocks(uncovered: int) -> Mask:
    """Return the mask of the answers to the question about blocking; callers copy it."""
    mask = np.zeros(ACTIONS.size, np.int8)
    mask[[_BLOCK + cell for cell in cells_of_mask(uncovered)]] = 1
    mask[ACTIONS.first("decline")] = 1
    return mask


_MAY_DRAW: Final = np.zeros(ACTIONS.size, np.int8)
_MAY_DRAW[[ACTIONS.first("draw"), ACTIONS.first("decline")]] = 1
