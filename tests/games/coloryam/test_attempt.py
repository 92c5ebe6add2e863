"""One attempt, against plain enumeration and known answers."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import COLOURS, DICE, FACES
from quincunx.games.coloryam.solver.attempt import (
    RESULT_SHAPE,
    AttemptSolution,
    distribution,
    entry_worth,
    final_roll_worth,
    met,
    result_codes,
    totals,
)

EVERY_ROLL = tuple(product(range(1, FACES + 1), repeat=DICE))


def small_worth(faces: int, dice: int, seed: int) -> FloatArray:
    rng = Random(seed)
    return np.array([rng.randrange(100) / 8 for _ in range(faces**dice)]).reshape((faces,) * dice)


def enumerated(
    worth: FloatArray, roll: tuple[int, ...], kept: tuple[bool, ...], left: int
) -> float:
    """What a keep is worth, straight from its definition."""
    if all(kept):
        return float(worth[roll])
    faces = range(worth.shape[0])
    after = product(*([value] if stays else faces for value, stays in zip(roll, kept, strict=True)))
    return float(np.mean([enumerated_best(worth, dice, left - 1) for dice in after]))


def enumerated_best(worth: FloatArray, roll: tuple[int, ...], left: int) -> float:
    if not left:
        return float(worth[roll])
    keeps = product((True, False), repeat=len(roll))
    return max(enumerated(worth, roll, kept, left) for kept in keeps)


@pytest.mark.parametrize(("faces", "dice"), [(2, 2), (3, 2), (2, 3), (4, 2)])
@pytest.mark.parametrize("seed", range(3))
def test_every_choice_is_worth_what_enumeration_says(faces: int, dice: int, seed: int) -> None:
    worth = small_worth(faces, dice, seed)
    turn = AttemptSolution(worth)
    for roll in product(range(faces), repeat=dice):
        for left in (0, 1, 2):
            choices = turn.choices(tuple(value + 1 for value in roll), left)
            assert len(choices) == (2**dice if left else 1)
            for kept, value in choices.items():
                assert value == pytest.approx(enumerated(worth, roll, kept, left))
    rolls = list(product(range(faces), repeat=dice))
    assert turn.value == pytest.approx(np.mean([enumerated_best(worth, r, 2) for r in rolls]))


@pytest.mark.parametrize("seed", range(3))
def test_the_final_rolls_are_as_likely_as_their_mean_says(seed: int) -> None:
    worth = small_worth(3, 3, seed)
    turn = AttemptSolution(worth)
    assert turn.chances().sum() == pytest.approx(1)
    assert (turn.chances() * worth).sum() == pytest.approx(turn.value)


@pytest.mark.parametrize("kind", KINDS)
def test_challenges_agree_with_the_rules_on_every_roll(kind: str) -> None:
    challenge = Challenge(kind, COLOURS[1 : 1 + KINDS[kind].colours])
    assert met(challenge).ravel().tolist() == [challenge.met(roll) for roll in EVERY_ROLL]


def test_totals_and_results_of_every_roll() -> None:
    challenge = Challenge("four alike")
    assert totals().ravel().tolist() == [sum(roll) for roll in EVERY_ROLL]
    assert result_codes(challenge).ravel().tolist() == [
        challenge.met(roll) * RESULT_SHAPE[1] + sum(roll) for roll in EVERY_ROLL
    ]


def test_three_free_rolls_average_exactly_28() -> None:
    assert AttemptSolution(final_roll_worth(None, entry_worth())).value == pytest.approx(
        28, abs=1e-12
    )


@pytest.mark.parametrize(
    ("kind", "colours", "chance"),
    [
        ("four alike", "", 0.456466),
        ("most", "Y", 0.581219),
        ("two", "G", 0.712103),
        ("one and none", "YG", 0.733471),
    ],
)
def test_how_often_the_rarest_challenges_are_met(kind: str, colours: str, chance: float) -> None:
    challenge = Challenge(kind, tuple(colours))
    turn = AttemptSolution(final_roll_worth(challenge, entry_worth(counted=False)))
    assert turn.value == pytest.approx(chance, abs=5e-7)
    assert distribution(challenge, turn)[1].sum() == pytest.approx(turn.value)
