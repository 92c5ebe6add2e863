"""Stores and servers, the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Serving, serving


@pytest.fixture(scope="session")
def a_postgres() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'quincunx.db'}"
    running: Postgres = request.getfixturevalue("a_postgres")
    return running.new_database()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests that leave it alive."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Serving]:
    """A server that the test may kill."""
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def http(server: Serving) -> Iterator[httpx.Client]:
    """Somebody's browser at that server, with no name yet."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        yield client
