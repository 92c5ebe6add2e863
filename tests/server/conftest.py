"""Fixtures: real databases and real servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.helpers.postgres import Postgres, running_postgres
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.waiting import MAX_WAIT_S


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database: each test runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'quincunx.db'}"
    running: Postgres = request.getfixturevalue("postgres_server")
    return running.new_database()


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
