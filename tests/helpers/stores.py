"""Stores for tests, opened as the server opens them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from quincunx.server.people.sessions import Sessions
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.wire import Person


def sqlite_url(folder: Path) -> str:
    """Return the URL of a SQLite store in `folder`."""
    return f"sqlite:///{folder / 'quincunx.db'}"


@asynccontextmanager
async def open_store(database: str) -> AsyncIterator[Store]:
    """Create or upgrade the schema and open the store."""
    await upgrade(database)
    async with Store(database) as store:
        yield store


async def new_guests(store: Store, *names: str) -> list[Person]:
    return [(await Sessions(store).create_guest(name))[0] for name in names]
