"""Running experiments in tests, and comparing them without times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from quincunx.lab import ContestResult, FinishedExperiment, make_experiment, run_experiment


def run(
    bots: Sequence[str], games: int = 6, *, game: str = "toy", workers: int | None = 1, **more: Any
) -> FinishedExperiment:
    """Run an experiment, by default in this process: others would not know the toy game."""
    outside = {
        name: more.pop(name) for name in ("results", "records", "report", "on") if name in more
    }
    experiment = make_experiment(game, bots, games=games, **{"seed": 1, **more})
    return run_experiment(experiment, workers=workers, **outside)


def only_contest(bots: Sequence[str], games: int = 6, **more: Any) -> ContestResult:
    (contest,) = run(bots, games, **more).result.contests
    return contest


def without_times(finished: FinishedExperiment) -> Any:
    """Return the games and the statistics without CPU times."""
    plain = msgspec.to_builtins(finished)
    for contest in plain["result"]["contests"]:
        for player in contest["players"]:
            del player["ms_per_move"]
    for games in plain["games"]:
        for game in games:
            del game["nanoseconds"]
    return plain
