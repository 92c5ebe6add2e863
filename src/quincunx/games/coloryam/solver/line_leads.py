"""What the entries of a line mean: points ahead of the others and, at the end, the win."""

from __future__ import annotations

import numpy as np

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.sheet import X


def line_leads(own: FloatArray, others: FloatArray) -> FloatArray:
    """Return the points of an entry minus those of each other entry.

    The last axis of `others` and of the result is the other players.
    """
    own_points = np.where(own == X, 0, 1 + (others < own[..., None]).sum(-1))
    lower = (others[..., :, None] > others[..., None, :]).sum(-1) + (others > own[..., None])
    return np.asarray(own_points[..., None] - np.where(others == X, 0, 1 + lower))


def win_shares(before: FloatArray, own: FloatArray, others: FloatArray) -> FloatArray:
    """Return the share of the win with these entries in the last line.

    `before` is how many points the player is ahead of each other player before the line. The higher
    last entry breaks ties in points; players with equal entries share the win.
    """
    margin = before + line_leads(own, others) + np.sign(own[..., None] - others) / 2
    shared = 1 + (margin == 0).sum(-1)
    return np.where((margin >= 0).all(-1), 1 / shared, 0.0)


def chance_ahead(lead: FloatArray) -> FloatArray:
    """Return about the chance of a normal variable to be above zero, by its mean in deviations."""
    # 1.702 makes the logistic curve closest to the normal distribution.
    return np.asarray(1 / (1 + np.exp(-1.702 * lead)))
