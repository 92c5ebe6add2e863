"""Decide whether a hand of tiles fits into one correct grid, and which trade helps most.

`line_counting` and `crossing_counts` prove that nearly all impossible hands are impossible.
`grid_growth`, `grid_ruin` and `search` grow, ruin and repair random grids until one holds the whole
hand. `arrangements` and `line_placement` decide the few hands that are left, and `hand_solver`
combines all these. `trades` rates the tiles that a player could trade, and `completion` decides
grids that have been started. The package `proofs` checks the proofs. Importing this package loads
numba, so callers import it only when they need it.
"""

from __future__ import annotations

from quincunx.games.pivit.solver.hand_solver import (
    BOT_TRIES,
    PATIENT_TRIES,
    HandSolution,
    complete_grid,
    disproof,
    largest_grid,
    prepare,
    solve,
)
from quincunx.games.pivit.solver.trades import (
    TradeProspect,
    best_trade,
    trade_prospects,
    unseen_by,
)

__all__ = [
    "BOT_TRIES",
    "PATIENT_TRIES",
    "HandSolution",
    "TradeProspect",
    "best_trade",
    "complete_grid",
    "disproof",
    "largest_grid",
    "prepare",
    "solve",
    "trade_prospects",
    "unseen_by",
]
