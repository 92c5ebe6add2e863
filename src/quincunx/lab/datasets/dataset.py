"""What a dataset is: the games in it, its columns, and where it says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from quincunx.lab.datasets.features import Encoding, FeatureKind
from quincunx.lab.datasets.rows import COLUMNS, FEATURE_PREFIX
from quincunx.lab.errors import BadFile
from quincunx.lab.experiments.contest import Contest
from quincunx.lab.experiments.experiment import make_experiment
from quincunx.lab.experiments.game import deal
from quincunx.lab.libraries import polars
from quincunx.registry import find

FORMAT: Final = "quincunx-dataset/1"
METADATA_KEY: Final = "quincunx"
"""The key of the description in the metadata of the Parquet file."""


class Dataset(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides the rows of a dataset."""

    format: str = FORMAT
    game: str
    rules: int
    """The version of the game's rules."""
    contest: Contest
    games: int
    seed: int
    work: int | None
    features: str
    """The name of the encoding."""


def make_dataset(
    game: str,
    bots: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    work: int | None = None,
    encoding: Encoding,
) -> Dataset:
    """Return a checked description of a dataset; see `generate_dataset`."""
    experiment = make_experiment(
        game, bots, games=games, seed=seed, option_sets=[options or {}], seats=seats, work=work
    )
    return Dataset(
        game=game,
        rules=find(game).version,
        contest=experiment.contests[0],
        games=games,
        seed=seed,
        work=work,
        features=encoding.name,
    )


def column_types(dataset: Dataset, encoding: Encoding) -> dict[str, Any]:
    """Return the polars types of all columns, in order."""
    library = polars()
    types = {
        "number": library.Int64,
        "real": library.Float32,
        "flag": library.Boolean,
        "text": library.String,
    }
    features = encoding.columns(deal(dataset.game, dataset.contest, dataset.seed, 0))
    kinds: dict[str, FeatureKind] = {
        **COLUMNS,
        **{f"{FEATURE_PREFIX}{name}": kind for name, kind in features.items()},
    }
    return {
        name: types[kind] if kind in types else library.List(types[kind.removesuffix("s")])
        for name, kind in kinds.items()
    }


def encode_metadata(dataset: Dataset) -> dict[str, str]:
    return {METADATA_KEY: msgspec.json.encode(dataset).decode()}


def read_dataset(path: Path) -> Dataset:
    """Return the description in a Parquet file; raise `BadFile` if it is not a dataset."""
    library = polars()
    try:
        metadata = library.read_parquet_metadata(path)
        dataset = msgspec.json.decode(metadata[METADATA_KEY], type=Dataset)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadFile("lab.unusable_file", file=str(path), why=why) from None
    except (KeyError, msgspec.DecodeError, library.exceptions.PolarsError):
        raise BadFile("lab.not_dataset", file=str(path)) from None
    if dataset.format != FORMAT:
        raise BadFile("lab.not_dataset", file=str(path))
    return dataset
