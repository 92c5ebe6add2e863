"""The games of an experiment as a table: CSV or Parquet, one row for each seat of each game."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from quincunx.core.support.files import try_writing
from quincunx.lab.errors import BadFile
from quincunx.lab.experiments.option_sets import describe_set
from quincunx.lab.experiments.running import FinishedExperiment
from quincunx.lab.libraries import polars
from quincunx.registry import find

COLUMNS: Final = (
    "contest", "options", "deal", "game", "seat", "bot", "won", "score", "moves", "cpu_ms",
)  # fmt: skip


def game_rows(finished: FinishedExperiment) -> Iterator[dict[str, Any]]:
    """Yield one row for each seat of each game; all count from 0, as in records."""
    experiment = finished.experiment
    game = find(experiment.game)
    for index, (contest, played) in enumerate(
        zip(experiment.contests, finished.games, strict=True)
    ):
        options = describe_set(game, contest.options)
        for result in played:
            for seat, bot in enumerate(contest.seating(result.number)):
                values = (
                    index,
                    options,
                    contest.deal_of(result.number),
                    result.number,
                    seat,
                    contest.bots[bot],
                    seat in result.winners,
                    result.scores[seat],
                    result.moves[seat],
                    round(result.nanoseconds[seat] / 1e6, 3),
                )
                yield dict(zip(COLUMNS, values, strict=True))


def check_writable(path: Path) -> None:
    """Raise an error before the games instead of after them."""
    if path.suffix == ".parquet":
        polars()
    try:
        try_writing(path)
    except OSError as error:
        raise _unusable(path, error) from None


def write_csv(finished: FinishedExperiment, path: Path) -> None:
    """Write the games as CSV."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(game_rows(finished))
    except OSError as error:
        raise _unusable(path, error) from None


def write_parquet(finished: FinishedExperiment, path: Path) -> None:
    """Write the games as Parquet."""
    frame = polars().DataFrame(list(game_rows(finished)), infer_schema_length=None)
    try:
        frame.write_parquet(path)
    except OSError as error:
        raise _unusable(path, error) from None


def _unusable(path: Path, error: OSError) -> BadFile:
    return BadFile("lab.unusable_file", file=str(path), why=error.strerror or str(error))
