"""Every request before it is routed: whose host name it names, and `HEAD` like `GET`."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from quincunx.server.http.app import create_app
from quincunx.server.http.host_guard import MAX_NAMES_LOGGED, HostGuard
from tests.helpers.in_process_server import serve_database
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run


async def nothing(*_: object) -> None:
    """An application that is never asked."""


OWN = socket.gethostname()


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:8000", "192.168.1.20:80"),
        *("[::1]", "[fd00::1]:8000", "kitchen.local", "kitchen.local.:8000", "games.localhost"),
        *("kitchen.lan:8000", "kitchen.home.arpa", "kitchen.internal"),
        *(OWN, f"{OWN}:8000", None),
    ],
)
def test_a_local_network_works_without_settings(host: str | None) -> None:
    assert HostGuard(nothing).serves(host)


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example"),
        *(
            "local",
            "evillocal",
            "kitchen.fritz.box",
            "",
            ":8000",
            "[evil.example]",
            "1.2.3",
            f"{OWN}.evil.example",
        ),
    ],
)
def test_unknown_host_names_are_not_served(host: str) -> None:
    assert not HostGuard(nothing).serves(host)


def test_configured_host_names_are_served() -> None:
    gate = HostGuard(nothing, ["Games.example.org", "*.club.example"])
    assert gate.serves("games.example.org:443")
    assert gate.serves("a.b.club.example")
    assert not gate.serves("club.example")
    assert not gate.serves("other.example.org")
    assert HostGuard(nothing, ["*"]).serves("whatever.example")


def test_requests_and_sockets_for_unknown_host_names_are_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url:
            rebound = {"Host": "evil.example"}
            async with httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http:
                for path in ("/api/games", "/api/lobby"):
                    answer = await http.get(path, headers=rebound)
                    assert answer.status_code == 421
                    assert answer.json()["error"] == "OtherHost"
                for path in ("/", "/health", "/assets/x.js", "/table/abc"):
                    answer = await http.get(path, headers=rebound)
                    assert answer.status_code == 421
                    assert answer.text.startswith("This server does not answer to that host name.")
                assert (await http.get("/api/games")).status_code == 200
            # The connection goes to the same address; only the name differs.
            place = url.removeprefix("http://")
            address, _, port = place.partition(":")
            for path in ("/api/lobby/socket", "/api/tables/abc/socket"):
                with pytest.raises(InvalidStatus) as refused:
                    await connect(f"ws://evil.example:{port}{path}", host=address, port=int(port))
                assert refused.value.response.status_code == 403

    run(work())


def test_refused_hosts_are_logged_once_and_within_bounds(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """So that an operator who has forgotten `allowed_hosts` learns what to set."""

    async def work() -> None:
        gate = HostGuard(nothing)
        hosts = ["games.example.org:443", "games.example.org", *(f"{n}.example" for n in range(99))]
        for host in hosts:
            scope: Any = {"type": "http", "path": "/", "headers": [(b"host", host.encode())]}
            await gate(scope, nothing, nothing)  # type: ignore[arg-type]

    run(work())
    assert "'games.example.org'" in caplog.messages[0]
    assert len(caplog.messages) == MAX_NAMES_LOGGED


def reading_paths() -> Iterator[str]:
    """Every route that can be read, with something in the place of what varies."""
    for route in create_app("sqlite:///unused").routes:
        if isinstance(route, HTTPRoute) and "GET" in route.methods:
            parts = route.path.split("/")
            yield "/".join("pivit" if part.startswith("{") else part for part in parts)


def test_head_is_answered_like_get_without_a_body(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve_database(sqlite_url(tmp_path)) as url,
            httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
        ):
            await http.post("/api/guest", json={"name": "Ada"})
            paths = sorted(set(reading_paths()))
            assert len(paths) > 15
            for path in paths:
                read, head = await http.get(path), await http.head(path)
                assert head.status_code == read.status_code, path
                assert head.content == b""
                assert head.headers["content-type"] == read.headers["content-type"]
                assert head.headers.get("cache-control") == read.headers.get("cache-control")

    run(work())


def test_a_malformed_forwarded_address_cannot_read_the_metrics(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve_database(sqlite_url(tmp_path), metrics_from=("127.0.0.1",)) as url,
            httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
        ):
            for forwarded in (
                "unknown",
                "_hidden",
                "1.2.3.4.5",
                "[::1",
                "127.0.0.1%",
            ):
                answer = await http.get("/metrics", headers={"X-Forwarded-For": forwarded})
                assert answer.status_code == 404
                others = await http.get("/api/games", headers={"X-Forwarded-For": forwarded})
                assert others.status_code == 200
            assert (await http.get("/metrics")).status_code == 200

    run(work())


def test_gate_leaves_the_lifespan_alone() -> None:
    seen: list[str] = []

    async def app(scope: object, *_: object) -> None:
        seen.append(scope["type"])  # type: ignore[index]

    asyncio.run(HostGuard(app)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == ["lifespan"]
