"""Solve one attempt of three rolls exactly, for any value of the final dice.

An array holds one number for each of the 46,656 rolls, with one axis for each die. Which dice to
keep depends on all six together, but the computation is separate for each die: an axis grows by one
place for "rolled again", which holds the mean, and shrinks again by taking the better of the two.
That takes six steps for each of six dice instead of 64 for every roll.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from itertools import product
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.dice import COLOUR_OF, COLOURS, DICE, FACES, ROLLS_PER_ATTEMPT, Values

IndexArray = NDArray[np.intp]

MAX_TOTAL: Final = DICE * FACES
RESULT_SHAPE: Final = (2, MAX_TOTAL + 1)
"""The shape of an array by result: failed or met, then total."""

CACHED_CHALLENGES: Final = 64
"""How many challenges have cached arrays, of about 0.4 MB each; players write their own sheets."""


# Properties of every roll


@cache
def totals() -> IndexArray:
    """Return the sum of the dice for every roll."""
    return np.asarray(np.indices((FACES,) * DICE).sum(0) + DICE, np.intp)


@cache
def _patterns() -> tuple[tuple[tuple[int, ...], ...], IndexArray]:
    """Return the 462 possible colour counts of six dice, and the index of each roll's counts."""
    shape = (FACES,) * DICE
    code = np.zeros(shape, np.intp)
    for die in range(DICE):
        places = np.array([(DICE + 1) ** COLOURS.index(colour) for colour in COLOUR_OF[die]])
        code += places.reshape([FACES if axis == die else 1 for axis in range(DICE)])
    codes, which = np.unique(code, return_inverse=True)
    counts = tuple(
        tuple(int(each) // (DICE + 1) ** place % (DICE + 1) for place in range(len(COLOURS)))
        for each in codes
    )
    return counts, which.reshape(shape)


@lru_cache(CACHED_CHALLENGES)
def met(challenge: Challenge | None) -> NDArray[np.bool_]:
    """Return which rolls meet the challenge; with `None` all do."""
    counts, which = _patterns()
    if challenge is None:
        return np.ones(which.shape, np.bool_)
    by_pattern = [challenge.met_by(dict(zip(COLOURS, each, strict=True))) for each in counts]
    return np.array(by_pattern)[which]


@lru_cache(CACHED_CHALLENGES)
def result_codes(challenge: Challenge | None) -> IndexArray:
    """Return the result of every roll, as a flat index into the shape `RESULT_SHAPE`."""
    return met(challenge) * RESULT_SHAPE[1] + totals()


def final_roll_worth(challenge: Challenge | None, worth: FloatArray) -> FloatArray:
    """Return the value of every roll as final dice, given the value of every result."""
    return worth.reshape(-1)[result_codes(challenge)]


def entry_worth(bar: int = 0, *, counted: bool = True) -> FloatArray:
    """Return by result the total of an entry, or 1 for every entry if totals are not counted."""
    totals = np.arange(RESULT_SHAPE[1], dtype=np.float64)
    entries = np.where(totals > bar, totals if counted else 1.0, 0.0)
    return np.stack([np.zeros_like(entries), entries])


# Keeping and rolling


def keep_values(values: FloatArray) -> FloatArray:
    """Return the value of every way to keep some dice, given the values after the roll.

    Each axis has one place more than a die has faces: the last one is "this die is rolled".
    """
    faces, dice = values.shape[0], values.ndim
    keeps = np.empty((faces + 1,) * dice)
    part: list[slice | int] = [slice(faces)] * dice
    keeps[tuple(part)] = values
    # Sums along the last axis are the slowest, so it comes first, while the array is smallest.
    for die in reversed(range(dice)):
        kept = keeps[tuple(part)]
        part[die] = faces
        again = keeps[tuple(part)]
        np.sum(kept, axis=die, out=again)
        again /= faces
        part[die] = slice(None)
    return keeps


def best_keep_values(keeps: FloatArray) -> FloatArray:
    """Return the value of every roll with the best keep. Keeping all dice means stopping."""
    faces = keeps.shape[0] - 1
    best = np.maximum(keeps[:faces], keeps[faces:])
    for die in range(1, keeps.ndim):
        kept, again = np.split(best, [faces], axis=die)
        best = np.maximum(kept, again, out=kept)
    return best


def _keep_chances(keeps: FloatArray, chances: FloatArray) -> FloatArray:
    """Return the probability of every way to keep some dice, given that of every roll.

    `keeps` holds the values of the keeps. Every roll gets its best keep; of equal ones, the one
    that keeps more dice.
    """
    faces = keeps.shape[0] - 1
    is_kept, best = [], keeps
    for die in range(keeps.ndim):
        kept, again = np.split(best, [faces], axis=die)
        is_kept.append(kept >= again)
        best = np.maximum(kept, again)
    for die in reversed(range(keeps.ndim)):
        kept = chances * is_kept[die]
        again = (chances - kept).sum(axis=die, keepdims=True)
        chances = np.concatenate([kept, again], axis=die)
    return chances


def _chances_after_roll(chances: FloatArray) -> FloatArray:
    """Return the probability of every roll, given that of every way to keep some dice."""
    faces, dice = chances.shape[0] - 1, chances.ndim
    for die in range(dice):
        flat = chances.reshape(faces**die, faces + 1, (faces + 1) ** (dice - 1 - die))
        chances = flat[:, :faces] + flat[:, faces:] / faces
    return chances.reshape((faces,) * dice)


class AttemptSolution:
    """The best play in an attempt whose final dice have the given values."""

    def __init__(self, worth: FloatArray, rolls: int = ROLLS_PER_ATTEMPT) -> None:
        self.worth = worth
        self._rolls = rolls
        self._values = [worth]
        """By rolls left, the value of every roll. A decision needs only some of them."""
        self._keeps: list[FloatArray] = []
        """By rolls left after the next one, the value of every keep."""

    def _values_with(self, left: int) -> FloatArray:
        """Return the value of every roll with `left` rolls left."""
        while len(self._values) <= left:
            self._keeps.append(keep_values(self._values[-1]))
            self._values.append(best_keep_values(self._keeps[-1]))
        return self._values[left]

    @cached_property
    def value(self) -> float:
        """The expected value before the first roll."""
        return float(self._values_with(self._rolls - 1).mean())

    def choices(self, values: Values, left: int) -> dict[tuple[bool, ...], float]:
        """Return the value of each choice, by which dice are kept, with `left` rolls left.

        Keeping all dice means stopping.
        """
        roll = tuple(value - 1 for value in values)
        every = (True,) * len(roll)
        stop = {every: float(self.worth[roll])}
        if not left:
            return stop
        near = self._values_with(left - 1)
        for die, value in enumerate(roll):
            near = np.stack([near.take(value, axis=die), near.mean(axis=die)], axis=die)
        rolled = {
            tuple(not place for place in places): float(near[places])
            for places in product((0, 1), repeat=len(roll))
        }
        # Keeping all dice ends the attempt, so its value is that of stopping.
        return rolled | stop

    def chances(self) -> FloatArray:
        """Return the probability of each final roll under best play."""
        self._values_with(self._rolls - 1)
        chances = np.full(self.worth.shape, 1 / self.worth.size)
        for keeps in reversed(self._keeps):
            chances = _chances_after_roll(_keep_chances(keeps, chances))
        return chances


def distribution(challenge: Challenge | None, turn: AttemptSolution) -> FloatArray:
    """Return the probability of each result under best play: failed or met, then total."""
    codes, chances = result_codes(challenge).ravel(), turn.chances().ravel()
    flat = np.bincount(codes, weights=chances, minlength=prod(RESULT_SHAPE))
    return flat.astype(np.float64, copy=False).reshape(RESULT_SHAPE)
