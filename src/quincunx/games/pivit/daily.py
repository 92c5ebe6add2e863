"""Pivit's daily game: alone, with a hand that can be laid out completely."""

from __future__ import annotations

from typing import Final

from quincunx.core.daily import DailySetup
from quincunx.core.match import Match


def has_solution(match: Match) -> bool:
    """Return whether the solver finds a grid for the hand of a freshly dealt match."""
    # The solver is compiled, which takes a while to load.
    from quincunx.games.pivit.solver import solve

    match.play("ready", 0)
    assert match.deadline is not None, "the tiles are turned over a moment later"
    match.tick(match.deadline)
    return solve(match.state.hands[0]).grid is not None


DAILY: Final = DailySetup(seats=1, accepts=has_solution)
