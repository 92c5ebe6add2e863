"""Passkeys: what creates one and logs in, and every answer that does not."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.limits import MAX_PASSKEYS_PER_PERSON
from quincunx.server.people.accounts.accounts import Banned, NoAccount, WrongPassword
from quincunx.server.people.accounts.passkeys.challenges import CHALLENGE_LIFETIME_MIN
from quincunx.server.people.accounts.passkeys.passkeys import (
    BadPasskeyName,
    NoSuchPasskey,
    Passkeys,
)
from quincunx.server.people.accounts.passkeys.site import NoPasskeysHere, PasskeySite, passkey_site
from quincunx.server.people.accounts.passkeys.verification import BadPasskey
from quincunx.server.people.export import export
from quincunx.server.people.moderation import Moderation
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import (
    LogInWithPasskey,
    Person,
    Recover,
    Register,
    RemovePasskey,
    RenamePasskey,
)
from tests.helpers.authenticator import PRESENT, Authenticator, encoded
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run
from tests.server.people.quick_accounts import SECRET, accounts, recovery

SITE = PasskeySite("games.example", "https://games.example")
ELSEWHERE = PasskeySite("evil.example", "https://evil.example")


def passkeys(store: Store) -> Passkeys:
    return Passkeys(store, accounts(store), "The Games Club")


async def registered(store: Store, login: str = "ada") -> tuple[Person, tuple[str, ...]]:
    """Return a person with an account, and the recovery codes."""
    (person,) = await new_guests(store, login.title())
    account, _ = await accounts(store).register(person, Register(login, SECRET))
    return person, account.recovery_codes


async def with_passkey(store: Store, person: Person, name: str = "Phone") -> Authenticator:
    """Create a passkey for a person."""
    device = Authenticator()
    wanted = await passkeys(store).start(person, SECRET, SITE)
    await passkeys(store).create(person, device.create(wanted, SITE.origin, name), SITE)
    return device


async def log_in(store: Store, device: Authenticator, token: str | None = None) -> str:
    """Log in and return the token of the session."""
    challenge = await passkeys(store).challenge(SITE)
    _, session = await passkeys(store).log_in(device.log_in(challenge, SITE.origin), SITE, token)
    return session


def test_a_passkey_logs_in_without_a_user_name_and_ends_the_session_before(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _ = await registered(store)
            device = await with_passkey(store, ada)
            (before,) = await passkeys(store).list(ada)
            assert (before.id, before.name, before.used) == (device.id, "Phone", None)
            guest, guest_token = await Sessions(store).create_guest("Guest")
            device.counter += 1
            token = await log_in(store, device, guest_token)
            assert await Sessions(store).find_person(token) == ada
            assert await Sessions(store).find_person(guest_token) is None, guest
            (after,) = await passkeys(store).list(ada)
            assert after.used is not None

    run(work())


def test_another_process_finishes_what_one_has_begun_and_an_answer_works_once(
    database: str,
) -> None:
    async def work() -> None:
        async with open_store(database) as store, Store(database) as other:
            ada, _ = await registered(store)
            device = Authenticator()
            answer = device.create(await passkeys(store).start(ada, SECRET, SITE), SITE.origin)
            await passkeys(other).create(ada, answer, SITE)
            with pytest.raises(BadPasskey):
                await passkeys(store).create(ada, answer, SITE)
            device.counter += 1
            signed = device.log_in(await passkeys(store).challenge(SITE), SITE.origin)
            attempts = await asyncio.gather(
                passkeys(store).log_in(signed, SITE, None),
                passkeys(other).log_in(signed, SITE, None),
                return_exceptions=True,
            )
            assert sum(isinstance(attempt, BadPasskey) for attempt in attempts) == 1
            with pytest.raises(BadPasskey):
                await passkeys(store).log_in(signed, SITE, None)

    run(work())


def test_an_answer_must_fit_the_site_the_challenge_and_the_signature(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _ = await registered(store)
            ben, _ = await registered(store, "ben")
            device, other = await with_passkey(store, ada), await with_passkey(store, ben)
            service, there = passkeys(store), ELSEWHERE.origin

            async def is_refused(site: PasskeySite = SITE, **changed: Any) -> None:
                """Refuse an answer with some values changed, and accept it unchanged."""
                device.counter += 1
                answer = device.log_in(await service.challenge(SITE), SITE.origin)
                with pytest.raises(BadPasskey):
                    await service.log_in(msgspec.structs.replace(answer, **changed), site, None)
                await service.log_in(answer, SITE, None)

            await is_refused(ELSEWHERE)
            await is_refused(id=other.id)
            await is_refused(id="")
            await is_refused(id="x" * 60_000)
            await is_refused(signature=encoded(b"x" * 70))
            await is_refused(user_handle=other.user_handle)
            await is_refused(authenticator_data="")
            await is_refused(client_data="[" * 60_000)
            await is_refused(client_data=encoded(b"[" * 40_000))
            await is_refused(client_data="\u00e9")
            challenge = await service.challenge(SITE)
            for answer in (
                device.log_in(challenge, there),
                device.log_in(challenge, SITE.origin, type="webauthn.create"),
                device.log_in(challenge, SITE.origin, challenge=encoded(b"x" * 32)),
                device.log_in(msgspec.structs.replace(challenge, rp_id=ELSEWHERE.id), SITE.origin),
            ):
                with pytest.raises(BadPasskey):
                    await service.log_in(answer, SITE, None)

    run(work())


def test_the_user_must_be_verified_and_the_counter_must_grow(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _ = await registered(store)
            device, counts_nothing = await with_passkey(store, ada), Authenticator()
            for counter, is_good in ((2, True), (2, False), (1, False), (0, False), (3, True)):
                device.counter = counter
                if is_good:
                    await log_in(store, device)
                else:
                    with pytest.raises(BadPasskey):
                        await log_in(store, device)
            counts_nothing.counter = 0
            wanted = await passkeys(store).start(ada, SECRET, SITE)
            answer = counts_nothing.create(wanted, SITE.origin)
            await passkeys(store).create(ada, answer, SITE)
            await log_in(store, counts_nothing)
            await log_in(store, counts_nothing)
            counts_nothing.flags = PRESENT
            with pytest.raises(BadPasskey):
                await log_in(store, counts_nothing)

    run(work())


def test_a_challenge_expires_and_belongs_to_one_person_and_one_site(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _ = await registered(store)
            ben, _ = await registered(store, "ben")
            service, device = passkeys(store), Authenticator()
            for_ada = device.create(await service.start(ada, SECRET, SITE), SITE.origin)
            with pytest.raises(BadPasskey):
                await service.create(ben, for_ada, SITE)
            to_log_in = await service.challenge(SITE)
            wanted = await service.start(ada, SECRET, SITE)
            mixed = msgspec.structs.replace(wanted, challenge=to_log_in.challenge)
            with pytest.raises(BadPasskey):
                await service.create(ada, device.create(mixed, SITE.origin), SITE)
            with pytest.raises(BadPasskey):
                await service.create(ada, device.create(wanted, ELSEWHERE.origin), SITE)

            async def let_time_pass(connection: StoreConnection) -> None:
                challenges = schema.passkey_challenges
                past = CHALLENGE_LIFETIME_MIN * 60 * 1000
                await connection.execute(
                    update(challenges).values(created=challenges.c.created - past)
                )

            await store.write(let_time_pass)
            with pytest.raises(BadPasskey):
                await service.create(ada, for_ada, SITE)
            await service.challenge(SITE)
            left = await store.fetch_all(select(schema.passkey_challenges))
            assert len(left) == 1, "expired challenges are deleted"

    run(work())


def test_passkeys_are_bounded_and_belong_to_one_person(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _ = await registered(store)
            ben, _ = await registered(store, "ben")
            device = await with_passkey(store, ada)
            wanted = await passkeys(store).start(ben, SECRET, SITE)
            with pytest.raises(BadPasskey):
                await passkeys(store).create(ben, device.create(wanted, SITE.origin), SITE)
            for number in range(MAX_PASSKEYS_PER_PERSON - 1):
                wanted = await passkeys(store).start(ada, SECRET, SITE)
                assert len(wanted.existing) == number + 1
                await passkeys(store).create(ada, Authenticator().create(wanted, SITE.origin), SITE)
            with pytest.raises(NotAllowed):
                await passkeys(store).start(ada, SECRET, SITE)

    run(work())


def test_adding_and_removing_needs_the_password_and_the_password_stays(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            service = passkeys(store)
            ada, codes = await registered(store)
            ben, _ = await registered(store, "ben")
            (guest,) = await new_guests(store, "Guest")
            with pytest.raises(NoAccount):
                await service.start(guest, SECRET, SITE)
            with pytest.raises(WrongPassword):
                await service.start(ada, "wrong", SITE)
            device = await with_passkey(store, ada)
            await service.rename(ada, RenamePasskey(device.id, "  Ada’s   phone "))
            assert (await service.list(ada))[0].name == "Ada’s phone"
            for name in ("", " ", "x" * 41, "a\u202eb", "x" * 60_000):
                with pytest.raises(BadPasskeyName):
                    await service.rename(ada, RenamePasskey(device.id, name))
            with pytest.raises(NoSuchPasskey):
                await service.rename(ben, RenamePasskey(device.id, "Mine"))
            with pytest.raises(NoSuchPasskey):
                await service.remove(ben, RemovePasskey(device.id, SECRET))
            with pytest.raises(WrongPassword):
                await service.remove(ada, RemovePasskey(device.id, "wrong"))
            await recovery(store).recover(Recover("ada", codes[0], "battery staple"), "here", None)
            device.counter += 1
            await log_in(store, device)
            await service.remove(ada, RemovePasskey(device.id, "battery staple"))
            assert await service.list(ada) == []
            device.counter += 1
            with pytest.raises(BadPasskey):
                await log_in(store, device)

    run(work())


def test_a_banned_person_cannot_log_in_with_a_passkey(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _ = await registered(store)
            device = await with_passkey(store, ada)
            await Moderation(store).ban(ada.id)
            device.counter += 1
            with pytest.raises(Banned):
                await log_in(store, device)

    run(work())


def test_the_export_names_passkeys_without_keys_and_deletion_removes_them(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, _ = await registered(store)
            device = await with_passkey(store, ada, "Ada’s phone")
            wanted = await passkeys(store).start(ada, SECRET, SITE)
            exported = (await export(store, ada)).decode()
            (passkey,) = json.loads(exported)["passkeys"]
            assert set(passkey) == {"name", "site", "created", "used"}
            assert passkey["name"] == "Ada’s phone"
            assert device.id not in exported
            assert wanted.challenge not in exported
            await accounts(store).delete(ada, SECRET)
            assert await store.fetch_all(select(schema.passkeys)) == []
            assert await store.fetch_all(select(schema.passkey_challenges)) == []
            device.counter += 1
            with pytest.raises(BadPasskey):
                await log_in(store, device)

    run(work())


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://games.example", "games.example"),
        ("https://Games.Example:8443", "games.example"),
        ("http://localhost:8000", "localhost"),
        ("http://games.localhost", "games.localhost"),
        ("https://pi.local", "pi.local"),
    ],
)
def test_passkeys_work_over_tls_and_on_this_machine(origin: str, host: str) -> None:
    assert passkey_site(origin) == PasskeySite(host, origin)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://games.example",
        "http://notlocalhost",
        "http://127.0.0.1:8000",
        "https://192.168.1.23",
        "https://[::1]:8000",
        "http://localhost.evil.example",
        "ftp://localhost",
    ],
)
def test_passkeys_do_not_work_elsewhere(origin: str | None) -> None:
    with pytest.raises(NoPasskeysHere):
        passkey_site(origin)


def test_an_unknown_passkey_is_refused_like_a_wrong_one(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            service = passkeys(store)
            challenge = await service.challenge(SITE)
            for answer in (
                Authenticator().log_in(challenge, SITE.origin),
                LogInWithPasskey("", "", "", ""),
            ):
                with pytest.raises(BadPasskey):
                    await service.log_in(answer, SITE, None)

    run(work())
