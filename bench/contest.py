"""Contenders measured side by side: in turn, by CPU time, the median of several rounds.

Machines are noisy, so a rate means little; what is kept is the ratio to something in the same run.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

ROUNDS = 7


def rates(contenders: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Units of work a second of CPU; each contender does a batch and says how many it did."""
    seen: dict[str, list[float]] = {name: [] for name in contenders}
    for run in contenders.values():
        run()  # Once to warm up: imports, caches, tables.
    for _ in range(ROUNDS):
        for name, run in contenders.items():
            start = process_time()
            done = run()
            seen[name].append(done / (process_time() - start))
    return {name: median(values) for name, values in seen.items()}
