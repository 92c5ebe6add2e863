"""Datasets: what rows say, records that are read back, and interrupted runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import polars
import pytest

import quincunx
from quincunx.core.errors import QuincunxError, UnknownBot
from quincunx.core.match import Match
from quincunx.lab import BadExperiment, BadFile, OtherExperiment, make_experiment, run_experiment
from quincunx.lab.datasets import generating
from quincunx.lab.datasets.dataset import Dataset, make_dataset, read_dataset
from quincunx.lab.datasets.features import FeatureKind, ViewFeatures
from quincunx.lab.datasets.generating import GeneratingProgress, generate_dataset
from quincunx.lab.datasets.reading import read_records
from quincunx.lab.datasets.rows import COLUMNS

ENCODING = ViewFeatures()

SETS: list[tuple[str, dict[str, Any]]] = [
    ("quivvit", {"bots": ["easy", "random"]}),
    ("quivvit", {"bots": ["random"], "options": {"timed": True, "double_rotation": True}}),
    ("qwirkle_cards", {"bots": ["random"]}),
    ("pivit", {"bots": ["random"], "seats": 2, "options": {"limit": 1}}),
    ("quatrefoil", {"bots": ["random"], "options": {"deals": "5"}}),
    ("coloryam", {"bots": ["random"], "seats": 2}),
]


def generated(game: str, folder: Path, games: int = 3, **more: Any) -> tuple[Path, Dataset]:
    """Generate a dataset in this process."""
    out = folder / f"{game}.parquet"
    dataset = make_dataset(game, more.pop("bots"), games=games, encoding=ENCODING, **more)
    generate_dataset(dataset, out, encoding=ENCODING, workers=1)
    return out, dataset


@pytest.mark.parametrize(("game", "more"), SETS)
def test_reading_back_gives_the_records_of_the_games(
    game: str, more: dict[str, Any], tmp_path: Path
) -> None:
    """The same games, recorded by an experiment, have the same records."""
    out, dataset = generated(game, tmp_path, **more)
    experiment = make_experiment(
        game,
        more["bots"],
        games=3,
        option_sets=[more.get("options", {})],
        seats=more.get("seats"),
    )
    run_experiment(experiment, workers=1, records=tmp_path / "records")
    recorded = [file.read_text() for file in sorted((tmp_path / "records").iterdir())]
    read = [f"{record.to_json()}\n" for record in read_records(out)]
    assert read == recorded
    assert read_dataset(out) == dataset


def test_a_row_says_what_the_player_saw_and_did(tmp_path: Path) -> None:
    out, _ = generated("quivvit", tmp_path, bots=["easy", "random"])
    frame = polars.read_parquet(out)
    assert frame.columns[: len(COLUMNS)] == [*COLUMNS]
    records = list(read_records(out))
    for number, record in enumerate(records):
        match = quincunx.replay(record)
        assert isinstance(match, Match)
        assert match.outcome is not None
        rows = frame.filter(polars.col("game") == number).to_dicts()
        moves = [(at, entry) for at, entry in enumerate(match.log) if entry.move is not None]
        assert [row["version"] for row in rows] == [at for at, _ in moves]
        for row, (at, entry) in zip(rows, moves, strict=True):
            assert entry.seat is not None
            view = match.view(entry.seat, at - 1)
            legal = match.rules.legal_moves(match.state_at(at - 1), entry.seat)
            assert (row["seat"], row["move"]) == (entry.seat, str(entry.move))
            assert row["legal_moves"] == len(legal)
            assert row["view.points"] == [*view.points]
            assert row["view.grid"] == [*view.grid]
            assert row["view.round"] == view.round
            lead = match.outcome.scores[entry.seat] - match.outcome.scores[1 - entry.seat]
            assert row["value"] == lead
            assert row["result"] == (entry.seat in match.outcome.winners) / len(
                match.outcome.winners
            )
    bots = frame.filter(polars.col("version") == 1)["bot", "deal"].rows()
    assert {deal for _, deal in bots} == {0, 1}, "each deal from both seats"


def test_moves_that_cannot_be_counted_have_no_number(tmp_path: Path) -> None:
    out, _ = generated("qwirkle_cards", tmp_path, games=1, bots=["random"])
    assert polars.read_parquet(out)["legal_moves"].null_count() > 0


def test_won_together_and_alone(tmp_path: Path) -> None:
    together, _ = generated("quatrefoil", tmp_path, bots=["medium"])
    frame = polars.read_parquet(together)
    assert set(frame["result"]) == {1.0}
    assert max(frame["value"]) <= 0, "fewer actions are better"
    alone, _ = generated("coloryam", tmp_path, games=1, bots=["random"], seats=1)
    frame = polars.read_parquet(alone)
    (record,) = read_records(alone)
    assert record.outcome is not None
    assert set(frame["value"]) == {record.outcome.scores[0]}


def test_rows_do_not_depend_on_the_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generating, "GAMES_PER_PART", 2)
    dataset = make_dataset("quatrefoil", ["random"], games=5, encoding=ENCODING)
    frames = []
    for workers in (1, 2):
        out = tmp_path / f"{workers}.parquet"
        rows = generate_dataset(dataset, out, encoding=ENCODING, workers=workers)
        frames.append(polars.read_parquet(out))
        assert len(frames[-1]) == rows
    assert frames[0].equals(frames[1])
    assert frames[0]["game"].is_sorted()


class Interrupted(Exception):
    """Stands for whatever ends a program."""


def test_an_interrupted_dataset_continues_and_a_changed_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generating, "GAMES_PER_PART", 2)
    out = tmp_path / "games.parquet"

    def interrupt(progress: GeneratingProgress) -> None:
        if progress.done == 4:
            raise Interrupted

    dataset = make_dataset("quatrefoil", ["random"], games=6, encoding=ENCODING)
    with pytest.raises(Interrupted):
        generate_dataset(dataset, out, encoding=ENCODING, workers=1, report=interrupt)
    assert not out.exists()
    changed = msgspec.structs.replace(dataset, seed=1)
    with pytest.raises(OtherExperiment, match="parts of another dataset"):
        generate_dataset(changed, out, encoding=ENCODING, workers=1)
    done: list[int] = []
    generate_dataset(
        dataset,
        out,
        encoding=ENCODING,
        workers=1,
        report=lambda progress: done.append(progress.done),
    )
    assert done == [4, 6]
    assert [*tmp_path.iterdir()] == [out], "the parts are gone"


class Points:
    """An encoding of one's own: the points of the seat that decides."""

    name = "points"

    def columns(self, match: Match) -> Mapping[str, FeatureKind]:
        return {"own": "number", "share": "real"}

    def encode(self, view: Any) -> Mapping[str, Any]:
        return {"own": view.points[view.seat]}


