"""The position and colour cards of the seats as numbers, and what they tell a seat.

The number of a deal of position cards is its place among the permutations of the positions in
lexicographic order. The colour card of a seat is what the target has at its position.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Final

import numpy as np

from ..bits import packed
from .arrangements import ARRANGEMENTS, COLOURS, IN_PLACE, PLACES

SEATS: Final = 4
POSITIONS: Final = 4

POSITION_CARDS: Final = np.array([*permutations(range(POSITIONS))], np.int8)
"""POSITION_CARDS[number][seat]: the position card of each seat."""
_NUMBER_OF: Final = {tuple(cards): number for number, cards in enumerate(POSITION_CARDS.tolist())}

CARD_FLAGS: Final = SEATS * COLOURS + SEATS * POSITIONS + PLACES * COLOURS
"""The number of flags that `known_cards` returns."""

_BIT_OF_SEAT: Final = 1 << np.arange(SEATS)


def _signals() -> np.ndarray:
    by_seat = IN_PLACE[:, POSITION_CARDS]
    return (by_seat * _BIT_OF_SEAT).sum(-1).astype(np.uint8)


SIGNALS: Final = _signals()
"""SIGNALS[goal][position cards]: a bit for each seat, set if its token is in place."""


def _owners() -> np.ndarray:
    seat_of = np.argsort(POSITION_CARDS, axis=1)
    turns = (seat_of[:, None] - np.arange(SEATS)[:, None]) % SEATS
    flat = turns.reshape(-1, POSITIONS).tolist()
    return np.array([_NUMBER_OF[*each] for each in flat], np.uint8).reshape(turns.shape[:2])


OWNERS: Final = _owners()
"""OWNERS[position cards][first seat]: in how many turns the owner of each position card acts.

These numbers of turns are stored as the number of a permutation."""


@lru_cache(8)
def known_cards(*, colours_open: bool, positions_open: bool, is_dual: bool) -> np.ndarray:
    """Return what a seat knows of the cards, as the flags of an observation in two words.

    The axes are the target, the position cards, the seat, and whether the game is over. The flags
    are the colour cards and the position cards by seat, beginning with the observing seat, and the
    target as far as these cards determine it.
    """
    target, cards, seat, is_over = np.ix_(
        range(len(ARRANGEMENTS)), range(len(POSITION_CARDS)), range(SEATS), range(2)
    )
    places = POSITION_CARDS[cards[..., None], (seat[..., None] + np.arange(SEATS)) % SEATS]
    colours = ARRANGEMENTS[target[..., None], places]
    is_own = (is_over[..., None] == 1) | (np.arange(SEATS) == 0)
    sees_colour = (is_own | colours_open) & (not is_dual)
    sees_position = is_own | positions_open
    colour_planes = (colours[..., None] == np.arange(COLOURS)) & sees_colour[..., None]
    position_planes = (places[..., None] == np.arange(POSITIONS)) & sees_position[..., None]
    # Both cards of a seat show a place of the target; all colour cards show the free token.
    from_seat = (places[..., None] == np.arange(PLACES)) & (sees_colour & sees_position)[..., None]
    knows_all = (is_over == 1) | is_dual
    known = from_seat.any(-2) | knows_all[..., None]
    known[..., -1] |= sees_colour.all(-1)
    target_planes = (ARRANGEMENTS[target][..., None] == np.arange(COLOURS)) & known[..., None]
    shape = (len(ARRANGEMENTS), len(POSITION_CARDS), SEATS, 2)
    parts = [
        np.broadcast_to(planes, (*shape, *planes.shape[-2:])).reshape(*shape, -1)
        for planes in (colour_planes, position_planes, target_planes)
    ]
    return packed(np.concatenate(parts, axis=-1))
