"""Read a dataset back: the records of its games, played again from the rows alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.core.records.record import Record
from quincunx.lab.datasets.dataset import Dataset, read_dataset
from quincunx.lab.errors import BadFile
from quincunx.lab.experiments.game import deal
from quincunx.lab.libraries import polars
from quincunx.registry import find

_NEEDED: Final = ["game", "version", "at", "seat", "move"]


def read_records(path: Path) -> Iterator[Record]:
    """Yield the record of every game in a dataset, in order.

    The games are dealt from the dataset's seed and played from its rows, without the bots. Raise
    `BadFile` if they cannot be, or if the rules have changed since.
    """
    dataset = read_dataset(path)
    if dataset.rules != find(dataset.game).version:
        raise BadFile("lab.other_rules", file=str(path))
    frame = polars().read_parquet(path, columns=_NEEDED)
    for number, rows in groupby(frame.iter_rows(named=True), key=itemgetter("game")):
        try:
            match = _replay(dataset, number, rows)
        except QuincunxError as error:
            raise BadFile(
                "lab.wrong_row", file=str(path), game=number, why=str(error).removesuffix(".")
            ) from error
        yield match.record()


def _replay(dataset: Dataset, number: int, rows: Iterator[dict[str, Any]]) -> Match:
    match = deal(dataset.game, dataset.contest, dataset.seed, number)
    for row in rows:
        match.play(row["move"], row["seat"], at=row["at"])
    while match.outcome is None and match.deadline is not None:
        match.tick()
    return match
