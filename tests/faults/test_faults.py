"""Whatever goes wrong, nothing that was acknowledged is lost, and the games go on.

`FAULTS_SEED=7 pytest tests/faults/test_faults.py` lets the faults of seed 7 happen again.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from pathlib import Path

import pytest

from tests.faults.house import Database
from tests.faults.run import run


def survive(database: Database, folder: Path, *, faults: int, **more: int) -> None:
    seed = int(os.environ.get("FAULTS_SEED") or secrets.randbelow(10**9))
    # Shown if it fails, however it fails.
    print(f"FAULTS_SEED={seed} lets the same faults happen again; the servers’ logs: {folder}")
    report = asyncio.run(run(database, folder, seed, faults=faults, **more))
    assert not report.complaints, "\n".join(report.complaints)
    assert report.moves > faults, "people have played"
    assert report.said, "they have talked"
    assert report.pauses, "and paused"


def test_one_process_on_sqlite(tmp_path: Path) -> None:
    survive("sqlite", tmp_path, faults=13)


def test_three_processes_on_postgresql(tmp_path: Path) -> None:
    survive("postgresql", tmp_path, faults=13, servers=3, workers=1)


@pytest.mark.exhaustive
def test_one_process_on_sqlite_at_length(tmp_path: Path) -> None:
    survive("sqlite", tmp_path, faults=500, parties=2)


@pytest.mark.exhaustive
def test_three_processes_on_postgresql_at_length(tmp_path: Path) -> None:
    survive("postgresql", tmp_path, faults=1000, servers=3, workers=1, parties=2)
