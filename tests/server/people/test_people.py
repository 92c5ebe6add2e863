"""Guests, names and sessions."""

from __future__ import annotations

import httpx
import pytest
from sqlalchemy import select, update

from quincunx.server.common.rate_limiter import RateLimiter, TooMany
from quincunx.server.people.names import rename_person
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from tests.helpers.stores import open_store
from tests.helpers.waiting import run


def test_a_guest_is_known_by_the_token_alone(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions = Sessions(store)
            person, token = await sessions.create_guest("  Ada   Lovelace ")
            assert person.name == "Ada Lovelace"
            assert await sessions.find_person(token) == person
            assert await sessions.find_person("wrong") is None
            assert await sessions.find_person(None) is None
            renamed = await rename_person(store, person, "Countess")
            assert (await sessions.find_person(token)) == renamed
            stored = await store.fetch_all(select(schema.sessions))
            assert token not in str(stored), "only the token's hash is kept"

    run(work())


def test_a_session_ends_and_the_person_stays(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions = Sessions(store)
            ada, ada_token = await sessions.create_guest("Ada")
            ben, ben_token = await sessions.create_guest("Ben")
            await sessions.end(ada_token)
            assert await sessions.find_person(ada_token) is None
            await sessions.end("nobody's")
            assert await sessions.find_person(ben_token) == ben
            await sessions.end_all(ben)
            assert await sessions.find_person(ben_token) is None
            stored = await store.fetch_all(select(schema.people.c.id))
            assert {row["id"] for row in stored} == {ada.id, ben.id}

    run(work())


def test_the_session_of_a_banned_person_is_invalid(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions = Sessions(store)
            ada, token = await sessions.create_guest("Ada")

            async def ban(connection: StoreConnection) -> None:
                await connection.execute(
                    update(schema.people).where(schema.people.c.id == ada.id).values(banned=1)
                )

            await store.write(ban)
            assert await sessions.find_person(token) is None

    run(work())


# So much a minute


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_rate_limiter_allows_a_burst_and_then_one_at_a_time() -> None:
    watch = Watch()
    throttle = RateLimiter(per_minute=6, burst=3, clock=watch)
    for _ in range(3):
        throttle.take("ada")
    with pytest.raises(TooMany) as caught:
        throttle.take("ada")
    assert caught.value.message.args == {"seconds": 10}
    throttle.take("ben")
    watch.now += 9
    with pytest.raises(TooMany) as caught:
        throttle.take("ada")
    assert caught.value.message.args == {"seconds": 1}
    watch.now += 1
    throttle.take("ada")
    with pytest.raises(TooMany):
        throttle.take("ada")


def test_an_unused_token_can_be_given_back() -> None:
    throttle = RateLimiter(per_minute=1, burst=1, clock=Watch())
    for _ in range(5):
        throttle.take("ada")
        throttle.refund("ada")
    throttle.refund("ada")
    throttle.take("ada")
    with pytest.raises(TooMany):
        throttle.take("ada")


def test_a_rate_limiter_keeps_exhausted_keys_among_very_many() -> None:
    watch = Watch()
    throttle = RateLimiter(per_minute=60, burst=1, clock=watch)
    for number in range(10_000):
        throttle.take(f"early {number}")
    watch.now += 1
    for number in range(10):
        throttle.take(f"late {number}")
    for number in range(10):
        with pytest.raises(TooMany):
            throttle.take(f"late {number}")


# Over HTTP


def test_a_guest_keeps_the_name_until_it_is_changed(http: httpx.Client) -> None:
    assert http.get("/api/me").json() is None
    answer = http.post("/api/guest", json={"name": "Ada"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert answer.json()["login"] is None
    assert http.get("/api/me").json() == answer.json()
    renamed = http.post("/api/guest", json={"name": "Countess"})
    assert "set-cookie" not in renamed.headers
    assert renamed.json()["person"] == {"id": answer.json()["person"]["id"], "name": "Countess"}


def test_a_guest_logs_out(http: httpx.Client) -> None:
    http.post("/api/guest", json={"name": "Ada"})
    cookie = http.cookies["quincunx"]
    assert http.post("/api/logout").status_code == 204
    assert "quincunx" not in http.cookies
    http.cookies.set("quincunx", cookie)
    assert http.get("/api/me").json() is None


def test_requests_without_a_session_are_refused(http: httpx.Client) -> None:
    assert http.post("/api/logout").status_code == 204
    for method, path, body in (
        ("POST", "/api/logout-everywhere", None),
        ("POST", "/api/delete", {}),
        ("POST", "/api/account", {"login": "ada", "password": "12345678"}),
        ("POST", "/api/password", {"old": "12345678", "new": "12345678"}),
        ("GET", "/api/export", None),
    ):
        answer = http.request(method, path, json=body)
        assert (answer.status_code, answer.json()["error"]) == (401, "NotHuman"), path
