"""Fixtures: real databases and real servers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from quincunx.server.bots import pools
from quincunx.server.storage.maintenance.upgrade import upgrade
from tests.helpers.postgres import Postgres, running_postgres
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.stores import create_sqlite_store, sqlite_url
from tests.helpers.waiting import MAX_WAIT_S


@pytest.fixture(autouse=True)
def patient_bot_pools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give bots, hints and reviews much time: on a busy machine their processes come last."""
    for name in ("MOVE_LIMITS", "HINT_LIMITS", "ANALYSIS_LIMITS"):
        limits = getattr(pools, name)._replace(run_s=MAX_WAIT_S, wait_s=MAX_WAIT_S)
        monkeypatch.setattr(pools, name, limits)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with running_postgres() as server:
        server.skip_fsync()
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables: each test runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    running: Postgres = request.getfixturevalue("postgres_server")
    return running.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with the current schema: copied, because migrations take longer."""
    if request.param == "sqlite":
        create_sqlite_store(tmp_path)
        return sqlite_url(tmp_path)
    running: Postgres = request.getfixturevalue("postgres_server")
    return running.new_database(request.getfixturevalue("postgres_template"))


@pytest.fixture(scope="session")
def postgres_template(postgres_server: Postgres) -> str:
    """The name of a PostgreSQL database with the current schema."""
    url = postgres_server.new_database()
    asyncio.run(upgrade(url))
    return httpx.URL(url).path.removeprefix("/")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that the tests of a worker share; they must not stop it."""
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of the test's own, which it may kill."""
    with running_server(tmp_path) as running:
        yield running


@pytest.fixture
def http(server: ServerProcess) -> Iterator[httpx.Client]:
    """An HTTP client of the shared server, with its own cookies and no guest name yet."""
    with httpx.Client(base_url=server.url, timeout=MAX_WAIT_S) as client:
        yield client
