"""Backups: the whole store in one file, the same for SQLite and PostgreSQL.

The file is gzipped JSON, line by line: a header, one line for each row (`["people", {"id": …}]`,
with binary values in base64), and a footer with the number of rows of each table and a digest of
all lines before it.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec
from sqlalchemy import Table, select
from sqlalchemy.engine import RowMapping

from quincunx.core.errors import QuincunxError
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.migrations import stored_revision
from quincunx.server.storage.store import Store

FORMAT: Final = "quincunx-backup/1"

ROWS_IN_MEMORY: Final = 1000
"""Rows are read and inserted in batches, so that no table has to fit into memory."""

GZIP_LEVEL: Final = 6

Row = tuple[str, dict[str, Any]]
"""The name of the table, and the values of the columns."""


class BadBackup(QuincunxError):
    """The file is not a backup, or is damaged."""


class Header(msgspec.Struct, frozen=True):
    format: str
    revision: str
    """The schema of the rows."""
    made: WallTime


class Footer(msgspec.Struct, frozen=True):
    rows: dict[str, int]
    digest: str


# Writing


async def back_up(store: Store, file: Path) -> dict[str, int]:
    """Write the store as it is at one moment; return the number of rows of each table."""
    async with store.snapshot() as connection:
        revision = await connection.run_sync(stored_revision)
        with write_backup(file, revision) as backup:
            for table in schema.metadata.sorted_tables:
                async for rows in connection.stream(select(table), ROWS_IN_MEMORY):
                    backup.add(table, rows)
    return backup.rows


class BackupWriter:
    """Writes the lines of a backup, and counts its rows."""

    def __init__(self, file: gzip.GzipFile, revision: str) -> None:
        self.rows: dict[str, int] = {}
        """The number of rows of each table."""
        self._file = file
        self._digest = sha256()
        self._write_line(Header(FORMAT, revision, wall_clock()))

    def add(self, table: Table, rows: Iterable[RowMapping]) -> None:
        """Write some rows of a table."""
        # msgspec encodes SQLAlchemy's subclass of `str` only as a key.
        name = str(table.name)
        for row in rows:
            self.rows[name] = self.rows.get(name, 0) + 1
            self._write_line((name, dict(row)))

    def finish(self) -> None:
        self._write_line(Footer(self.rows, self._digest.hexdigest()))

    def _write_line(self, value: object) -> None:
        line = msgspec.json.encode(value) + b"\n"
        self._digest.update(line)
        self._file.write(line)


@contextmanager
def write_backup(file: Path, revision: str | None) -> Iterator[BackupWriter]:
    """Write a backup of a store with that schema; the file appears when it is complete."""
    assert revision is not None, "a store without a schema"
    with _replace_when_complete(file) as raw, gzip.GzipFile("", "wb", GZIP_LEVEL, raw) as packed:
        writer = BackupWriter(packed, revision)
        yield writer
        writer.finish()


@contextmanager
def _replace_when_complete(file: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `file` once all of it is on the disk."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with open(descriptor, "wb") as raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


# Reading


class Backup(NamedTuple):
    """A backup file that has been checked from beginning to end."""

    file: Path
    revision: str
    rows: dict[str, int]
    """The number of rows of each table."""

    def read(self) -> Iterator[Row]:
        """Yield all rows; rows that others refer to come first."""
        with gzip.open(self.file) as lines:
            for line in lines:
                if line.startswith(_ROW):
                    yield _read_row(line)


_ROW = b"["
_DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile, msgspec.DecodeError, UnicodeDecodeError)
_read_header = msgspec.json.Decoder(Header).decode
_read_row = msgspec.json.Decoder(Row).decode
_read_footer = msgspec.json.Decoder(Footer).decode


def open_backup(file: Path) -> Backup:
    """Check a backup and return it; raise `BadBackup` if it is incomplete or damaged."""
    with gzip.open(file) as lines:
        header = _checked_header(lines, file)
        rows: Counter[str] = Counter()
        digest = sha256(msgspec.json.encode(header) + b"\n")
        line = b""
        try:
            for line in lines:
                if not line.startswith(_ROW):
                    break
                rows[_read_row(line)[0]] += 1
                digest.update(line)
            is_complete = _read_footer(line) == Footer(dict(rows), digest.hexdigest())
            is_complete = is_complete and not lines.read(1)
        except _DAMAGE:
            is_complete = False
    if not is_complete:
        raise BadBackup("server.damaged_backup", file=str(file))
    return Backup(file, header.revision, dict(rows))


def _checked_header(lines: Iterator[bytes], file: Path) -> Header:
    try:
        header = _read_header(next(lines, b""))
    except _DAMAGE:
        raise BadBackup("server.no_backup", file=str(file)) from None
    if header.format != FORMAT:
        raise BadBackup("server.no_backup", file=str(file))
    return header
