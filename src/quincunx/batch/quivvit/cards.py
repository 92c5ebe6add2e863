"""The cards: a face, which is four coloured corners, and the points in the middle.

A face is a number of 16 bits, four for each corner, clockwise from the top left one; of these four
bits the one for the corner's colour is set. Rotating the bits therefore rotates the card.
"""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np

from ..kernel import Array

COLOURS: Final = "RGBY"
CORNERS: Final = 4
ORIENTATIONS: Final = 4
FACE_BITS: Final = CORNERS * len(COLOURS)
NO_FACE: Final = 0
"""The face of an empty cell, which shows no colour."""

VALUES: Final = (1, 2, 3, -1)
COPIES_PER_VALUE: Final = (64, 46, 26, 12)
LAYOUTS: Final = ("RGBY", "RGYB", "RBGY", "RBYG", "RYGB", "RYBG")
KINDS: Final = len(VALUES) * len(LAYOUTS)
"""A kind is a value and one of the layouts of its colours."""


def _face(layout: str) -> int:
    """Return the face of a card that lies as it was printed."""
    bits = (corner * len(COLOURS) + COLOURS.index(colour) for corner, colour in enumerate(layout))
    return sum(1 << bit for bit in bits)


FACE_OF_KIND: Final = np.array([_face(layout) for _ in VALUES for layout in LAYOUTS], np.uint16)


def rotated(faces: Array, quarters: Array | int) -> Array:
    """Return the faces after 0 to 3 quarter turns to the right."""
    bits = jnp.asarray(quarters * len(COLOURS), jnp.uint16)
    return faces << bits | faces >> (FACE_BITS - bits)


def full_deck(decks: int) -> np.ndarray:
    """Return the number of cards of each kind; the layouts are assigned in turn, card by card."""
    values = np.repeat(np.arange(len(VALUES)), COPIES_PER_VALUE)
    kinds = values * len(LAYOUTS) + np.arange(len(values)) % len(LAYOUTS)
    return decks * np.bincount(kinds, minlength=KINDS)


def cards_of(numbers: Array, ranks: Array, quarters: Array) -> Array:
    """Return cards by their numbers in a deck and their quarter turns to the right; see `draws`.

    A card is a uint32: its face, and its points in the bits above.
    """
    faces = jnp.full(numbers.shape, FACE_OF_KIND[0])
    points = jnp.full(numbers.shape, VALUES[0], jnp.int8)
    for kind in range(1, KINDS):
        is_beyond = numbers >= ranks[kind - 1]
        faces = jnp.where(is_beyond, FACE_OF_KIND[kind], faces)
        if kind % len(LAYOUTS) == 0:
            points = jnp.where(is_beyond, jnp.int8(VALUES[kind // len(LAYOUTS)]), points)
    return rotated(faces, quarters).astype(jnp.uint32) | points.astype(jnp.uint32) << FACE_BITS


def faces_of(cards: Array) -> Array:
    """Return the faces of cards."""
    return cards.astype(jnp.uint16)


def points_of(cards: Array) -> Array:
    """Return the points of cards."""
    return (cards >> FACE_BITS).astype(jnp.int8)
