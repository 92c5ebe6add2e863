"""The whole store in one file, the same for every kind of database.

It is gzipped JSON, line by line: a header, one line for each row (`["people", {"id": …}]`, with
binary values in base64), and at the end how many rows each table has and a digest of all lines
above.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec
from sqlalchemy import MetaData, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.errors import QuincunxError
from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.migrations import stored_revision
from quincunx.server.storage.store import Store

FORMAT = "quincunx-backup/1"

AT_ONCE = 1000
"""So many rows are held in memory: no table has to fit into it."""

Row = tuple[str, dict[str, Any]]
"""The name of the table, and the columns."""


class BadBackup(QuincunxError):
    """The file is no backup, or not as it was written."""


class Header(msgspec.Struct, frozen=True):
    format: str
    revision: str
    """The schema that the rows are for."""
    made: int


class Footer(msgspec.Struct, frozen=True):
    rows: dict[str, int]
    digest: str


# Writing


async def back_up(store: Store, file: Path) -> dict[str, int]:
    """Writes everything as it stands at one moment, whoever is playing; how many rows of what."""
    async with _one_moment(store) as connection:
        return await write_down(connection, schema.metadata, file)


async def write_down(connection: AsyncConnection, metadata: MetaData, file: Path) -> dict[str, int]:
    """Writes all rows of these tables as the connection sees them; how many of what.

    The file is there when it is complete, and not before.
    """
    rows: Counter[str] = Counter()
    digest = sha256()
    with _complete(file) as raw, gzip.GzipFile("", "wb", 6, raw) as packed:

        def write(value: object) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            packed.write(line)

        revision = await connection.run_sync(stored_revision)
        assert revision is not None, "a store without a schema"
        write(Header(FORMAT, revision, wall_clock()))
        for table in metadata.sorted_tables:
            # SQLAlchemy's names are strings of its own, which JSON takes as keys only.
            name = str(table.name)
            found = await connection.stream(select(table))
            async for some in found.mappings().partitions(AT_ONCE):
                rows[name] += len(some)
                for row in some:
                    write((name, dict(row)))
        write(Footer(dict(rows), digest.hexdigest()))
    return dict(rows)


@asynccontextmanager
async def _one_moment(store: Store) -> AsyncIterator[AsyncConnection]:
    """A connection to which nothing changes any more. SQLite's transactions are like that."""
    async with store.connect() as connection:
        if not store.is_sqlite:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


@contextmanager
def _complete(file: Path) -> Iterator[BinaryIO]:
    """Something to write to that takes the file's place when all is on the disk."""
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
    """A file that has been read to its end: all is there, as it was written."""

    file: Path
    revision: str
    rows: dict[str, int]
    """How many of each table."""

    def read(self) -> Iterator[Row]:
        """All rows, those that others refer to first."""
        with gzip.open(self.file) as lines:
            for line in lines:
                if line.startswith(_ROW):
                    yield _read_row(line)


_ROW = b"["
_BROKEN = (EOFError, zlib.error, gzip.BadGzipFile, msgspec.DecodeError, UnicodeDecodeError)
_read_header = msgspec.json.Decoder(Header).decode
_read_row = msgspec.json.Decoder(Row).decode
_read_footer = msgspec.json.Decoder(Footer).decode


def open_backup(file: Path) -> Backup:
    """The backup in that file; one that is not whole is refused."""
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
            whole = _read_footer(line) == Footer(dict(rows), digest.hexdigest())
            whole = whole and not lines.read(1)
        except _BROKEN:
            whole = False
    if not whole:
        raise BadBackup("server.damaged_backup", file=str(file))
    return Backup(file, header.revision, dict(rows))


def _checked_header(lines: Iterator[bytes], file: Path) -> Header:
    try:
        header = _read_header(next(lines, b""))
    except _BROKEN:
        raise BadBackup("server.no_backup", file=str(file)) from None
    if header.format != FORMAT:
        raise BadBackup("server.no_backup", file=str(file))
    return header
