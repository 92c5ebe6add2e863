"""The command line as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import msgspec
import pytest

import quincunx
from quincunx.lab import make_experiment, run_experiment
from quincunx.server.storage.maintenance.upgrade import upgrade
from tests.cli.commands import PLAY, TABLE, board
from tests.helpers.stores import sqlite_url

LIMIT_S = 600
"""Ends a program that hangs; compiling the bots takes minutes on a slow machine."""


def program(*argv: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quincunx", *argv],
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def test_a_program_lists_the_games() -> None:
    done = program("games", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "quatrefoil" in [game["name"] for game in json.loads(done.stdout)]


def test_a_program_prepares_the_bots_of_every_game() -> None:
    done = program("warm")
    assert (done.returncode, done.stderr) == (0, "")
    # The toy game of the tests is registered here, but not in the program.
    assert done.stdout.count("\n") == len([name for name in quincunx.game_names() if name != "toy"])


def test_a_program_says_its_version() -> None:
    assert program("--version").stdout == f"quincunx {quincunx.__version__}\n"
    assert metadata.version("quincunx") == quincunx.__version__


def test_a_program_refuses_in_one_line() -> None:
    done = program("play", "quatrefoil", "--seats", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_a_program_plays_and_ends_with_its_input() -> None:
    done = program(*PLAY, "--bots", "random", typed="view\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(board(TABLE)) == 2
    done = program("play", "quatrefoil", "--bots", "random")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_prints_similar_characters_where_the_encoding_lacks_some() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", "play", "coloryam", "--seed", "1", "--language", "fr"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LIMIT_S,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Des pas encore lances" in done.stdout
    assert b">Vous       Bot" in done.stdout


def test_a_program_uses_other_processes_for_a_duel() -> None:
    done = program("duel", "quatrefoil", "random", "--games", "4", "--seed", "2", "--json")
    experiment = make_experiment("quatrefoil", ["random"], games=4, seed=2)
    here = msgspec.to_builtins(run_experiment(experiment, workers=1).result)
    there = json.loads(done.stdout)
    for result in (here, there):
        del result["contests"][0]["players"][0]["ms_per_move"]
    assert there == msgspec.json.decode(msgspec.json.encode(here))


@pytest.mark.parametrize(
    "argv",
    [
        ["games"],
        ["duel", "quatrefoil", "random", "--games", "1"],
        ["admin", "people", "--data", "{data}"],
        ["admin", "people", "--json", "--data", "{data}"],
    ],
)
def test_a_closed_pipe_is_not_an_error(argv: list[str], tmp_path: Path) -> None:
    asyncio.run(upgrade(sqlite_url(tmp_path)))
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "quincunx", *(word.format(data=tmp_path) for word in argv)]
    with os.fdopen(writing, "wb") as nobody:
        done = subprocess.run(
            command, stdout=nobody, stderr=subprocess.PIPE, timeout=LIMIT_S, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")
