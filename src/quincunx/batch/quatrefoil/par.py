"""Par: the number of actions that four experts need for a deal.

Where cards are hidden, par depends on the experts' conventions and is read from `par.json`, which
`quincunx.batch.engine.quatrefoil_par` writes.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from .arrangements import DISTANCE
from .cards import POSITION_CARDS

FILE: Final = Path(__file__).with_name("par.json")


@lru_cache(8)
def par_table(*, colours_open: bool, positions_open: bool, is_dual: bool) -> np.ndarray:
    """Return the pars by goal (see `GOAL`) and owners (see `OWNERS`) of a deal."""
    if is_dual or (colours_open and positions_open):
        return np.repeat(DISTANCE[:, None], len(POSITION_CARDS), axis=1)
    mode = "colours-open" if colours_open else "positions-open" if positions_open else "base"
    digits = json.loads(FILE.read_text("utf-8"))[mode]
    return np.array([*map(int, digits)], np.int8).reshape(len(DISTANCE), len(POSITION_CARDS))
