"""Layouts of vectors, and actions that an encoding refuses."""

from __future__ import annotations

import numpy as np
import pytest

import quincunx
from quincunx.core.encoding import (
    MAX_SECONDS,
    Field,
    IllegalAction,
    Layout,
    from_seat,
    one_hot,
    seconds_left,
)

LAYOUT = Layout(
    Field("grid", (2, 3), "A grid.", low=-1, high=4),
    Field("turn", (), "Whether it is my turn."),
)


def test_a_vector_is_split_into_its_fields() -> None:
    parts = LAYOUT.split(np.arange(7))
    assert parts["grid"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert parts["turn"] == 6


def test_a_batch_of_vectors_is_split_too() -> None:
    parts = LAYOUT.split(np.zeros((5, 7), np.int16))
    assert {name: part.shape for name, part in parts.items()} == {"grid": (5, 2, 3), "turn": (5,)}


def test_bounds_are_those_of_the_fields() -> None:
    assert LAYOUT.low.tolist() == [-1] * 6 + [0]
    assert LAYOUT.high.tolist() == [4] * 6 + [1]


def test_a_number_has_a_place_in_a_field() -> None:
    assert LAYOUT.place(5) == (LAYOUT.fields[0], (1, 2))
    assert LAYOUT.place(6) == (LAYOUT.fields[1], ())
    with pytest.raises(IndexError):
        LAYOUT.place(7)


@pytest.mark.parametrize(
    ("ends_at", "left"),
    [(None, 0), (999, 0), (1001, 1), (2000, 1), (2001, 2), (10**8, MAX_SECONDS)],
)
def test_the_time_left_is_rounded_up(ends_at: int | None, left: int) -> None:
    assert seconds_left(ends_at, 1000) == left


def test_values_by_seat_begin_with_the_own_seat() -> None:
    assert from_seat((1, 2, 3), 2) == (3, 1, 2)
    assert one_hot(3, 1) == [0, 1, 0]
    assert one_hot(3, None) == [0, 0, 0]


@pytest.mark.parametrize("action", [-1, 1, 63, 10_000])
def test_an_action_that_the_mask_does_not_allow_is_refused(action: int) -> None:
    match = quincunx.new("coloryam", seats=1, seed=1)
    encoding = match.game.encoding(match.rules)
    with pytest.raises(IllegalAction, match="not allowed now"):
        encoding.decode(match.state, 0, [action])


def test_actions_that_make_no_move_are_refused() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    encoding = match.game.encoding(match.rules)
    (seat,) = match.awaited
    first = next(encoding.allowed(match.state, seat))
    with pytest.raises(IllegalAction, match="whole move"):
        encoding.decode(match.state, seat, [first])


def test_an_action_has_a_name() -> None:
    match = quincunx.new("quivvit", seats=2, seed=1)
    encoding = match.game.encoding(match.rules)
    assert encoding.name(3 * 7 + 1) == "rotate 7 1"
    assert encoding.wait is not None
    assert encoding.name(encoding.wait) == "wait"
