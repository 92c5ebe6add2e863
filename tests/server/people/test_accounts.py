"""Accounts: registering, logging in, passwords."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update

from quincunx.server.common.rate_limiter import TooMany
from quincunx.server.people.accounts.accounts import (
    Accounts,
    AlreadyRegistered,
    Banned,
    LoginTaken,
    NoAccount,
    WrongLogin,
    WrongPassword,
    clean_login,
)
from quincunx.server.people.accounts.password_rules import BadPassword
from quincunx.server.people.accounts.passwords import Passwords
from quincunx.server.people.names import BadName
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import LogIn, Register
from tests.helpers.stores import new_guests, open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.people.quick_accounts import QUICK, SECRET, accounts


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
            assert (known.person, known.login) == (ada, "ada")
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
            service = accounts(store)
            await service.register(ada, Register("Ada  Lovelace", SECRET))
            for login in ("ada lovelace", "ADA LOVELACE", "\uff21\uff24\uff21 Lovelace"):
                with pytest.raises(LoginTaken):
                    await service.register(ben, Register(login, SECRET))
            with pytest.raises(AlreadyRegistered):
                await service.register(ada, Register("countess", SECRET))
            assert await service.login_of(ada) == "ada lovelace"
            assert await service.login_of(ben) is None

    run(work())


@pytest.mark.parametrize(
    "login", ["", "ab", "   a  ", "x" * 25, "ada\u202e", "a\x00da", "\u3164" * 5]
)
def test_invalid_logins_are_refused(login: str) -> None:
    with pytest.raises(BadName):
        clean_login(login)


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
            service = accounts(store)
            await service.register(ada, Register("ada", SECRET))
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
                    await service.log_in(LogIn(login, password), "here", None)
                said.append(caught.value.message)
            assert len(set(map(repr, said))) == 1

    run(work())


class Counting(PasswordHasher):
    """Counts hashes and checks."""

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
            service = Accounts(store, Passwords(hasher))
            await service.register(ada, Register("ada", SECRET))
            for login in ("ada", "nobody", "no", "a\x00b"):
                before = hasher.worked
                with pytest.raises(WrongLogin):
                    await service.log_in(LogIn(login, "wrong horse"), "here", None)
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
    async def fail(service: Accounts, login: str, address: str) -> None:
        with pytest.raises(WrongLogin):
            await service.log_in(LogIn(login, "wrong horse"), address, None)

    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            (ada,) = await new_guests(store, "Ada")
            # Time stands still, so that no allowance comes back while passwords are hashed.
            service = accounts(store, lambda: 0.0)
            await service.register(ada, Register("ada", SECRET))
            for _ in range(20):
                await service.log_in(LogIn("ada", SECRET), "home", None)
            for number in range(10):
                await fail(service, "Ada", f"from {number}")
            with pytest.raises(TooMany):
                await service.log_in(LogIn("ADA", SECRET), "home", None)
            for number in range(60):
                await fail(service, f"login {number}", "one place")
            with pytest.raises(TooMany):
                await service.log_in(LogIn("another", SECRET), "one place", None)

    run(work())


def test_changing_the_password_ends_all_other_sessions(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions, service = Sessions(store), accounts(store)
            (ada,) = await new_guests(store, "Ada")
            with pytest.raises(NoAccount):
                await service.change_password(ada, "", "battery staple")
            _, here = await service.register(ada, Register("ada", SECRET))
            _, there = await service.log_in(LogIn("ada", SECRET), "there", None)
            with pytest.raises(WrongPassword):
                await service.change_password(ada, "wrong horse", "battery staple")
            with pytest.raises(BadPassword):
                await service.change_password(ada, SECRET, "short")
            assert await sessions.find_person(there) == ada
            token = await service.change_password(ada, SECRET, "battery staple")
            assert await sessions.find_person(here) is None
            assert await sessions.find_person(there) is None
            assert await sessions.find_person(token) == ada
            with pytest.raises(WrongLogin):
                await service.log_in(LogIn("ada", SECRET), "there", None)
            await service.log_in(LogIn("ada", "battery staple"), "there", None)

    run(work())


def test_an_easily_guessed_password_is_refused_at_registration_and_change(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            service = accounts(store)
            (ada,) = await new_guests(store, "Countess")
            for password in ("Lovelace", "countess1", "Password123"):
                with pytest.raises(BadPassword):
                    await service.register(ada, Register("lovelace", password))
            await service.register(ada, Register("lovelace", SECRET))
            for password in ("Lovelace", "countess1", "Password123"):
                with pytest.raises(BadPassword):
                    await service.change_password(ada, SECRET, password)
            await service.log_in(LogIn("lovelace", SECRET), "here", None)

    run(work())


def test_an_old_account_with_a_common_password_can_still_log_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            (ada,) = await new_guests(store, "Ada")
            await accounts(store).register(ada, Register("ada", SECRET))
            hashed = await Passwords(QUICK).hash("password")

            async def job(connection: StoreConnection) -> None:
                await connection.execute(update(schema.accounts).values(password=hashed))

            await store.write(job)
            harder = Accounts(store, Passwords(PasswordHasher(2, 16, 1)))
            await harder.log_in(LogIn("ada", "password"), "here", None)

    run(work())


def test_a_banned_person_cannot_log_in(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            service = accounts(store)
            (ada,) = await new_guests(store, "Ada")
            await service.register(ada, Register("ada", SECRET))

            async def ban(connection: StoreConnection) -> None:
                await connection.execute(
                    update(schema.people).where(schema.people.c.id == ada.id).values(banned=1)
                )

            await store.write(ban)
            with pytest.raises(Banned):
                await service.log_in(LogIn("ada", SECRET), "here", None)
            with pytest.raises(WrongLogin):
                await service.log_in(LogIn("ada", "wrong horse"), "here", None)

    run(work())
