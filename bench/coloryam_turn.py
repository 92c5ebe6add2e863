"""Measure how long ColorYam's solver takes for one attempt and for a whole sheet."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Final

import numpy as np

from quincunx.games.coloryam.sheet import SHEETS
from quincunx.games.coloryam.solver import (
    RESULT_SHAPE,
    AttemptSolution,
    SheetPlan,
    distribution,
    final_roll_worth,
    result_codes,
)

TURNS: Final = 200


def milliseconds(run: Callable[[int], object], times: int) -> list[float]:
    """Return CPU times, sorted."""
    taken = []
    for number in range(times):
        start = process_time()
        run(number)
        taken.append(1000 * (process_time() - start))
    return sorted(taken)


def main() -> None:
    challenges = [challenge for sheet in SHEETS.values() for challenge in sheet]
    worths = np.random.default_rng(1).random((TURNS, *RESULT_SHAPE)) * 36

    def solved(number: int) -> AttemptSolution:
        challenge = challenges[number % len(challenges)]
        return AttemptSolution(final_roll_worth(challenge, worths[number]))

    once = milliseconds(lambda _: [result_codes(challenge) for challenge in challenges], 1)
    print(f"what every roll is for 36 challenges, once a process: {once[0]:.0f} ms")
    turns = milliseconds(solved, TURNS)
    print(
        f"one attempt, all 46,656 rolls, every keep: median {median(turns):.1f} ms, "
        f"slowest {turns[-1]:.1f} ms (new objectives each time)"
    )
    spreads = milliseconds(lambda n: distribution(challenges[n], solved(n)), 36)
    print(f"and how likely each result then is: median {median(spreads):.1f} ms")
    for name, sheet in SHEETS.items():
        plan = SheetPlan(sheet)
        taken = milliseconds(lambda _, plan=plan: plan.value, 1)  # type: ignore[misc]
        print(f"sheet {name}: {plan.value:.6f} in {taken[0] / 1000:.2f} s")
