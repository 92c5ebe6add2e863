"""Recovery of an account: recovery codes, and links of the operator."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import select, update

from quincunx.server.common.rate_limiter import TooMany
from quincunx.server.people.accounts.accounts import Banned, NoAccount, WrongLogin, WrongPassword
from quincunx.server.people.accounts.password_links import LINK_LIFETIME_H
from quincunx.server.people.accounts.password_rules import BadPassword
from quincunx.server.people.accounts.recovery import BadPasswordLink, WrongRecoveryCode
from quincunx.server.people.accounts.recovery_codes import (
    ALPHABET,
    CODES_PER_PERSON,
    hashed_code,
    new_code,
)
from quincunx.server.people.export import export
from quincunx.server.people.moderation import Moderation
from quincunx.server.people.sessions import NoSuchPerson, Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import LogIn, Person, PersonId, Recover, Register, UsePasswordLink
from tests.helpers.stores import new_guests, open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.people.quick_accounts import SECRET, accounts, recovery

NEW_SECRET = "battery staple"


async def registered(store: Store) -> tuple[Person, tuple[str, ...], str]:
    """Return a person with the login “ada”, her recovery codes and the token of her session."""
    (ada,) = await new_guests(store, "Ada")
    account, token = await accounts(store).register(ada, Register("ada", SECRET))
    return ada, account.recovery_codes, token


async def link_for(store: Store, person: Person) -> str:
    """Return the token of a new link."""
    _, path = await Moderation(store).create_password_link(person.id)
    return path.partition("#")[2]


async def ban(store: Store, person: Person) -> None:
    await Moderation(store).ban(person.id)


# Codes


def test_a_code_has_at_least_eighty_random_bits_and_no_ambiguous_characters() -> None:
    code = new_code()
    letters = code.replace("-", "")
    assert len(ALPHABET) ** len(letters) >= 2**80
    assert set(letters) <= set(ALPHABET)
    assert not set("ILOU") & set(ALPHABET)
    assert new_code() != code


def test_a_code_may_be_typed_in_any_case_without_hyphens_and_with_misread_letters() -> None:
    code = "01AB0-11CDE-FGHJK-MNPQR"
    for typed in (code.lower(), code.replace("-", ""), f" {code} ", "OIABO-lLCDE-FGHJK-MNPQR"):
        assert hashed_code(typed) == hashed_code(code)
    assert hashed_code(code[:-1]) != hashed_code(code)


def test_codes_are_given_at_registration_and_stored_as_hashes(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, codes, _ = await registered(store)
            assert len(set(codes)) == CODES_PER_PERSON
            assert await recovery(store).codes_left(ada) == CODES_PER_PERSON
            stored = str(await store.fetch_all(select(schema.recovery_codes)))
            for code in codes:
                assert code not in stored
                assert code.replace("-", "") not in stored

    run(work())


def test_a_code_sets_a_new_password_once_and_ends_all_sessions(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions, service = Sessions(store), recovery(store)
            ada, codes, old = await registered(store)
            guest, guest_token = await sessions.create_guest("Somebody")
            typed = codes[3].lower().replace("-", " ")
            request = Recover("ADA", typed, NEW_SECRET)
            recovered, token = await service.recover(request, "here", guest_token)
            assert (recovered.person, recovered.login) == (ada, "ada")
            assert recovered.codes_left == CODES_PER_PERSON - 1
            assert await sessions.find_person(token) == ada
            assert await sessions.find_person(old) is None
            assert await sessions.find_person(guest_token) is None, guest
            with pytest.raises(WrongLogin):
                await accounts(store).log_in(LogIn("ada", SECRET), "here", None)
            await accounts(store).log_in(LogIn("ada", NEW_SECRET), "here", None)
            with pytest.raises(WrongRecoveryCode):
                await service.recover(request, "here", None)
            left = (await service.recover(Recover("ada", codes[0], SECRET), "here", None))[0]
            assert left.codes_left == CODES_PER_PERSON - 2

    run(work())


def test_a_wrong_code_looks_like_an_unknown_login(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            _, codes, old = await registered(store)
            (ben,) = await new_guests(store, "Ben")
            ben_codes = (await accounts(store).register(ben, Register("ben", SECRET)))[
                0
            ].recovery_codes
            said = set()
            for login, code in (
                ("ada", new_code()),
                ("ada", ""),
                ("ada", "\x00"),
                ("ada", ben_codes[0]),
                ("ada", codes[0] * 1000),
                ("nobody", codes[0]),
                ("no", codes[0]),
                ("a\x00da", codes[0]),
            ):
                with pytest.raises(WrongRecoveryCode) as caught:
                    await recovery(store).recover(Recover(login, code, NEW_SECRET), "here", None)
                said.add(repr(caught.value.message))
            assert len(said) == 1
            assert await Sessions(store).find_person(old) is not None

    run(work())


def test_a_refused_password_does_not_use_up_the_code(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, codes, _ = await registered(store)
            for password in ("short", "password", "Ada12345"):
                with pytest.raises(BadPassword):
                    await recovery(store).recover(Recover("ada", codes[0], password), "here", None)
            assert await recovery(store).codes_left(ada) == CODES_PER_PERSON
            await recovery(store).recover(Recover("ada", codes[0], NEW_SECRET), "here", None)

    run(work())


def test_new_codes_replace_the_old_ones_and_need_the_password(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            service = recovery(store)
            ada, codes, _ = await registered(store)
            with pytest.raises(WrongPassword):
                await service.renew_codes(ada, "wrong horse")
            renewed = (await service.renew_codes(ada, SECRET)).codes
            assert not set(renewed) & set(codes)
            assert await service.codes_left(ada) == CODES_PER_PERSON
            with pytest.raises(WrongRecoveryCode):
                await service.recover(Recover("ada", codes[0], NEW_SECRET), "here", None)
            await service.recover(Recover("ada", renewed[0], NEW_SECRET), "here", None)
            (guest,) = await new_guests(store, "Guest")
            with pytest.raises(NoAccount):
                await service.renew_codes(guest, SECRET)

    run(work())


def test_a_stranger_who_guesses_codes_does_not_lock_the_owner_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            _, codes, _ = await registered(store)
            # Time stands still, so that no allowance comes back.
            service = recovery(store, lambda: 0.0)
            for _ in range(10):
                with pytest.raises(WrongRecoveryCode):
                    await service.recover(Recover("ada", new_code(), NEW_SECRET), "there", None)
            with pytest.raises(TooMany):
                await service.recover(Recover("Ada", codes[0], NEW_SECRET), "there", None)
            for number in range(50):
                request = Recover(f"login {number}", new_code(), NEW_SECRET)
                with pytest.raises(WrongRecoveryCode):
                    await service.recover(request, "there", None)
            with pytest.raises(TooMany):
                await service.recover(Recover("another", codes[0], NEW_SECRET), "there", None)
            await service.recover(Recover("ada", codes[0], NEW_SECRET), "home", None)

    run(work())


# Links


def test_a_link_sets_a_new_password_once_and_ends_all_sessions(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _, old = await registered(store)
            token = await link_for(store, ada)
            assert token not in str(await store.fetch_all(select(schema.password_links)))
            me, session = await recovery(store).use_link(UsePasswordLink(token, NEW_SECRET), None)
            assert (me.person, me.login) == (ada, "ada")
            assert await Sessions(store).find_person(session) == ada
            assert await Sessions(store).find_person(old) is None
            await accounts(store).log_in(LogIn("ada", NEW_SECRET), "here", None)
            with pytest.raises(BadPasswordLink):
                await recovery(store).use_link(UsePasswordLink(token, SECRET), None)

    run(work())


def test_a_link_is_not_valid_after_a_newer_one_a_new_password_or_a_day(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, codes, _ = await registered(store)
            service = recovery(store)

            async def is_refused(token: str) -> None:
                with pytest.raises(BadPasswordLink):
                    await service.use_link(UsePasswordLink(token, NEW_SECRET), None)

            await is_refused("")
            older = await link_for(store, ada)
            newer = await link_for(store, ada)
            await is_refused(older)
            await accounts(store).change_password(ada, SECRET, NEW_SECRET)
            await is_refused(newer)
            before_recovery = await link_for(store, ada)
            await service.recover(Recover("ada", codes[0], SECRET), "here", None)
            await is_refused(before_recovery)
            expired = await link_for(store, ada)

            async def let_time_pass(connection: StoreConnection) -> None:
                links = schema.password_links
                past = LINK_LIFETIME_H * 3600 * 1000
                await connection.execute(
                    update(links).values(
                        created=links.c.created - past, expires=links.c.expires - past
                    )
                )

            await store.write(let_time_pass)
            await is_refused(expired)

    run(work())


def test_a_refused_password_does_not_use_up_the_link(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _, _ = await registered(store)
            token = await link_for(store, ada)
            for password in ("short", "password", "Ada12345"):
                with pytest.raises(BadPassword):
                    await recovery(store).use_link(UsePasswordLink(token, password), None)
            await recovery(store).use_link(UsePasswordLink(token, NEW_SECRET), None)

    run(work())


def test_only_people_with_an_account_get_a_link(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (guest,) = await new_guests(store, "Guest")
            for person in (guest, Person(PersonId("nobody"), "Nobody")):
                with pytest.raises(NoSuchPerson):
                    await link_for(store, person)

    run(work())


# Both


def test_a_banned_person_cannot_recover_the_account(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, codes, _ = await registered(store)
            token = await link_for(store, ada)
            await ban(store, ada)
            with pytest.raises(Banned):
                await recovery(store).recover(Recover("ada", codes[0], NEW_SECRET), "here", None)
            with pytest.raises(Banned):
                await recovery(store).use_link(UsePasswordLink(token, NEW_SECRET), None)

    run(work())


def test_a_code_and_a_link_work_once_even_if_two_requests_arrive_together(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, codes, _ = await registered(store)
            service = recovery(store)
            request = Recover("ada", codes[0], NEW_SECRET)
            attempts: list[object] = await asyncio.gather(
                *(service.recover(request, "here", None) for _ in range(2)), return_exceptions=True
            )
            assert sum(isinstance(attempt, WrongRecoveryCode) for attempt in attempts) == 1
            link = UsePasswordLink(await link_for(store, ada), SECRET)
            attempts = await asyncio.gather(
                *(service.use_link(link, None) for _ in range(2)), return_exceptions=True
            )
            assert sum(isinstance(attempt, BadPasswordLink) for attempt in attempts) == 1
            assert len(await store.fetch_all(select(schema.sessions))) == 1

    run(work())


def test_the_export_says_how_many_codes_there_are_and_deletion_removes_them(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, codes, _ = await registered(store)
            token = await link_for(store, ada)
            exported = (await export(store, ada)).decode()
            data = json.loads(exported)
            assert len(data["recovery_codes"]) == CODES_PER_PERSON
            assert len(data["password_links"]) == 1
            for secret in (*codes, *map(hashed_code, codes), token):
                assert secret not in exported
            await accounts(store).delete(ada, SECRET)
            assert await store.fetch_all(select(schema.recovery_codes)) == []
            assert await store.fetch_all(select(schema.password_links)) == []
            with pytest.raises(WrongRecoveryCode):
                await recovery(store).recover(Recover("ada", codes[0], NEW_SECRET), "here", None)
            with pytest.raises(BadPasswordLink):
                await recovery(store).use_link(UsePasswordLink(token, NEW_SECRET), None)

    run(work())
