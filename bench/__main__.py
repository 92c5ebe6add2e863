"""`make bench` runs all of them; `python -m bench NAME …` runs some."""

from __future__ import annotations

import sys
from collections.abc import Callable

from bench import (
    coloryam_bots,
    coloryam_strength,
    coloryam_turn,
    live_moves,
    pivit_solver,
    pivit_trades,
    quatrefoil_bots,
    quatrefoil_series,
    quivvit_moves,
    quivvit_statistics,
    qwirkle_cards_bots,
    qwirkle_cards_hardest,
    qwirkle_cards_solver,
    random_play,
)

BENCHMARKS: dict[str, Callable[[], None]] = {
    "random_play": random_play.main,
    "quatrefoil_bots": quatrefoil_bots.main,
    "quatrefoil_series": quatrefoil_series.main,
    "coloryam_turn": coloryam_turn.main,
    "coloryam_bots": coloryam_bots.main,
    "coloryam_strength": coloryam_strength.main,
    "quivvit_moves": quivvit_moves.main,
    "quivvit_statistics": quivvit_statistics.main,
    "qwirkle_cards_solver": qwirkle_cards_solver.main,
    "qwirkle_cards_bots": qwirkle_cards_bots.main,
    "qwirkle_cards_hardest": qwirkle_cards_hardest.main,
    "pivit_solver": pivit_solver.main,
    "pivit_trades": pivit_trades.main,
    "live_moves": live_moves.main,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {unknown[0]}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    for name in names or BENCHMARKS:
        print(f"\n== {name}")
        BENCHMARKS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
