"""The network: the points that are still to come after an action, in NumPy or JAX.

It values what an action leaves on the table, not the action itself: the dice that are kept, how the
attempt stands, and the sheet. Thus what it learns about some kept dice holds for every roll that
allows keeping them, and the value of rolling the others averages over all their results.

The functions work on NumPy's and on JAX's arrays, because a bot should not need JAX.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from quincunx.games.coloryam.dice import ALL_DICE, DICE, FACES
from quincunx.games.coloryam.encoding import ACTIONS, EMPTY, MAX_SECOND_CHANCES
from quincunx.games.coloryam.sheet import COLORYAM_LINES, LINES

Array = Any
"""An array of NumPy or JAX."""
Features = Mapping[str, Array]
"""The features of an observation, or of a batch of them, by name."""

LARGEST_NUMBERS: Final = np.arange(DICE, DICE * FACES)
"""The largest ColorYam number so far is described by which of these it exceeds."""
FACTS: Final = 1 + 2 + MAX_SECOND_CHANCES + 1 + len(COLORYAM_LINES) + len(LARGEST_NUMBERS)
ENDINGS: Final = 3
"""Stopping, stopping with the challenge met, and crossing out."""
POINTS: Final = 100.0
"""The unit of the network's output, so that its weights are of order 1."""


class Weights(NamedTuple):
    """What is learnt. In the first three, each line of the sheet has weights of its own."""

    dice: Array
    """By line, die and face, for the dice that are kept."""
    facts: Array
    """By line and fact; see `_facts`."""
    endings: Array
    """By line, for actions that end an attempt."""
    hidden: Array
    hidden_bias: Array
    output: Array
    output_bias: Array


def shapes(width: int, hidden: int) -> Weights:
    """Return the shape of each array of weights, for layers of these widths."""
    return Weights(
        dice=(LINES, DICE, FACES, width),
        facts=(LINES, FACTS, width),
        endings=(LINES, ENDINGS, width),
        hidden=(width, hidden),
        hidden_bias=(hidden,),
        output=(hidden,),
        output_bias=(),
    )


def action_values(weights: Weights, seen: Features, actions: Array) -> Array:
    """Return the points that are expected from now on if each of these actions is taken.

    The last axis of `actions` lists actions. Its other axes are those of the observations, or are
    missing if the actions are the same for all of them.
    """
    xp = seen["line"].__array_namespace__()
    line = seen["line"].argmax(-1)
    dice = weights.dice[line[..., None], np.arange(DICE), seen["dice"].argmax(-1)]
    is_met = seen["met"][..., None, None]
    endings = weights.endings[line] * xp.where(xp.asarray(_IF_MET)[:, None], is_met, 1)
    left = xp.asarray(_LEFT)[actions] @ xp.concat([dice, endings], axis=-2)
    by_line = seen["line"][..., :, None] * _facts(xp, seen)[..., None, :]
    sheet = by_line.reshape(*line.shape, -1).astype(np.float32) @ weights.facts.reshape(
        LINES * FACTS, -1
    )
    first = xp.maximum(left + sheet[..., None, :], 0)
    second = xp.maximum(first @ weights.hidden + weights.hidden_bias, 0)
    return (second @ weights.output + weights.output_bias) * POINTS


def _facts(xp: Any, seen: Features) -> Array:
    """Return everything that matters except the dice: the attempt, and the ColorYam fields."""
    numbers = seen["entries"][..., 0, :][..., np.array(COLORYAM_LINES)]
    rolls, second_chances = seen["rolls"][..., None], seen["second_chances"][..., None]
    facts = (
        xp.ones_like(rolls),
        rolls == np.array([1, 2]),
        second_chances == np.arange(1, MAX_SECOND_CHANCES + 1),
        seen["choosing"][..., None],
        numbers != EMPTY,
        numbers.max(-1)[..., None] > LARGEST_NUMBERS,
    )
    return xp.concat([fact.astype(np.int16) for fact in facts], axis=-1)


def _left_by_action() -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return for each action which dice it keeps, and whether and how it ends an attempt."""
    left = np.zeros((ACTIONS.size, DICE + ENDINGS), np.float32)
    kept = np.arange(ALL_DICE + 1)
    left[kept, :DICE] = kept[:, None] >> np.arange(DICE) & 1
    left[ACTIONS.first("enter"), :DICE] = 1
    left[ALL_DICE, DICE : DICE + 2] = 1
    left[ACTIONS.first("cross"), DICE + 2] = 1
    return left


_LEFT: Final = _left_by_action()
_IF_MET: Final = np.array([False, True, False])
"""Which endings count only if the dice meet the challenge."""
ALL_ACTIONS: Final = np.arange(ACTIONS.size)
