"""Solve one attempt of three rolls exactly, for any value of the final dice.

An array holds one number for each of the 46,656 rolls, with one axis for each die. Which dice to
keep depends on all six together, but the computation is separate for each die: an axis grows by one
place for "rolled again", which holds the mean, and shrinks again by taking the better of the two.
That takes six steps for each of six dice instead of 64 for every roll.
"""

from __future__ import annotations

from functools import cache, lru_cache
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


def _best_keep_codes(keeps: FloatArray) -> IndexArray:
    """Return the best keep for every roll, as an index into the flat array of keeps."""
    faces, dice = keeps.shape[0] - 1, keeps.ndim
    places = np.arange(keeps.size).reshape(keeps.shape)
    for die in range(dice):
        shape = (faces**die, faces + 1, (faces + 1) ** (dice - 1 - die))
        flat, codes = keeps.reshape(shape), places.reshape(shape)
        kept = flat[:, :faces] >= flat[:, faces:]
        keeps = np.where(kept, flat[:, :faces], flat[:, faces:])
        places = np.where(kept, codes[:, :faces], codes[:, faces:])
    return places.reshape((faces,) * dice)


def _chances_after_roll(chances: FloatArray) -> FloatArray:
    """Return the probability of every roll, given that of every way to keep some dice."""
    faces, dice = chances.shape[0] - 1, chances.ndim
    for die in range(dice):
        flat = chances.reshape(faces**die, faces + 1, (faces + 1) ** (dice - 1 - die))
        chances = flat[:, :faces] + flat[:, faces:] / faces
    return chances.reshape((faces,) * dice)


def _sum_by_code(places: IndexArray, chances: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """Add up the chances that have the same code."""
    flat = np.bincount(places.ravel(), weights=chances.ravel(), minlength=prod(shape))
    return flat.astype(np.float64, copy=False).reshape(shape)


class AttemptSolution:
    """The best play in an attempt whose final dice have the given values."""

    def __init__(self, worth: FloatArray, rolls: int = ROLLS_PER_ATTEMPT) -> None:
        self.worth = worth
        self._keeps: list[FloatArray] = []
        values = worth
        for _ in range(rolls - 1):
            self._keeps.append(keep_values(values))
            values = best_keep_values(self._keeps[-1])
        self.value = float(values.mean())
        """The expected value before the first roll."""

    def choices(self, values: Values, left: int) -> dict[tuple[bool, ...], float]:
        """Return the value of each choice, by which dice are kept, with `left` rolls left.

        Keeping all dice means stopping.
        """
        roll = tuple(value - 1 for value in values)
        every = (True,) * len(roll)
        stop = {every: float(self.worth[roll])}
        if not left:
            return stop
        faces = self.worth.shape[0]
        near = self._keeps[left - 1][np.ix_(*((value, faces) for value in roll))]
        rolled = {
            tuple(not place for place in places): float(near[places])
            for places in product((0, 1), repeat=len(roll))
        }
        # Keeping all dice ends the attempt, so its value is that of stopping.
        return rolled | stop

    def chances(self) -> FloatArray:
        """Return the probability of each final roll under best play."""
        chances = np.full(self.worth.shape, 1 / self.worth.size)
        for keeps in reversed(self._keeps):
            chances = _chances_after_roll(
                _sum_by_code(_best_keep_codes(keeps), chances, keeps.shape)
            )
        return chances


def distribution(challenge: Challenge | None, turn: AttemptSolution) -> FloatArray:
    """Return the probability of each result under best play: failed or met, then total."""
    return _sum_by_code(result_codes(challenge), turn.chances(), RESULT_SHAPE)
