"""Accounts over HTTP: cookies, limits, errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from quincunx.client import Client, Disconnected, Refusal
from quincunx.wire import NewTable
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.people.quick_accounts import SECRET


@pytest.fixture
def elsewhere(server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=MAX_WAIT_S) as client:
        yield client


def register(http: httpx.Client, login: str) -> dict[str, Any]:
    """Register an account as a new guest; return it as `/api/me` does."""
    http.post("/api/guest", json={"name": "Ada"})
    answer = http.post("/api/account", json={"login": login, "password": SECRET})
    assert answer.status_code == 200, answer.text
    known: dict[str, Any] = answer.json()
    assert known.pop("recovery_codes")
    return known | {"renamed_why": None}


def log_in(http: httpx.Client, login: str, password: str = SECRET) -> httpx.Response:
    return http.post("/api/login", json={"login": login, "password": password})


def test_the_cookie_changes_at_every_login_and_password_change(
    http: httpx.Client, elsewhere: httpx.Client
) -> None:
    guest = http.post("/api/guest", json={"name": "Ada"}).json()
    cookies = [http.cookies["quincunx"]]
    me = register(http, "rotating")
    cookies.append(http.cookies["quincunx"])
    assert me == {"person": guest["person"], "login": "rotating", "renamed_why": None}
    assert http.get("/api/me").json() == me

    elsewhere.post("/api/guest", json={"name": "Somebody"})
    answer = log_in(elsewhere, "Rotating")
    assert answer.json() == me
    assert "httponly" in answer.headers["set-cookie"].lower()
    cookies.append(elsewhere.cookies["quincunx"])

    change = {"old": SECRET, "new": "battery staple"}
    assert http.post("/api/password", json=change).status_code == 204
    cookies.append(http.cookies["quincunx"])
    assert len(set(cookies)) == 4
    assert http.get("/api/me").json() == me
    assert elsewhere.get("/api/me").json() is None


def test_logging_out_on_one_device_and_everywhere(
    http: httpx.Client, elsewhere: httpx.Client
) -> None:
    me = register(http, "leaving")
    log_in(elsewhere, "leaving")
    assert http.post("/api/logout").status_code == 204
    assert http.get("/api/me").json() is None
    assert elsewhere.get("/api/me").json() == me
    log_in(http, "leaving")
    assert http.post("/api/logout-everywhere").status_code == 204
    assert "quincunx" not in http.cookies
    assert http.get("/api/me").json() is None
    assert elsewhere.get("/api/me").json() is None


def test_a_wrong_password_looks_like_an_unknown_login(
    http: httpx.Client, elsewhere: httpx.Client
) -> None:
    register(http, "uniform")
    wrong, unknown = log_in(elsewhere, "uniform", "wrong horse"), log_in(elsewhere, "nobody here")
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.json() == unknown.json()
    assert wrong.json()["error"] == "WrongLogin"
    assert wrong.headers.keys() == unknown.headers.keys()
    assert "quincunx" not in elsewhere.cookies


def test_too_many_failed_logins_are_refused_with_a_waiting_time(http: httpx.Client) -> None:
    register(http, "guessed")
    answers = [log_in(http, "guessed", f"wrong {number}") for number in range(12)]
    assert [answer.status_code for answer in answers][:10] == [403] * 10
    refused = answers[-1]
    assert (refused.status_code, refused.json()["error"]) == (429, "TooMany")
    assert 1 <= refused.json()["message"]["args"]["seconds"] <= 60


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"login": "no", "password": SECRET}, 400, "BadName"),
        ({"login": "somebody", "password": "short"}, 400, "BadPassword"),
        ({"login": "somebody"}, 400, "Unreadable"),
        ({"login": "Taken", "password": SECRET}, 409, "LoginTaken"),
    ],
)
def test_invalid_accounts_are_refused(
    http: httpx.Client, elsewhere: httpx.Client, body: object, status: int, error: str
) -> None:
    elsewhere.post("/api/guest", json={"name": "Ben"})
    elsewhere.post("/api/account", json={"login": "taken", "password": SECRET})
    http.post("/api/guest", json={"name": "Ada"})
    answer = http.post("/api/account", json=body)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert http.get("/api/me").json()["login"] is None, "nothing was lost or gained"


def test_the_export_is_a_file(http: httpx.Client) -> None:
    me = register(http, "exporting")
    answer = http.get("/api/export")
    assert "attachment" in answer.headers["content-disposition"]
    known = answer.json()
    assert known["person"][0]["id"] == me["person"]["id"]
    assert known["account"][0]["login"] == "exporting"


def test_an_account_can_be_deleted(http: httpx.Client, elsewhere: httpx.Client) -> None:
    me = register(http, "going")
    profile = f"/api/people/{me['person']['id']}"
    assert elsewhere.get(profile).status_code == 200
    refused = http.post("/api/delete", json={"password": "wrong horse"})
    assert (refused.status_code, refused.json()["error"]) == (403, "WrongPassword")
    assert http.post("/api/delete", json={"password": SECRET}).status_code == 204
    assert http.get("/api/me").json() is None
    assert log_in(http, "going").status_code == 403
    assert elsewhere.get(profile).status_code == 404


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/logout-everywhere", None),
        ("/api/password", {"old": SECRET, "new": "battery staple"}),
        ("/api/delete", {"password": SECRET}),
    ],
)
def test_ending_all_sessions_disconnects_from_tables(
    server: ServerProcess, path: str, body: object
) -> None:
    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        await ada.register(f"seated {path[5:]}", SECRET)
        table = await ada.create_table(NewTable("pivit"))
        async with ada.join(table.id) as seat:
            async with httpx.AsyncClient(
                headers={"Cookie": ada.cookie}, timeout=MAX_WAIT_S
            ) as http:
                assert (await http.post(server.url + path, json=body)).status_code == 204
            with pytest.raises(Disconnected):
                await seat.until(lambda: False)
        with pytest.raises(Refusal):
            async with ada.join(table.id):
                pass

    run(work())


def test_a_program_can_use_an_account(server: ServerProcess) -> None:
    async def work() -> None:
        guest = await Client.guest(server.url, "Robot")
        await guest.register("robot", SECRET)
        await guest.rename("Robot 2")
        later = await Client.log_in(server.url, "Robot", SECRET)
        assert later.person == guest.person
        assert later.person.name == "Robot 2"
        with pytest.raises(Refusal) as caught:
            await Client.log_in(server.url, "Robot", "wrong horse")
        assert caught.value.refused.error == "WrongLogin"

    run(work())
