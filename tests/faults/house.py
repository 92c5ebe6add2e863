"""The house under test: servers and workers on one store, each of which may die."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from tests.faults.mortal_postgres import MortalPostgres, mortal_postgres
from tests.faults.process import HouseProcess
from tests.faults.revisions import note_revisions
from tests.faults.server import Server
from tests.faults.worker import Worker

Database = Literal["sqlite", "postgresql"]


class House:
    def __init__(
        self,
        url: str,
        servers: Sequence[Server],
        workers: Sequence[Worker] = (),
        postgres: MortalPostgres | None = None,
    ) -> None:
        self.url = url
        """The store's, as SQLAlchemy has it."""
        self.servers = servers
        self.workers = workers
        self.postgres = postgres

    @property
    def processes(self) -> list[HouseProcess]:
        return [*self.servers, *self.workers]

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    async def open(self) -> None:
        await asyncio.gather(*(process.start() for process in self.processes))
        await note_revisions(self.url)

    async def close(self) -> None:
        await asyncio.gather(*(process.stop() for process in self.processes))


@asynccontextmanager
async def house(
    database: Database, folder: Path, servers: int = 1, workers: int = 0
) -> AsyncIterator[House]:
    """Open, and all is well in it. Every other server leaves the bots to workers, if there are."""
    if database == "sqlite":
        url = f"sqlite:///{folder / 'quincunx.db'}"
        async with _opened(House(url, [Server(folder)])) as opened:
            yield opened
    else:
        async with mortal_postgres() as postgres:
            url = postgres.url
            serving = [
                Server(folder, url, thinks=not workers or number % 2 == 1)
                for number in range(servers)
            ]
            working = [Worker(folder, number, url) for number in range(workers)]
            async with _opened(House(url, serving, working, postgres)) as opened:
                yield opened


@asynccontextmanager
async def _opened(opened: House) -> AsyncIterator[House]:
    try:
        await opened.open()
        yield opened
    finally:
        await opened.close()
