"""No HTTP request makes the server fail, on any kind of database."""

from __future__ import annotations

from itertools import product
from typing import Any

import httpx

from quincunx.client import Client
from quincunx.server.http.app import create_app
from quincunx.wire import NewTable
from tests.helpers.in_process_server import serve_database
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.hostile.raw_socket import Line

DEEP = 20_000

BODIES: dict[str, bytes] = {
    "nothing": b"",
    "null": b"null",
    "half of it": b'{"name":',
    "no UTF-8": b'{"name":"\xff\xfe"}',
    "half a pair": b'{"name":"\\ud800"}',
    "a nul": b'{"name":"\\u0000","login":"\\u0000ada","password":"\\u0000passwords"}',
    "a nul for a game": b'{"game":"\\u0000","version":0,"seat":0}',
    "options with nuls": b'{"game":"coloryam","options":{"sheet":"own","own":"\\u0000"}}',
    "not a number": b'{"game":"coloryam","seats":NaN}',
    "large numbers": b'{"game":"coloryam","seats":%b,"version":%b,"seat":%b}' % ((b"9" * 300,) * 3),
    "a large wait": b'{"game":"coloryam","wait":%b}' % (b"9" * 300),
    "a large pace": b'{"game":"coloryam","pace":%b,"open":true}' % (b"9" * 300),
    "bots far away": b'{"game":"coloryam","bots":{"%b":"easy"}}' % (b"9" * 300),
    "lists in lists": b"[" * DEEP + b"]" * DEEP,
    "objects in objects": b'{"options":' * 5000 + b"0" + b"}" * 5000,
    "options in options": b'{"game":"coloryam","options":%b}'
    % (b'{"a":' * 5000 + b"0" + b"}" * 5000),
    "too much": b'{"name":"%b"}' % (b"x" * 70_000),
}

QUERIES = ("", "?seat=%00&before=%FF", f"?seat={'9' * 300}&before={'9' * 30}")

NAMES = ("%00", "%FF", "..%2f..%2f", "%F0%9F%8E%B2", "-1", "9" * 300, "null", "'%22--")


def routes() -> list[tuple[str, str]]:
    """Return every operation of the server's OpenAPI description."""
    described: dict[str, Any] = create_app("sqlite://").openapi_schema.to_schema()
    return [(method, path) for path, item in described["paths"].items() for method in item]


def addresses(path: str, names: tuple[str, ...]) -> list[str]:
    """Return the path with each of the names in each of its parameters."""
    parts = [part for part in path.split("/") if part.startswith("{")]
    found = []
    for first in range(len(names) if parts else 1):
        address = path
        for number, part in enumerate(parts):
            address = address.replace(part, names[(first + number) % len(names)], 1)
        found.append(address)
    return found


async def guest_with_table(url: str) -> tuple[str, str]:
    """Return a session cookie and the id of an existing table."""
    ada = await Client.guest(url, "Ada")
    opened = await ada.create_table(NewTable("coloryam", seats=1))
    return ada.cookie, opened.id


def test_hostile_bodies_are_refused(database: str) -> None:
    async def work() -> None:
        async with (
            serve_database(database) as url,
            httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
        ):
            for path in [path for method, path in routes() if method == "post"]:
                cookie, table = await guest_with_table(url)
                headers = {"Cookie": cookie, "Content-Type": "application/json"}
                for address in addresses(path, (table, "coloryam")):
                    for name, body in BODIES.items():
                        answer = await http.post(address, content=body, headers=headers)
                        assert answer.status_code < 500, f"{address}, {name}: {answer.text}"

    run(work())


def test_hostile_paths_are_refused(database: str) -> None:
    async def work() -> None:
        async with (
            serve_database(database) as url,
            httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
        ):
            cookie, _ = await guest_with_table(url)
            for (method, path), query in product(routes(), QUERIES):
                for address in [address + query for address in addresses(path, NAMES)]:
                    answer = await http.request(method, address, headers={"Cookie": cookie})
                    assert answer.status_code < 500, f"{method} {address}"

    run(work())


REQUESTS: dict[str, bytes] = {
    "no request": b"\x16\x03\x01\x02\x00\x01\x00",
    "no end of the line": b"GET / HTTP/1.1",
    "an old version": b"GET /api/games HTTP/0.9\r\n\r\n",
    "a version to come": b"GET /api/games HTTP/9.9\r\nHost: [::1]\r\n\r\n",
    "two lengths": b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 1\r\n"
    b"Content-Length: 2\r\n\r\n{}",
    "a length below": b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\nContent-Length: -1\r\n\r\n",
    "a length and pieces": b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 2\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "pieces of no size": b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a header of nuls": b"GET /api/games HTTP/1.1\r\nHost: [::1]\r\nCookie: \x00\x00\r\n\r\n",
    "a header without a name": b"GET /api/games HTTP/1.1\r\nHost: [::1]\r\n: x\r\n\r\n",
    "a large header": b"GET /api/games HTTP/1.1\r\nHost: [::1]\r\n"
    b"X: " + b"x" * 200_000 + b"\r\n\r\n",
    "a long address": b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: [::1]\r\n\r\n",
    "two hosts": b"GET /api/games HTTP/1.1\r\nHost: [::1]\r\nHost: other.example\r\n\r\n",
    "an address elsewhere": b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: [::1]\r\n\r\n",
    "a tunnel": b"CONNECT elsewhere.example:80 HTTP/1.1\r\nHost: [::1]\r\n\r\n",
    "an unknown verb": b"BREW /api/games HTTP/1.1\r\nHost: [::1]\r\n\r\n",
    "one request in another": b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\n"
    b"Content-Length: 5\r\n\r\n"
    b"GET /api/me HTTP/1.1\r\nHost: [::1]\r\n\r\n",
}


def test_hostile_requests_are_refused(database: str) -> None:
    """Each gets a response or is disconnected, and the next request is served."""

    async def work() -> None:
        async with (
            serve_database(database) as url,
            httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
        ):
            for name, data in REQUESTS.items():
                async with await Line.dial(url) as line:
                    line.send(data)
                    if name != "no end of the line":
                        assert b" 50" not in await line.first_line(), name
                assert (await http.get("/api/games")).status_code == 200

    run(work())
