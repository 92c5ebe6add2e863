"""Solve ColorYam exactly for one player, and estimate the chance to win against others.

`attempt` solves one attempt of three rolls for any value of the final dice, `sheet_plan` a whole
sheet from its last line back to the first. `race_plan` finds how players compete for points, with
`lead_plan`, which solves the sheet for many values at once. For one decision (`decision_context`),
`rival_entries` finds what the others may enter, and `win_chances` turns it into chances to win.
`rated_moves` lists a player's moves with their values. Importing this package loads NumPy, so
callers import it only when they need it.
"""

from __future__ import annotations

from quincunx.games.coloryam.solver.attempt import (
    MAX_TOTAL,
    RESULT_SHAPE,
    AttemptSolution,
    distribution,
    entry_worth,
    final_roll_worth,
    result_codes,
)
from quincunx.games.coloryam.solver.decision_context import decision_context
from quincunx.games.coloryam.solver.rated_moves import (
    RatedMove,
    RatedMoves,
    chance_to_complete,
    rate_for_challenge,
    rate_for_total,
    rate_for_win,
    rate_moves,
    rate_one_roll_ahead,
)
from quincunx.games.coloryam.solver.sheet_plan import (
    SheetPlace,
    SheetPlan,
    points_against,
    solo_plan,
)
from quincunx.games.coloryam.solver.win_chances import AttemptWinChances, chance_to_win

__all__ = [
    "MAX_TOTAL",
    "RESULT_SHAPE",
    "AttemptSolution",
    "AttemptWinChances",
    "RatedMove",
    "RatedMoves",
    "SheetPlace",
    "SheetPlan",
    "chance_to_complete",
    "chance_to_win",
    "decision_context",
    "distribution",
    "entry_worth",
    "final_roll_worth",
    "points_against",
    "rate_for_challenge",
    "rate_for_total",
    "rate_for_win",
    "rate_moves",
    "rate_one_roll_ahead",
    "result_codes",
    "solo_plan",
]
