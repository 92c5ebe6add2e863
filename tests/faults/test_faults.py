"""Whatever fails, nothing that was acknowledged is lost, and the games go on.

`make test` always tries the same faults, `make test-all` others each time.
`FAULTS_SEED=7 pytest tests/faults/test_faults.py` repeats the faults of seed 7.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from pathlib import Path

import pytest

from tests.faults.deployment.deployment import Database
from tests.faults.run import run

FAULTS_FOR_EVERY_REQUEST = 100
"""With fewer faults a run is too short for the players to certainly do everything that they can."""


def assert_no_violations(
    database: Database, folder: Path, *, faults: int, seed: int = 1, **more: int
) -> None:
    seed = int(os.environ.get("FAULTS_SEED") or seed)
    # Shown if the test fails, also by a timeout or an error.
    print(f"FAULTS_SEED={seed} repeats these faults; the servers’ logs are in {folder}")
    report = asyncio.run(run(database, folder, seed, faults=faults, **more))
    assert not report.violations, "\n".join(report.violations)
    assert report.moves > faults, "players have moved"
    assert report.chat_lines, "players have chatted"
    if faults < FAULTS_FOR_EVERY_REQUEST:
        return
    assert report.pauses, "players have paused"
    assert report.resignations, "players have resigned"
    assert report.notes, "players have taken notes"
    assert report.vacations, "players have been on vacation"
    assert report.reactions, "players have reacted"
    assert report.followed, "players have followed others"


def test_one_process_on_sqlite(tmp_path: Path) -> None:
    assert_no_violations("sqlite", tmp_path, faults=13)


def test_three_processes_on_postgresql(tmp_path: Path) -> None:
    assert_no_violations("postgresql", tmp_path, faults=13, servers=3, workers=1)


@pytest.mark.exhaustive
def test_one_process_on_sqlite_at_length(tmp_path: Path) -> None:
    assert_no_violations("sqlite", tmp_path, faults=500, seed=secrets.randbelow(10**9), groups=2)


@pytest.mark.exhaustive
def test_three_processes_on_postgresql_at_length(tmp_path: Path) -> None:
    seed = secrets.randbelow(10**9)
    assert_no_violations(
        "postgresql", tmp_path, faults=1000, seed=seed, servers=3, workers=1, groups=2
    )
