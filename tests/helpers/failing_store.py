"""A store that fails under a running server."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def make_inserts_fail(data: Path, table: str) -> None:
    """Make every insert into `table` of the SQLite store in `data` fail from now on."""
    with closing(sqlite3.connect(data / "quincunx.db")) as store:
        store.execute(
            f"CREATE TRIGGER no_{table} BEFORE INSERT ON {table} "
            "BEGIN SELECT RAISE(ABORT, 'the disk failed'); END"
        )
