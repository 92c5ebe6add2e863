"""The faults of a draft, limited to what is sent to its player at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.core.rules import Fault

MAX_FAULTS: Final = 32
"""Faults of a draft that are sent to its player at once."""

MAX_CELLS: Final = 64
"""Cells that one of them names: more than the largest set or grid of any game has."""


def shortened(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """Return the first faults of a draft, each with its first cells: enough to correct it."""
    return tuple(
        fault
        if len(fault.cells) <= MAX_CELLS
        else msgspec.structs.replace(fault, cells=fault.cells[:MAX_CELLS])
        for fault in faults[:MAX_FAULTS]
    )
