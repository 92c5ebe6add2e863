"""One attempt of three rolls, solved exactly for anything that the final dice may be worth.

A table holds one number for each of the 46,656 rolls, one axis a die. Which dice to keep is decided
by all six together, but what follows is separate by die: an axis grows by one place for "rolled
again", which holds the mean, and shrinks again by taking the better of the two. Six times six
instead of sixty-four times each.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.dice import COLOUR_OF, COLOURS, DICE, FACES, Values

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]

ROLLS: Final = 3
"""How many rolls an attempt has."""

MAX_TOTAL: Final = DICE * FACES
RESULT_SHAPE: Final = (2, MAX_TOTAL + 1)
"""The shape of what results are worth: by failed or met, then by total."""

CACHED_CHALLENGES: Final = 64
"""How many challenges' tables are cached, each about 0.4 MB; players write their own sheets."""


# What is known of every roll


@cache
def totals() -> IntArray:
    """The sum of the dice of every roll."""
    return np.asarray(np.indices((FACES,) * DICE).sum(0) + DICE, np.intp)


@cache
def _patterns() -> tuple[tuple[tuple[int, ...], ...], IntArray]:
    """The 462 ways to share six dice among the colours, and which of them every roll is."""
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
    """Which rolls meet the challenge; where there is none, all do."""
    counts, which = _patterns()
    if challenge is None:
        return np.ones(which.shape, np.bool_)
    by_pattern = [challenge.met_by(dict(zip(COLOURS, each, strict=True))) for each in counts]
    return np.array(by_pattern)[which]


@lru_cache(CACHED_CHALLENGES)
def result_codes(challenge: Challenge | None) -> IntArray:
    """The result of every roll, as a place in a flat table of the shape `RESULTS`."""
    return met(challenge) * RESULT_SHAPE[1] + totals()


def final_roll_worth(challenge: Challenge | None, worth: FloatArray) -> FloatArray:
    """What every roll is worth as final dice, given what results are worth."""
    return worth.reshape(-1)[result_codes(challenge)]


def entry_worth(bar: int = 0, *, counted: bool = True) -> FloatArray:
    """By result, for one attempt alone: the total of an entry, or 1 where only that it is one."""
    totals = np.arange(RESULT_SHAPE[1], dtype=np.float64)
    entries = np.where(totals > bar, totals if counted else 1.0, 0.0)
    return np.stack([np.zeros_like(entries), entries])


# Keeping and rolling


def keep_values(values: FloatArray) -> FloatArray:
    """What every way to keep some dice is worth, if the dice after the roll are worth this.

    Each axis has one place more than a die has faces: the last one is "this die is rolled".
    """
    faces, dice = values.shape[0], values.ndim
    keeps = np.empty((faces + 1,) * dice)
    part: list[slice | int] = [slice(faces)] * dice
    keeps[tuple(part)] = values
    # The last die first: its numbers lie side by side, which is slow, and there are fewest now.
    for die in reversed(range(dice)):
        kept = keeps[tuple(part)]
        part[die] = faces
        again = keeps[tuple(part)]
        np.sum(kept, axis=die, out=again)
        again /= faces
        part[die] = slice(None)
    return keeps


def best_keep_values(keeps: FloatArray) -> FloatArray:
    """What every roll is worth before the best keep. To keep all is to stop."""
    faces = keeps.shape[0] - 1
    best = np.maximum(keeps[:faces], keeps[faces:])
    for die in range(1, keeps.ndim):
        kept, again = np.split(best, [faces], axis=die)
        best = np.maximum(kept, again, out=kept)
    return best


def _best_keep_codes(keeps: FloatArray) -> IntArray:
    """For every roll, the best keep as a place in the flat table of keeps."""
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
    """How likely every roll is, given how likely every way to keep some dice is."""
    faces, dice = chances.shape[0] - 1, chances.ndim
    for die in range(dice):
        flat = chances.reshape(faces**die, faces + 1, (faces + 1) ** (dice - 1 - die))
        chances = flat[:, :faces] + flat[:, faces:] / faces
    return chances.reshape((faces,) * dice)


def _sum_by_code(places: IntArray, chances: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """The chances of all that go to the same place, added up."""
    flat = np.bincount(places.ravel(), weights=chances.ravel(), minlength=prod(shape))
    return flat.astype(np.float64, copy=False).reshape(shape)


class AttemptSolution:
    """An attempt in which the final dice are worth what the table says."""

    def __init__(self, worth: FloatArray, rolls: int = ROLLS) -> None:
        self.worth = worth
        self._keeps: list[FloatArray] = []
        values = worth
        for _ in range(rolls - 1):
            self._keeps.append(keep_values(values))
            values = best_keep_values(self._keeps[-1])
        self.value = float(values.mean())
        """Before the first roll."""

    def choices(self, values: Values, left: int) -> dict[tuple[bool, ...], float]:
        """What each choice is worth with so many rolls left, by which dice are kept.

        To keep all is to stop.
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
        # A roll of no dice is no roll.
        return rolled | stop

    def chances(self) -> FloatArray:
        """How likely each final roll is, if every choice is the best one."""
        chances = np.full(self.worth.shape, 1 / self.worth.size)
        for keeps in reversed(self._keeps):
            chances = _chances_after_roll(
                _sum_by_code(_best_keep_codes(keeps), chances, keeps.shape)
            )
        return chances


def distribution(challenge: Challenge | None, turn: AttemptSolution) -> FloatArray:
    """How likely each result is under best play: by failed or met, then by total."""
    return _sum_by_code(result_codes(challenge), turn.chances(), RESULT_SHAPE)
