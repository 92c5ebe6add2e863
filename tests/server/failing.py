"""A store that fails under a running server."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def refuse_to_store(data: Path, table: str) -> None:
    """From now on nothing new can be written into that table of the SQLite store in `data`."""
    with closing(sqlite3.connect(data / "quincunx.db")) as store:
        store.execute(
            f"CREATE TRIGGER no_{table} BEFORE INSERT ON {table} "
            "BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END"
        )
