"""How often one player acts beside three bots, in one deal and in five, and the score against par.

The player is a medium bot, which weighs the possible deals as a careful person would.
"""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import Final

import quincunx
from quincunx.core.match import Match

GAMES: Final = 400


def played(level: str, deals: str, seed: int) -> Match:
    """Return a finished game of a medium bot at the first seat and three bots of that level."""
    match = quincunx.new("quatrefoil", options={"deals": deals}, seed=seed)
    bots = {seat: quincunx.bot(match.game.name, level if seat else "medium") for seat in range(4)}
    match.play_out(bots, seed="series", partners={})
    return match


def report(level: str, deals: str) -> None:
    matches = [played(level, deals, seed) for seed in range(GAMES)]
    times = Counter(sum(entry.seat == 0 for entry in match.log) for match in matches)
    margins = [
        match.game.margin(match.rules, match.state) for match in matches if match.game.margin
    ]
    print(
        f"{level} bots, {deals} deal(s): acts {fmean(times.elements()):.2f} times, "
        f"never in {times[0] / GAMES:.1%}, once in {times[1] / GAMES:.1%}, "
        f"fewest {min(times)}; {-fmean(margins):+.2f} against par"
    )


def main() -> None:
    for level in ("easy", "medium", "expert"):
        for deals in ("1", "5"):
            report(level, deals)


if __name__ == "__main__":
    main()
