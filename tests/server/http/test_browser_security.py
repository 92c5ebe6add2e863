"""Who may act in whose name, and what every answer tells a browser."""

from __future__ import annotations

from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.waiting import MAX_WAIT_S

HERE = "HERE"
"""Stands for the server's own address, which is known when it is running."""

OTHERS = [
    {"Origin": "http://elsewhere.example"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Origin": f"{HERE}.elsewhere.example"},
    {"Origin": f"{HERE}/"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": HERE, "Sec-Fetch-Site": "cross-site"},
]
"""What browsers say of requests that another site's page makes, and what one might make up."""

OURS = [
    {},
    {"Origin": HERE},
    {"Origin": HERE, "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
]
"""What they say of our own pages' requests, and what programs say."""


@pytest.fixture
def http(http: httpx.Client) -> httpx.Client:
    """Ada's."""
    http.post("/api/guest", json={"name": "Ada"})
    return http


def said(headers: dict[str, str], server: ServerProcess) -> dict[str, str]:
    return {name: value.replace(HERE, server.url) for name, value in headers.items()}


@pytest.mark.parametrize("headers", OTHERS)
def test_requests_from_other_sites_change_nothing(
    http: httpx.Client, server: ServerProcess, headers: dict[str, str]
) -> None:
    answer = http.post("/api/guest", json={"name": "Mallory"}, headers=said(headers, server))
    assert (answer.status_code, answer.json()["error"]) == (403, "OtherOrigin")
    assert http.get("/api/me").json()["person"]["name"] == "Ada"


@pytest.mark.parametrize("headers", OURS)
def test_requests_from_our_page_and_from_programs_are_accepted(
    http: httpx.Client, server: ServerProcess, headers: dict[str, str]
) -> None:
    answer = http.post("/api/guest", json={"name": "Countess"}, headers=said(headers, server))
    assert answer.status_code == 200
    assert http.get("/api/me").json()["person"]["name"] == "Countess"


def test_an_http_origin_is_another_site_if_the_server_uses_tls(
    http: httpx.Client, server: ServerProcess
) -> None:
    tls, host = {"X-Forwarded-Proto": "https"}, server.url.removeprefix("http://")
    for scheme, status in (("http", 403), ("https", 200)):
        origin = {"Origin": f"{scheme}://{host}"}
        answer = http.post("/api/guest", json={"name": "Ada"}, headers=tls | origin)
        assert answer.status_code == status, scheme


@pytest.mark.parametrize("path", ["/api/lobby/socket", "/api/tables/any/socket"])
@pytest.mark.parametrize("headers", OTHERS)
def test_sockets_from_other_sites_are_refused(
    http: httpx.Client, server: ServerProcess, headers: dict[str, str], path: str
) -> None:
    cookie = {"Cookie": f"quincunx={http.cookies['quincunx']}"}
    address = server.url.replace("http", "ws") + path
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(address, additional_headers=said(headers, server) | cookie),
    ):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("headers", OURS)
def test_sockets_from_our_page_and_from_programs_are_accepted(
    server: ServerProcess, headers: dict[str, str]
) -> None:
    address = server.url.replace("http", "ws") + "/api/lobby/socket"
    with connect(address, additional_headers=said(headers, server)) as socket:
        assert '"type":"lobby"' in str(socket.recv())


# What a browser is told

ANSWERS = [
    ("GET", "/", 200),
    ("GET", "/nothing", 404),
    ("GET", "/assets/nothing.js", 404),
    ("POST", "/", 405),
    ("GET", "/health", 200),
    ("GET", "/api/games", 200),
    ("GET", "/api/me", 200),
    ("GET", "/api/lobby", 200),
    ("GET", "/api/nothing", 404),
    ("POST", "/api/games", 405),
    ("POST", "/api/tables", 400),
    ("GET", "/api/tables/nowhere/record", 404),
    ("POST", "/api/logout", 204),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_every_response_has_security_headers(
    http: httpx.Client, method: str, path: str, status: int
) -> None:
    answer = http.request(method, path)
    assert answer.status_code == status
    told = answer.headers
    policy = dict(rule.split(" ", 1) for rule in told["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert told["cross-origin-opener-policy"] == "same-origin"
    assert told["cross-origin-resource-policy"] == "same-origin"
    assert told["referrer-policy"] == "same-origin"
    assert told["x-content-type-options"] == "nosniff"
    assert "camera=()" in told["permissions-policy"]
    assert "access-control-allow-origin" not in told


@pytest.mark.parametrize(
    ("method", "path"), [(method, path) for method, path, _ in ANSWERS if path.startswith("/api/")]
)
def test_private_responses_are_not_cached(http: httpx.Client, method: str, path: str) -> None:
    assert http.request(method, path).headers["cache-control"] == "no-store"


def test_the_cookie_is_host_only_and_hidden_from_scripts(server: ServerProcess) -> None:
    answer = httpx.post(f"{server.url}/api/guest", json={"name": "Ada"}, timeout=MAX_WAIT_S)
    attributes = answer.headers["set-cookie"].lower().split("; ")
    assert {"httponly", "samesite=lax", "path=/"} <= set(attributes)
    assert not any(attribute.startswith("domain") for attribute in attributes)


def test_a_name_is_sent_as_plain_text(http: httpx.Client) -> None:
    answer = http.post("/api/guest", json={"name": "<script>x</script>"})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["person"]["name"] == "<script>x</script>"


def test_stored_files_are_readable_by_the_operator_only(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running_server(data, is_new=True):
        modes = {file.name: file.stat().st_mode & 0o777 for file in (data, *data.iterdir())}
    assert modes.pop("data") == 0o700
    assert "quincunx.db" in modes
    assert set(modes.values()) == {0o600}


@pytest.mark.parametrize(
    "path", ["/assets/../index.html", "/assets/..%2f..%2f..%2fmessages/en.json", "/../../setup.py"]
)
def test_paths_cannot_leave_the_page_folder(server: ServerProcess, path: str) -> None:
    line = HTTPConnection("127.0.0.1", server.port)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        assert answer.status == 404
        assert b"page.title" not in answer.read()
    finally:
        line.close()
