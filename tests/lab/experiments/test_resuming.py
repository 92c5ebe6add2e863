"""Interrupted experiments: no finished game is lost, and nothing of another experiment is used."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars
import pytest

import quincunx
from quincunx.lab import BadFile, OtherExperiment, Progress, SequentialTest
from quincunx.lab.experiments.tables import COLUMNS, write_csv, write_parquet
from tests.helpers.bot_packages import BOT
from tests.lab.experiments.running import run, without_times

BOTS = ["random", "idler"]
LIMIT_S = 120


class Interrupted(Exception):
    """Stands for whatever ends a program."""


def interrupted_run(file: Path, after: int, **more: Any) -> None:
    """Run an experiment and break off after so many games."""

    def stop(progress: Progress) -> None:
        if progress.done == after:
            raise Interrupted

    with pytest.raises(Interrupted):
        run(BOTS, 10, results=file, report=stop, **more)


def test_an_interrupted_experiment_continues_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    interrupted_run(file, after=4)
    assert len(file.read_text().splitlines()) == 5, "a header and four games"
    reports: list[int] = []
    finished = run(BOTS, 10, results=file, report=lambda progress: reports.append(progress.done))
    assert reports == [4, 5, 6, 7, 8, 9, 10]
    assert without_times(finished) == without_times(run(BOTS, 10))


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    interrupted_run(file, after=4)
    file.write_bytes(file.read_bytes()[:-7])
    finished = run(BOTS, 10, results=file)
    assert without_times(finished) == without_times(run(BOTS, 10))
    assert len(file.read_text().splitlines()) == 11
    before = file.read_bytes()
    run(BOTS, 10, results=file)
    assert file.read_bytes() == before, "nothing was left to play"


def test_more_games_of_the_same_experiment_are_added(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run(BOTS, 4, results=file)
    assert without_times(run(BOTS, 6, results=file)) == without_times(run(BOTS, 6))
    assert without_times(run(BOTS, 4, results=file)) == without_times(run(BOTS, 4))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"seed": 2}, "the seed differs"),
        ({"work": 3}, "the work for a move differs"),
        ({"option_sets": [{"timed": True}]}, "the bots, seats or options differ"),
        ({"bots": ["idler", "random"]}, "the bots, seats or options differ"),
        ({"test": SequentialTest(elo0=0, elo1=10)}, "the sequential test differs"),
        ({"game": "quivvit", "bots": ["easy"]}, "it is about another game"),
    ],
)
def test_a_changed_experiment_is_refused(tmp_path: Path, changes: dict[str, Any], why: str) -> None:
    file = tmp_path / "results.jsonl"
    run(BOTS, 2, results=file)
    before = file.read_bytes()
    with pytest.raises(OtherExperiment, match=why):
        run(**{"bots": BOTS, "games": 2, "results": file, **changes})
    assert file.read_bytes() == before


def test_a_changed_bot_is_refused(tmp_path: Path) -> None:
    code, file = tmp_path / "changing_bot.py", tmp_path / "results.jsonl"
    code.write_text(BOT.format(games=()))
    bots, limit = [f"{code}:Quick"], [{"limit": 1}]
    run(bots, 1, game="quatrefoil", option_sets=limit, results=file)
    code.write_text(f"{BOT.format(games=())}\n# Changed.\n")
    with pytest.raises(OtherExperiment, match="the code of a bot has changed"):
        run(bots, 1, game="quatrefoil", option_sets=limit, results=file)


@pytest.mark.parametrize("text", ["something else\n", "{}\n", "no line end", "x" * 2_000_000])
def test_a_file_of_something_else_is_refused_and_stays(tmp_path: Path, text: str) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(text)
    with pytest.raises(BadFile, match="is not a file of results"):
        run(BOTS, 1, results=file)
    assert file.read_text() == text


def test_a_folder_is_not_a_file_of_results(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be used"):
        run(BOTS, 1, results=tmp_path)


def test_records_replay_and_a_missing_one_is_played_again(tmp_path: Path) -> None:
    records, file = tmp_path / "records", tmp_path / "results.jsonl"
    finished = run(BOTS, 4, results=file, records=records)
    files = sorted(records.iterdir())
    assert len(files) == 4
    for path, result in zip(files, finished.games[0], strict=True):
        record = quincunx.Record.from_json(path.read_text())
        assert record.outcome is not None
        assert record.outcome.scores == result.scores
        assert quincunx.verify(record).results
    lost = files[1].read_text()
    files[1].unlink()
    run(BOTS, 4, results=file, records=records)
    assert files[1].read_text() == lost


def test_records_of_games_that_do_not_count_are_removed(tmp_path: Path) -> None:
    """Two workers play further than the test needs."""
    more: dict[str, Any] = {"test": SequentialTest(elo0=0, elo1=300)}
    finished = run(["medium", "random"], 60, game="quivvit", workers=2, records=tmp_path, **more)
    assert len(list(tmp_path.iterdir())) == len(finished.games[0]) < 60


def test_the_games_as_a_table(tmp_path: Path) -> None:
    finished = run(["witness", "idler"], 2)
    write_csv(finished, tmp_path / "games.csv")
    write_parquet(finished, tmp_path / "games.parquet")
    with (tmp_path / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["deal"], row["game"], row["seat"], row["bot"], row["won"]) for row in rows] == [
        ("0", "0", "0", "witness", "True"),
        ("0", "0", "1", "idler", "False"),
        ("0", "1", "0", "idler", "False"),
        ("0", "1", "1", "witness", "True"),
    ]
    frame = polars.read_parquet(tmp_path / "games.parquet")
    assert tuple(frame.columns) == COLUMNS
    assert frame["score"].to_list() == [int(row["score"]) for row in rows]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_program_loses_no_finished_game(tmp_path: Path) -> None:
    """The program is killed without warning; the same command plays only what is missing."""
    file = tmp_path / "results.jsonl"
    argv = [sys.executable, "-m", "quincunx", "duel", "quivvit", "easy", "random"]
    argv += ["--games", "100000", "--workers", "1", "--json", "--results", str(file)]
    program = subprocess.Popen(argv, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + LIMIT_S
    while not file.exists() or file.read_bytes().count(b"\n") < 20:
        assert time.monotonic() < deadline
        assert program.poll() is None
        time.sleep(0.01)
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    played = file.read_bytes().count(b"\n") - 1
    reports: list[int] = []
    finished = run(
        ["easy", "random"],
        played + 2,
        game="quivvit",
        seed=0,
        results=file,
        report=lambda progress: reports.append(progress.done),
    )
    assert reports == [played, played + 1, played + 2]
    assert without_times(finished) == without_times(
        run(["easy", "random"], played + 2, game="quivvit", seed=0)
    )
