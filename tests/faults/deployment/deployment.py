"""The deployment under test: servers and workers on one database, each of which can be killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from tests.faults.checks.request_times import record_request_times
from tests.faults.checks.revisions import record_revisions
from tests.faults.checks.vacations_begun import record_vacations
from tests.faults.deployment.killable_postgres import KillablePostgres, killable_postgres
from tests.faults.deployment.process import ControlledProcess
from tests.faults.deployment.server import Server
from tests.faults.deployment.worker import Worker

Database = Literal["sqlite", "postgresql"]


class Deployment:
    """Servers, workers and their database."""

    def __init__(
        self,
        url: str,
        servers: Sequence[Server],
        workers: Sequence[Worker] = (),
        postgres: KillablePostgres | None = None,
    ) -> None:
        self.url = url
        """The address of the database, as SQLAlchemy writes it."""
        self.servers = servers
        self.workers = workers
        self.postgres = postgres

    @property
    def processes(self) -> list[ControlledProcess]:
        return [*self.servers, *self.workers]

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    async def start(self) -> None:
        """Start all processes, and record every later change of a table."""
        await asyncio.gather(*(process.start() for process in self.processes))
        await record_revisions(self.url)
        await record_request_times(self.url)
        await record_vacations(self.url)

    async def stop(self) -> None:
        """Kill all processes."""
        await asyncio.gather(*(process.stop() for process in self.processes))


@asynccontextmanager
async def running_deployment(
    database: Database, folder: Path, servers: int = 1, workers: int = 0
) -> AsyncIterator[Deployment]:
    """Run a deployment without faults. With workers, every other server leaves the bots to them."""
    if database == "sqlite":
        url = f"sqlite:///{folder / 'quincunx.db'}"
        async with _started(Deployment(url, [Server(folder)])) as deployment:
            yield deployment
    else:
        async with killable_postgres() as postgres:
            url = postgres.url
            serving = [
                Server(folder, url, runs_bots=not workers or number % 2 == 1)
                for number in range(servers)
            ]
            working = [Worker(folder, number, url) for number in range(workers)]
            async with _started(Deployment(url, serving, working, postgres)) as deployment:
                yield deployment


@asynccontextmanager
async def _started(deployment: Deployment) -> AsyncIterator[Deployment]:
    try:
        await deployment.start()
        yield deployment
    finally:
        await deployment.stop()
