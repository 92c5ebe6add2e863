"""Measure the decision times and the scores of ColorYam's bots over whole games."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean, median
from time import process_time
from typing import Final

import quincunx

GAMES: Final = 30


def decisions(level: str, seats: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each decision, and each seat's sum of its ten entries."""
    taken: dict[bool, list[float]] = defaultdict(list)
    sums: list[float] = []
    for seed in range(GAMES):
        match = quincunx.new("coloryam", seats=seats, seed=seed)
        bots = [quincunx.bot(match.game.name, level) for _ in range(seats)]
        while match.outcome is None:
            seat = match.active[0]
            start = process_time()
            move = bots[seat].choose(match.turn(seat, seed="bench"))
            taken[match.view(seat).rolls > 0].append(1000 * (process_time() - start))
            match.play(move, seat)
        sums.extend(float(sum(e or 0 for e in column)) for column in match.view(None).entries)
    return taken[True], sums


def main() -> None:
    for seats in (2, 5):
        for level in ("easy", "medium", "expert"):
            taken, sums = decisions(level, seats)
            first, rest = taken[0], sorted(taken[1:])
            print(
                f"{seats} seats, {level:6}: median {median(rest):.1f} ms a decision, "
                f"99 % below {rest[int(0.99 * len(rest))]:.1f} ms, slowest {rest[-1]:.1f} ms; "
                f"first of all {first:.0f} ms; own total {fmean(sums):.1f}"
            )
