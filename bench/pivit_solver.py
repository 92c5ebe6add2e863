"""Measure how fast the solver decides hands of Pivit, compiled and as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from statistics import median
from time import process_time
from typing import Final

from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.pivit.solver import PATIENT_TRIES, solve
from quincunx.games.pivit.state import HAND_SIZE
from quincunx.games.pivit.tiles import FULL_MIDDLE, PivitTiles
from quincunx.lab.statistics.intervals import wilson_interval

HANDS: Final = 10_000
SAMPLE: Final = 40
"""The number of hands for plain Python."""
TRIES: Final = 200
"""The number of grids to grow for each of them."""
LIMITS_MS: Final = (1, 10, 100, 1_000)

Result = tuple[str, float]
"""The result for a hand, and its CPU time in milliseconds."""


def hands(count: int, seed: int = 1) -> list[PivitTiles]:
    """Return random hands from the 114 tiles."""
    rng = Random(seed)
    tiles = [tile for tile, copies in enumerate(FULL_MIDDLE) for _ in range(copies)]
    return [tuple(sorted(rng.sample(tiles, HAND_SIZE))) for _ in range(count)]


def decide(hand: PivitTiles, work: int) -> Result:
    start = process_time()
    answer = solve(hand, tries=work)
    taken = 1000 * (process_time() - start)
    if answer.grid is not None:
        return "solved", taken
    return "undecided" if answer.certificate is None else "impossible", taken


def report(results: list[Result]) -> None:
    count, times = len(results), sorted(taken for _, taken in results)
    for kind in ("solved", "impossible", "undecided"):
        number = sum(found == kind for found, _ in results)
        low, high = wilson_interval(number / count, count)
        print(
            f"{kind}: {number / count:.2%} (95 % interval {low:.2%} to {high:.2%}) of {count} hands"
        )
    for limit in LIMITS_MS:
        decided = sum(found != "undecided" and taken <= limit for found, taken in results)
        print(f"decided within {limit} ms: {decided / count:.2%}")
    print(
        f"median {median(times):.3f} ms, 99 % below {times[int(0.99 * count)]:.1f} ms, "
        f"slowest {times[-1]:.0f} ms"
    )


def sampled() -> list[Result]:
    """Decide the sample with few tries."""
    return [decide(hand, TRIES) for hand in hands(SAMPLE)]


def main() -> None:
    first, *_ = hands(1, seed=0)
    decide(first, TRIES)  # Once to compile.
    report([decide(hand, PATIENT_TRIES) for hand in hands(HANDS)])
    if not HAS_NUMBA:
        return
    # A different number of tries, because cached answers would take no time.
    mine = sum(taken for _, taken in sampled())
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
    results = sampled()
    report(results)
    print(f"in all {sum(taken for _, taken in results):.0f} ms")


if __name__ == "__main__":
    plain()
