"""Tables as plain numbers and lists, which the engine's functions work with."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from .batch_game import PlainTable


def plain_table(table: Any) -> PlainTable:
    """Return a table of plain numbers and lists instead of arrays."""
    return jax.tree.map(lambda array: np.asarray(array).tolist(), table)
