"""Measure how fast the solver decides hands of Pivit, and check all its grids and proofs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from random import Random
from statistics import median
from time import process_time
from typing import Final

from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.pivit.grid import as_grid, grid_faults
from quincunx.games.pivit.proofs import proves
from quincunx.games.pivit.solver import PATIENT_TRIES, HandSolution, solve
from quincunx.games.pivit.state import HAND_SIZE
from quincunx.games.pivit.tiles import FULL_MIDDLE, PivitTiles
from quincunx.lab.statistics.intervals import wilson_interval

HANDS: Final = 10_000
MORE_HANDS: Final = 30_000
"""Hands of another seed."""
SAMPLE: Final = 40
"""The number of hands for plain Python."""
TRIES: Final = 200
"""The number of grids to grow for each of them."""
LIMITS_MS: Final = (1, 10, 100, 1_000)

Result = tuple[HandSolution, float]
"""The solution for a hand, and its CPU time in milliseconds."""


def hands(count: int, seed: int = 1) -> list[PivitTiles]:
    """Return random hands from the 114 tiles."""
    rng = Random(seed)
    tiles = [tile for tile, copies in enumerate(FULL_MIDDLE) for _ in range(copies)]
    return [tuple(sorted(rng.sample(tiles, HAND_SIZE))) for _ in range(count)]


def decide(hand: PivitTiles, work: int) -> Result:
    start = process_time()
    answer = solve(hand, tries=work)
    return answer, 1000 * (process_time() - start)


def checked_kind(hand: PivitTiles, answer: HandSolution) -> str:
    """Return what kind of answer it is, after checking its grid or its proof."""
    if answer.grid is not None:
        assert not [*grid_faults(as_grid(answer.grid), hand, pairs_allowed=False)]
        return "solved"
    if answer.certificate is not None:
        assert proves(answer.certificate, hand)
        return "impossible"
    return "undecided"


def report(decided: list[PivitTiles], work: int) -> float:
    """Decide the hands, check and describe the answers; return the CPU time in milliseconds."""
    results = [decide(hand, work) for hand in decided]
    count, times = len(results), sorted(taken for _, taken in results)
    kinds = Counter(map(checked_kind, decided, (answer for answer, _ in results)))
    for kind in ("solved", "impossible", "undecided"):
        number = kinds[kind]
        low, high = wilson_interval(number / count, count)
        print(
            f"{kind}: {number / count:.2%} (95 % interval {low:.2%} to {high:.2%}) of {count} hands"
        )
    for limit in LIMITS_MS:
        number = sum(answer != HandSolution() and taken <= limit for answer, taken in results)
        print(f"decided within {limit} ms: {number / count:.2%}")
    print(
        f"median {median(times):.3f} ms, 99 % below {times[int(0.99 * count)]:.1f} ms, "
        f"slowest {times[-1]:.0f} ms"
    )
    return sum(times)


def main() -> None:
    first, *_ = hands(1, seed=0)
    decide(first, TRIES)  # Once to compile.
    report(hands(HANDS), PATIENT_TRIES)
    print("\nother hands:")
    report(hands(MORE_HANDS, seed=2), PATIENT_TRIES)
    print("the rules accept all grids, and the checker accepts all proofs")
    if not HAS_NUMBA:
        return
    # A different number of tries, because cached answers would take no time.
    mine = sum(taken for _, taken in (decide(hand, TRIES) for hand in hands(SAMPLE)))
    plain = subprocess.run(
        [sys.executable, "-m", "bench.pivit_solver"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    print(f"\n{SAMPLE} hands with {TRIES} tries each, as plain Python:\n{plain}")
    total = float(plain.split()[-2])
    print(f"compiled: {mine:.0f} ms in all, {total / mine:.0f} times as quick")


def plain() -> None:
    """Measure the sample as plain Python, in a process that was started for it."""
    print(f"in all {report(hands(SAMPLE), TRIES):.0f} ms")


if __name__ == "__main__":
    plain()
