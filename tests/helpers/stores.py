"""Stores for tests, opened as the server opens them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from quincunx.server.people.sessions import Sessions
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.wire import Person
from tests.helpers.waiting import run_in_thread


def sqlite_url(folder: Path) -> str:
    """Return the URL of a SQLite store in `folder`."""
    return f"sqlite:///{folder / 'quincunx.db'}"


def create_sqlite_store(folder: Path) -> None:
    """Create a SQLite store with the current schema: copied, because migrations take longer."""
    shutil.copyfile(Path(_sqlite_template().name) / "quincunx.db", folder / "quincunx.db")
    # As the server creates it: only the operator may read it.
    (folder / "quincunx.db").chmod(0o600)


@cache
def _sqlite_template() -> tempfile.TemporaryDirectory[str]:
    """Create the store that others are copied from, once in every test process."""
    folder = tempfile.TemporaryDirectory(prefix="quincunx-template-")
    run_in_thread(upgrade(sqlite_url(Path(folder.name))))
    return folder


@asynccontextmanager
async def open_store(database: str) -> AsyncIterator[Store]:
    """Create or upgrade the schema and open the store."""
    await upgrade(database)
    async with Store(database) as store:
        yield store


async def new_guests(store: Store, *names: str) -> list[Person]:
    return [(await Sessions(store).create_guest(name))[0] for name in names]
