"""What chance decides on arrays is as likely as in the engine."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from quincunx.batch.quivvit import QuivvitKernel
from quincunx.batch.quivvit.cards import (
    COLOURS,
    CORNERS,
    FACE_OF_KIND,
    ORIENTATIONS,
    VALUES,
    full_deck,
    rotated,
)
from quincunx.batch.quivvit.links import CELLS
from tests.batch.kit import check_chances, check_even, sample

SEATS = 3


@pytest.fixture(scope="module")
def dealt() -> Any:
    """Many new tables."""
    return sample(QuivvitKernel(SEATS, random_colour=True).deal)


def _kinds(dealt: Any) -> np.ndarray:
    """Return by table and cell the kind of the card."""
    faces, points = np.asarray(dealt.faces), np.asarray(dealt.points_in_cell)
    layouts = len(FACE_OF_KIND) // len(VALUES)
    kinds = np.full(faces.shape, -1)
    for kind, quarters in product(range(len(FACE_OF_KIND)), range(ORIENTATIONS)):
        face = int(rotated(FACE_OF_KIND[kind], quarters))
        kinds[(faces == face) & (points == VALUES[kind // layouts])] = kind
    return kinds


def test_each_card_is_as_likely_in_each_cell(dealt: Any) -> None:
    chances = full_deck(1) / full_deck(1).sum()
    for kinds in _kinds(dealt).T:
        check_chances(kinds, chances)


@pytest.mark.parametrize("cells", [(0, 1), (11, 12), (3, 24)])
def test_a_card_is_drawn_from_what_is_left(dealt: Any, cells: tuple[int, int]) -> None:
    deck = full_deck(1)
    size, kinds = deck.sum(), len(deck)
    pairs = deck[:, None] * (deck[None, :] - np.eye(kinds)) / (size * (size - 1))
    first, second = _kinds(dealt).T[list(cells)]
    # By value, because pairs of kinds are many.
    values = pairs.reshape(len(VALUES), -1, len(VALUES), kinds // len(VALUES)).sum((1, 3))
    layouts = kinds // len(VALUES)
    check_chances(first // layouts * len(VALUES) + second // layouts, values.reshape(-1))


def test_the_cards_left_are_those_that_were_not_dealt(dealt: Any) -> None:
    left = np.diff(np.asarray(dealt.ranks, np.int32), prepend=0)
    counts = (_kinds(dealt)[:, :, None] == np.arange(left.shape[1])).sum(1)
    assert (left + counts == full_deck(1)).all()


def test_each_orientation_is_as_likely(dealt: Any) -> None:
    # The corner with red tells how a card lies: on all layouts it was printed in the first one.
    red = (np.asarray(dealt.faces)[:, :, None] >> len(COLOURS) * np.arange(CORNERS) & 1).argmax(2)
    for orientations in red.T:
        check_even(orientations, ORIENTATIONS)
    for cell in range(CELLS - 1):
        check_even(red[:, cell] * ORIENTATIONS + red[:, cell + 1], ORIENTATIONS**2)


def test_each_seat_and_each_colour_is_as_likely_to_begin(dealt: Any) -> None:
    first, colour = np.asarray(dealt.first), np.asarray(dealt.colour)
    check_even(first * len(COLOURS) + colour, SEATS * len(COLOURS))
