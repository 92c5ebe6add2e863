"""The HTTP interface, fuzzed from its own description: whatever comes, the answer is an answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from litestar.routes import HTTPRoute
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup

from quincunx.client import Client
from quincunx.core.messages import Message, render
from quincunx.server.http.app import create_app
from quincunx.server.http.routes.games import games
from quincunx.wire import NewTable
from tests.helpers.in_process_server import serve_database
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import MAX_WAIT_S

SESSIONS_END = {
    "/api/delete",
    "/api/logout",
    "/api/logout-everywhere",
    "/api/account",
    "/api/login",
}
"""Afterwards the cookie is nobody's any more."""


@pytest.fixture(scope="module")
def known(server: ServerProcess) -> dict[str, str]:
    """A person with a session, and their table in play."""

    async def come_in() -> dict[str, str]:
        ada = await Client.guest(server.url, "Ada")
        opened = await ada.create_table(NewTable("coloryam", seats=1))
        async with ada.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
        return {"cookie": ada.cookie, "table": opened.id, "person": ada.person.id}

    return asyncio.run(come_in())


schema = schemathesis.openapi.from_dict(create_app("sqlite://").openapi_schema.to_schema())
"""What the server says that it understands."""


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_generated_request_gets_a_response(
    case: Any, known: dict[str, str], server: ServerProcess
) -> None:
    real = {"table_id": known["table"], "person_id": known["person"], "game": "quivvit"}
    # Half of the requests are for something that exists, and have a session.
    if len(str(case.body)) % 2:
        for name in case.path_parameters or {}:
            case.path_parameters[name] = real.get(name, case.path_parameters[name])
    if case.path not in SESSIONS_END:
        case.headers = {**(case.headers or {}), "Cookie": known["cookie"]}
    answer = case.call(base_url=server.url)
    case.validate_response(answer, checks=[not_a_server_error])
    if answer.status_code >= 400 and "application/json" in str(answer.headers["content-type"]):
        said = answer.json()
        message = Message(said["message"]["id"], said["message"]["args"])
        assert render(message) != message.id, "a refusal is a sentence"


def test_every_route_is_described() -> None:
    """What is not cannot be fuzzed; page, metrics and sockets have tests of their own."""
    described = {path for path, item in schema.raw_schema["paths"].items() for _ in item}
    routes = {
        route.path_format
        for route in create_app("sqlite://").routes
        if isinstance(route, HTTPRoute) and route.path.startswith(("/api/", "/health"))
    }
    assert {path for path in routes if not path.startswith("/api/schema")} == described


def test_a_failing_server_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        case = schema["/api/games"]["GET"].Case()
        async with serve_database(f"sqlite:///{tmp_path / 'quincunx.db'}") as url:
            monkeypatch.setattr(games, "game_names", None)
            answer = await asyncio.to_thread(case.call, base_url=url)
            with pytest.raises(FailureGroup, match="Server error"):
                case.validate_response(answer, checks=[not_a_server_error])

    asyncio.run(work())
    assert "a request failed" in caplog.text


def test_the_server_is_healthy_after_fuzzing(server: ServerProcess, known: dict[str, str]) -> None:
    assert httpx.get(f"{server.url}/health", timeout=MAX_WAIT_S).json() == {"status": "ok"}
    headers = {"Cookie": known["cookie"]}
    record = httpx.get(
        f"{server.url}/api/tables/{known['table']}/record", headers=headers, timeout=MAX_WAIT_S
    )
    assert record.status_code == 200
