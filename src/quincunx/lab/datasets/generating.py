"""Generate a dataset: workers play blocks of games, which become parts of one file."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from errno import EISDIR
from io import BytesIO
from os import strerror
from pathlib import Path
from typing import Any, Final

import msgspec

from quincunx.lab.datasets.dataset import Dataset, column_types, encode_metadata, read_dataset
from quincunx.lab.datasets.features import Encoding
from quincunx.lab.datasets.rows import decision_rows
from quincunx.lab.errors import BadFile, OtherExperiment
from quincunx.lab.experiments.game import GameSetup, play_match, warm_up_bots
from quincunx.lab.libraries import polars
from quincunx.lab.workers import Place, run_tasks

GAMES_PER_PART: Final = 100
"""The number of games that a worker plays at a time: the most that an interruption costs each
worker."""


class Part(msgspec.Struct, frozen=True):
    """A block of games, kept in one file; plain data that is sent to other processes."""

    dataset: Dataset
    encoding: Encoding
    file: Path
    numbers: tuple[int, ...]
    """The games."""


class PlayedPart(msgspec.Struct, frozen=True):
    """A block of games and what is written into its file.

    Workers write no files, because they may be on other machines.
    """

    part: Part
    parquet: bytes


class GeneratingProgress(msgspec.Struct, frozen=True):
    """How far a dataset has come."""

    done: int
    """Finished games."""
    total: int


def generate_dataset(
    dataset: Dataset,
    out: Path,
    *,
    encoding: Encoding,
    workers: int | None = None,
    on: Place = "local",
    report: Callable[[GeneratingProgress], object] = lambda progress: None,
) -> int:
    """Write a dataset and return the number of its rows; call `report` after every block of games.

    The rows are the same for any number of workers, here or on a Ray cluster. Until all games are
    over, they are in the folder `OUT.parts`; the same call continues an interrupted one from there.
    """
    types = column_types(dataset, encoding)
    if out.is_dir():
        raise BadFile("lab.unusable_file", file=str(out), why=strerror(EISDIR))
    folder = out.with_name(f"{out.name}.parts")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadFile("lab.unusable_file", file=str(folder), why=why) from None
    parts = list(_parts(dataset, encoding, folder))
    missing = [part for part in parts if not part.file.exists()]
    for part in parts:
        if part.file.exists() and read_dataset(part.file) != dataset:
            raise OtherExperiment("lab.other_dataset", folder=str(folder))
    done = dataset.games - sum(len(part.numbers) for part in missing)
    report(GeneratingProgress(done, dataset.games))
    if missing:
        # In this process first: an error of a bot is raised as it is, and numba fills its cache.
        warm_up_bots(dataset.game, dataset.contest)
    for played in run_tasks(_play_part, missing, count=len(missing), workers=workers, on=on):
        _write_part(played)
        done += len(played.part.numbers)
        report(GeneratingProgress(done, dataset.games))
    rows = _join([part.file for part in parts], types, dataset, out)
    shutil.rmtree(folder)
    return rows


def _parts(dataset: Dataset, encoding: Encoding, folder: Path) -> Iterator[Part]:
    for first in range(0, dataset.games, GAMES_PER_PART):
        numbers = tuple(range(first, min(first + GAMES_PER_PART, dataset.games)))
        yield Part(dataset, encoding, folder / f"{first:08}.parquet", numbers)


def _play_part(part: Part) -> PlayedPart:
    """Play a block of games and return their rows as a Parquet file."""
    rows = [row for number in part.numbers for row in _game_rows(part, number)]
    types = column_types(part.dataset, part.encoding)
    frame = polars().DataFrame(
        {name: [row.get(name) for row in rows] for name in types}, schema=types
    )
    parquet = BytesIO()
    frame.write_parquet(parquet, metadata=encode_metadata(part.dataset))
    return PlayedPart(part, parquet.getvalue())


def _write_part(played: PlayedPart) -> None:
    """Write the rows of a block; a file with its final name is always complete."""
    file = played.part.file
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_bytes(played.parquet)
    unfinished.replace(file)


def _game_rows(part: Part, number: int) -> Iterator[dict[str, Any]]:
    dataset, contest = part.dataset, part.dataset.contest
    warm_up_bots(dataset.game, contest)
    setup = GameSetup(
        game=dataset.game,
        contest=contest,
        contest_number=0,
        number=number,
        seed=dataset.seed,
        work=dataset.work,
        recorded=False,
    )
    match, _ = play_match(setup)
    bots = [contest.bots[bot] for bot in contest.seating(number)]
    return decision_rows(match, number, contest.deal_of(number), bots, part.encoding)


def _join(files: list[Path], types: dict[str, Any], dataset: Dataset, out: Path) -> int:
    """Write the parts as one file, without holding them in memory; return the number of rows."""
    library = polars()
    rows = library.scan_parquet(files, schema=types)
    unfinished = out.with_name(f"{out.name}.unfinished")
    rows.sink_parquet(unfinished, metadata=encode_metadata(dataset))
    unfinished.replace(out)
    return int(library.scan_parquet(out).select(library.len()).collect().item())
