"""Measure contenders side by side: in turn, by CPU time, with the median of several rounds.

Machines are noisy, so compare the ratios within one run, not the rates of different runs.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

ROUNDS = 7


def rates(contenders: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Return units of work per second of CPU time; each contender returns the size of its batch."""
    seen: dict[str, list[float]] = {name: [] for name in contenders}
    for run in contenders.values():
        run()  # Once to warm up: imports, caches, tables.
    for _ in range(ROUNDS):
        for name, run in contenders.items():
            start = process_time()
            done = run()
            seen[name].append(done / (process_time() - start))
    return {name: median(values) for name, values in seen.items()}
