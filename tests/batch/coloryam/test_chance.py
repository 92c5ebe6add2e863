"""What chance decides on arrays is as likely as in the engine. All seeds are fixed."""

from __future__ import annotations

from dataclasses import replace
from math import perm
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from quincunx.batch.coloryam import CHALLENGES, ColorYamKernel, ColorYamTable
from quincunx.batch.coloryam.dice import DICE, FACES
from quincunx.batch.coloryam.kernel import CROSS
from quincunx.batch.coloryam.sheet import LINES
from tests.batch.kit import check_even, sample

KERNEL = ColorYamKernel(3, challenges=None)


def _table() -> ColorYamTable:
    return KERNEL.deal(jax.random.key(0))


def test_each_face_of_each_die_is_as_likely() -> None:
    def roll(key: Any) -> Any:
        return KERNEL.play(_table(), jnp.int32(0), jnp.int32(0), key).dice

    dice = np.asarray(sample(roll))

    for die in range(DICE):
        check_even(dice[:, die] - 1, FACES)
    # Neighbouring dice do not depend on each other.
    for die in range(DICE - 1):
        check_even((dice[:, die] - 1) * FACES + dice[:, die + 1] - 1, FACES**2)


def test_each_pair_of_kinds_is_as_likely() -> None:
    sheets = np.asarray(sample(lambda key: KERNEL.deal(key).challenges))

    kinds = list(dict.fromkeys(kind for kind, _ in CHALLENGES))
    kind_of = np.array([kinds.index(kind) for kind, _ in CHALLENGES])[sheets]
    for first, last, place in ((0, 5, 0), (5, 11, 2), (11, 16, 4)):
        count = last - first
        one, other = kind_of[:, place] - first, kind_of[:, place + 1] - first
        assert (one != other).all()
        check_even(one * (count - 1) + other - (other > one), count * (count - 1))


def test_the_colours_of_each_kind_are_as_likely() -> None:
    codes = np.asarray(sample(lambda key: KERNEL.deal(key).challenges)).ravel()

    for kind, named in (("one", 1), ("equal", 2), ("all different", 3)):
        first = next(code for code, challenge in enumerate(CHALLENGES) if challenge[0] == kind)
        size = perm(FACES, named)
        check_even(codes[(codes >= first) & (codes < first + size)] - first, size)


def test_each_seat_that_ties_is_as_likely_to_begin() -> None:
    entries = jnp.full((3, LINES), -1, jnp.int8).at[:, 0].set(jnp.array((20, -1, 20), jnp.int8))
    last_of_line = replace(
        _table(), entries=entries, seat=jnp.int8(1), rolls=jnp.int8(3), is_choosing=jnp.bool_(True)
    )

    def begins(key: Any) -> Any:
        after = KERNEL.play(last_of_line, jnp.int32(1), jnp.int32(CROSS), key)
        return after.seat, after.line

    seat, line = map(np.asarray, sample(begins))

    assert (line == 1).all()
    check_even(seat // 2, 2)