def test_an_encoding_of_your_own(tmp_path: Path) -> None:
    out = tmp_path / "points.parquet"
    dataset = make_dataset("quivvit", ["random"], games=2, seats=2, encoding=Points())
    generate_dataset(dataset, out, encoding=Points(), workers=1)
    frame = polars.read_parquet(out)
    assert frame.columns == [*COLUMNS, "view.own", "view.share"]
    assert max(frame["view.own"]) > 0
    assert frame["view.share"].null_count() == len(frame), "a value that was left out is missing"
    assert read_dataset(out).features == "points"
    assert len([*read_records(out)]) == 2


@pytest.mark.parametrize(
    ("error", "changes"),
    [
        (UnknownBot, {"bots": ["grandmaster"]}),
        (BadExperiment, {"games": 0}),
        (BadExperiment, {"bots": ["random"] * 7}),
    ],
)
def test_refuses(error: type[QuincunxError], changes: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"bots": ["random"], "games": 1, "encoding": ENCODING}
    with pytest.raises(error):
        make_dataset("quatrefoil", **{**arguments, **changes})


def test_refuses_files_that_are_no_datasets(tmp_path: Path) -> None:
    table, text = tmp_path / "table.parquet", tmp_path / "text.parquet"
    polars.DataFrame({"game": [1]}).write_parquet(table)
    text.write_text("something else")
    for file in (table, text):
        with pytest.raises(BadFile, match="is not a dataset"):
            read_dataset(file)
    with pytest.raises(BadFile, match="cannot be used"):
        read_dataset(tmp_path / "absent.parquet")
    dataset = make_dataset("quatrefoil", ["random"], games=1, encoding=ENCODING)
    with pytest.raises(BadFile, match="cannot be used"):
        generate_dataset(dataset, tmp_path, encoding=ENCODING, workers=1)


def test_a_changed_row_is_noticed(tmp_path: Path) -> None:
    out, dataset = generated("quatrefoil", tmp_path, games=1, bots=["random"])
    frame = polars.read_parquet(out).with_columns(move=polars.lit("stack and run"))
    frame.write_parquet(out, metadata={"quincunx": msgspec.json.encode(dataset).decode()})
    with pytest.raises(BadFile, match="what was played in game 0"):
        list(read_records(out))
