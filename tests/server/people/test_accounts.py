"""Accounts: registering, logging in, changing one's mind, taking everything along, going."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import insert, select, update

from quincunx.client import Client, Disconnected, Refusal
from quincunx.server.common.rate_limiter import TooMany
from quincunx.server.people.accounts import (
    Accounts,
    AlreadyRegistered,
    Banned,
    LoginTaken,
    NoAccount,
    WrongLogin,
    WrongPassword,
    clean_login,
)
from quincunx.server.people.export import export
from quincunx.server.people.names import BadName
from quincunx.server.people.passwords import BadPassword, Passwords
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import LogIn, NewTable, Register
from tests.helpers.finished_games import store_finished_game
from tests.helpers.server_process import ServerProcess
from tests.helpers.stores import new_guests, open_store, sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECRET = "correct horse"


def accounts(store: Store) -> Accounts:
    """With hashes that cost nothing, as far as tests do not want them real."""
    return Accounts(store, Passwords(QUICK))


def test_an_account_keeps_the_person_and_changes_the_session(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions = Sessions(store)
            ada, guest_token = await sessions.create_guest("Ada")
            me, token = await accounts(store).register(ada, Register("Ada", SECRET))
            assert (me.person, me.login) == (ada, "ada")
            assert await sessions.find_person(guest_token) is None
            assert await sessions.find_person(token) == ada
            known, later = await accounts(store).log_in(LogIn("ADA", SECRET), "here", None)
            assert known == me
            assert await sessions.find_person(later) == await sessions.find_person(token) == ada
            stored = await store.fetch_all(select(schema.accounts))
            assert SECRET not in str(stored)

    run(work())


def test_logging_in_as_a_guest_ends_the_guest_session(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions = Sessions(store)
            (ada,) = await new_guests(store, "Ada")
            await accounts(store).register(ada, Register("ada", SECRET))
            _, guest_token = await sessions.create_guest("Somebody")
            me, token = await accounts(store).log_in(LogIn("ada", SECRET), "here", guest_token)
            assert me.person == ada
            assert await sessions.find_person(guest_token) is None
            assert await sessions.find_person(token) == ada

    run(work())


def test_equivalent_logins_cannot_be_registered_twice(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            house = accounts(store)
            await house.register(ada, Register("Ada  Lovelace", SECRET))
            for login in ("ada lovelace", "ADA LOVELACE", "\uff21\uff24\uff21 Lovelace"):
                with pytest.raises(LoginTaken):
                    await house.register(ben, Register(login, SECRET))
            with pytest.raises(AlreadyRegistered):
                await house.register(ada, Register("countess", SECRET))
            assert await house.login_of(ada) == "ada lovelace"
            assert await house.login_of(ben) is None

    run(work())


@pytest.mark.parametrize(
    "login", ["", "ab", "   a  ", "x" * 25, "ada\u202e", "a\x00da", "\u3164" * 5]
)
def test_invalid_logins_are_refused(login: str) -> None:
    with pytest.raises(BadName):
        clean_login(login)


@pytest.mark.parametrize("password", ["", "1234567", "x" * 129])
def test_passwords_that_are_too_short_or_too_long_are_refused(password: str) -> None:
    with pytest.raises(BadPassword):
        run(Passwords(QUICK).hash(password))


def test_a_password_may_hold_any_characters(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada,) = await new_guests(store, "Ada")
            await accounts(store).register(ada, Register("ada", "na\u00efve \x00 \u202e\U0001f3b2"))
            typed_otherwise = "nai\u0308ve \x00 \u202e\U0001f3b2"
            await accounts(store).log_in(LogIn("ada", typed_otherwise), "here", None)

    run(work())


def test_a_failed_login_does_not_say_which_part_was_wrong(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada,) = await new_guests(store, "Ada")
            house = accounts(store)
            await house.register(ada, Register("ada", SECRET))
            said = []
            for login, password in (
                ("ada", "wrong horse"),
                ("ada", ""),
                ("ada", "x" * 10_000),
                ("nobody", SECRET),
                ("no", SECRET),
                ("no\x00body", SECRET),
            ):
                with pytest.raises(WrongLogin) as caught:
                    await house.log_in(LogIn(login, password), "here", None)
                said.append(caught.value.message)
            assert len(set(map(repr, said))) == 1

    run(work())


class Counting(PasswordHasher):
    """Counts how often it worked."""

    worked = 0

    def hash(self, *args: Any, **kwargs: Any) -> str:
        self.worked += 1
        return super().hash(*args, **kwargs)

    def verify(self, *args: Any, **kwargs: Any) -> Any:
        self.worked += 1
        return super().verify(*args, **kwargs)


def test_an_unknown_login_costs_as_much_as_a_wrong_password(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            (ada,) = await new_guests(store, "Ada")
            hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
            house = Accounts(store, Passwords(hasher))
            await house.register(ada, Register("ada", SECRET))
            for login in ("ada", "nobody", "no", "a\x00b"):
                before = hasher.worked
                with pytest.raises(WrongLogin):
                    await house.log_in(LogIn(login, "wrong horse"), "here", None)
                assert hasher.worked == before + 1, login

    run(work())


def test_a_password_is_rehashed_when_the_parameters_change(tmp_path: Path) -> None:
    async def hashed(store: Store) -> str:
        row = await store.fetch_one(select(schema.accounts.c.password))
        assert row is not None
        return str(row["password"])

    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            (ada,) = await new_guests(store, "Ada")
            await accounts(store).register(ada, Register("ada", SECRET))
            easy = await hashed(store)
            harder = Accounts(store, Passwords(PasswordHasher(2, 16, 1)))
            await harder.log_in(LogIn("ada", SECRET), "here", None)
            hard = await hashed(store)
            assert ",t=1," in easy
            assert ",t=2," in hard
            await harder.log_in(LogIn("ada", SECRET), "here", None)
            assert await hashed(store) == hard

    run(work())


def test_failed_logins_are_limited_for_each_login_and_address(tmp_path: Path) -> None:
    async def fail(house: Accounts, login: str, address: str) -> None:
        with pytest.raises(WrongLogin):
            await house.log_in(LogIn(login, "wrong horse"), address, None)

    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            (ada,) = await new_guests(store, "Ada")
            house = accounts(store)
            await house.register(ada, Register("ada", SECRET))
            for _ in range(20):
                await house.log_in(LogIn("ada", SECRET), "home", None)
            for number in range(10):
                await fail(house, "Ada", f"from {number}")
            with pytest.raises(TooMany):
                await house.log_in(LogIn("ADA", SECRET), "home", None)
            for number in range(60):
                await fail(house, f"login {number}", "one place")
            with pytest.raises(TooMany):
                await house.log_in(LogIn("another", SECRET), "one place", None)

    run(work())


def test_changing_the_password_ends_all_other_sessions(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions, house = Sessions(store), accounts(store)
            (ada,) = await new_guests(store, "Ada")
            with pytest.raises(NoAccount):
                await house.change_password(ada, "", "battery staple")
            _, here = await house.register(ada, Register("ada", SECRET))
            _, there = await house.log_in(LogIn("ada", SECRET), "there", None)
            with pytest.raises(WrongPassword):
                await house.change_password(ada, "wrong horse", "battery staple")
            with pytest.raises(BadPassword):
                await house.change_password(ada, SECRET, "short")
            assert await sessions.find_person(there) == ada
            token = await house.change_password(ada, SECRET, "battery staple")
            assert await sessions.find_person(here) is None
            assert await sessions.find_person(there) is None
            assert await sessions.find_person(token) == ada
            with pytest.raises(WrongLogin):
                await house.log_in(LogIn("ada", SECRET), "there", None)
            await house.log_in(LogIn("ada", "battery staple"), "there", None)

    run(work())


def test_a_banned_person_cannot_log_in(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            house = accounts(store)
            (ada,) = await new_guests(store, "Ada")
            await house.register(ada, Register("ada", SECRET))

            async def ban(connection: StoreConnection) -> None:
                await connection.execute(
                    update(schema.people).where(schema.people.c.id == ada.id).values(banned=1)
                )

            await store.write(ban)
            with pytest.raises(Banned):
                await house.log_in(LogIn("ada", SECRET), "here", None)
            with pytest.raises(WrongLogin):
                await house.log_in(LogIn("ada", "wrong horse"), "here", None)

    run(work())


# Taking everything along, and going


async def a_full_life(store: Store) -> dict[str, Any]:
    """Somebody with an account, a finished game, a move, a draft and words."""
    ada, ben = await new_guests(store, "Ada", "Ben")
    await accounts(store).register(ada, Register("ada", SECRET))
    table = await store_finished_game(
        store, "pivit", ada, ben, scores=(5, 2), winners=(0,), ended=9
    )

    async def job(connection: StoreConnection) -> None:
        for number, person in enumerate((ada, ben)):
            await connection.execute(
                insert(schema.chat).values(
                    table=table, number=number, at=1, person=person.id, text=f"I am {person.name}"
                )
            )
            await connection.execute(
                insert(schema.entries).values(
                    table=table,
                    version=number,
                    at=1,
                    seat=number,
                    move="look",
                    chance="[]",
                    events="[]",
                    person=person.id,
                    stored=1,
                )
            )
            await connection.execute(
                insert(schema.drafts).values(
                    table=table, seat=number, number=number, at=1, version=0, draft="[]"
                )
            )

    await store.write(job)
    return {"ada": ada, "ben": ben, "table": table}


def test_the_export_contains_only_the_data_of_the_person(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            life = await a_full_life(store)
            known = json.loads(await export(store, life["ada"]))
            assert [line["name"] for line in known["person"]] == ["Ada"]
            assert [line["login"] for line in known["account"]] == ["ada"]
            assert [line["seat"] for line in known["seats"]] == [0]
            assert [line["move"] for line in known["moves"]] == ["look"]
            assert [line["seat"] for line in known["drafts"]] == [0]
            assert [line["text"] for line in known["chat"]] == ["I am Ada"]
            assert [line["score"] for line in known["results"]] == [5]
            assert [line["games"] for line in known["ratings"]] == [1]
            assert len(known["sessions"]) == 1
            secrets = await store.fetch_all(select(schema.accounts.c.password))
            tokens = await store.fetch_all(select(schema.sessions.c.token))
            for row in (*secrets, *tokens):
                assert str(next(iter(row.values()))) not in str(known)
            assert life["ben"].id not in str(known)

    run(work())


def test_a_deleted_account_leaves_its_games_without_a_name(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            life = await a_full_life(store)
            ada, ben, house = life["ada"], life["ben"], accounts(store)
            with pytest.raises(WrongPassword):
                await house.delete(ada, "wrong horse")
            assert await house.login_of(ada) == "ada"
            nobody = await house.delete(ada, SECRET)
            assert (nobody.id, nobody.name) == (ada.id, "—")
            known = json.loads(await export(store, ada))
            assert [line["name"] for line in known["person"]] == ["—"]
            assert known["account"] == known["sessions"] == known["ratings"] == []
            assert [line["text"] for line in known["chat"]] == [""]
            assert [line["score"] for line in known["results"]] == [5]
            with pytest.raises(WrongLogin):
                await house.log_in(LogIn("ada", SECRET), "here", None)
            others = json.loads(await export(store, ben))
            assert [line["text"] for line in others["chat"]] == ["I am Ben"]
            assert len(others["ratings"]) == len(others["sessions"]) == 1
            # The name is free again, and a guest needs no password to go.
            await house.register(ben, Register("ada", SECRET))
            (cleo,) = await new_guests(store, "Cleo")
            await house.delete(cleo, "")

    run(work())


# Over HTTP


@pytest.fixture
def elsewhere(server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=MAX_WAIT_S) as client:
        yield client


def register(http: httpx.Client, login: str) -> dict[str, Any]:
    """Comes in as a guest and makes an account."""
    http.post("/api/guest", json={"name": "Ada"})
    answer = http.post("/api/account", json={"login": login, "password": SECRET})
    assert answer.status_code == 200, answer.text
    known: dict[str, Any] = answer.json()
    return known


def log_in(http: httpx.Client, login: str, password: str = SECRET) -> httpx.Response:
    return http.post("/api/login", json={"login": login, "password": password})


def test_the_cookie_changes_at_every_login_and_password_change(
    http: httpx.Client, elsewhere: httpx.Client
) -> None:
    guest = http.post("/api/guest", json={"name": "Ada"}).json()
    cookies = [http.cookies["quincunx"]]
    me = register(http, "rotating")
    cookies.append(http.cookies["quincunx"])
    assert me == {"person": guest["person"], "login": "rotating"}
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
