"""Recovery of an account over HTTP: cookies, sockets, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from quincunx.client import Client, Disconnected
from quincunx.server.people.accounts.recovery_codes import CODES_PER_PERSON
from quincunx.wire import NewTable
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.people.quick_accounts import SECRET

NEW_SECRET = "battery staple"


@pytest.fixture
def elsewhere(server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=MAX_WAIT_S) as client:
        yield client


def register(http: httpx.Client, login: str) -> dict[str, Any]:
    http.post("/api/guest", json={"name": "Ada"})
    answer = http.post("/api/account", json={"login": login, "password": SECRET})
    assert answer.status_code == 200, answer.text
    account: dict[str, Any] = answer.json()
    return account


def recover(http: httpx.Client, login: str, code: str) -> httpx.Response:
    return http.post("/api/recover", json={"login": login, "code": code, "password": NEW_SECRET})


def test_a_lost_password_is_replaced_with_a_code(
    http: httpx.Client, elsewhere: httpx.Client
) -> None:
    account = register(http, "forgetful")
    code = account["recovery_codes"][0]
    assert http.get("/api/recovery-codes").json() == {"left": CODES_PER_PERSON}
    recovered = recover(elsewhere, "Forgetful", code)
    assert recovered.json() == {
        "person": account["person"],
        "login": "forgetful",
        "codes_left": CODES_PER_PERSON - 1,
    }
    assert "httponly" in recovered.headers["set-cookie"].lower()
    assert elsewhere.get("/api/me").json()["login"] == "forgetful"
    assert http.get("/api/me").json() is None
    refused = recover(http, "forgetful", code)
    assert (refused.status_code, refused.json()["error"]) == (403, "WrongRecoveryCode")


def test_new_codes_are_shown_once(http: httpx.Client) -> None:
    account = register(http, "renewing")
    refused = http.post("/api/recovery-codes", json={"password": "wrong horse"})
    assert refused.json()["error"] == "WrongPassword"
    renewed = http.post("/api/recovery-codes", json={"password": SECRET}).json()["codes"]
    assert len(renewed) == CODES_PER_PERSON
    assert not set(renewed) & set(account["recovery_codes"])
    assert set(http.get("/api/recovery-codes").json()) == {"left"}


def test_a_wrong_link_is_refused(http: httpx.Client) -> None:
    refused = http.post("/api/password-link", json={"token": "x", "password": NEW_SECRET})
    assert (refused.status_code, refused.json()["error"]) == (403, "BadPasswordLink")


def test_codes_need_a_session(http: httpx.Client) -> None:
    assert http.get("/api/recovery-codes").status_code == 401
    assert http.post("/api/recovery-codes", json={"password": SECRET}).status_code == 401


def test_recovery_disconnects_all_other_browsers_from_tables(
    server: ServerProcess, http: httpx.Client
) -> None:
    code = register(http, "watched")["recovery_codes"][0]

    async def work() -> None:
        intruder = await Client.log_in(server.url, "watched", SECRET)
        table = await intruder.create_table(NewTable("pivit"))
        async with intruder.join(table.id) as seat:
            assert recover(http, "watched", code).status_code == 200
            with pytest.raises(Disconnected):
                await seat.until(lambda: False)

    run(work())
