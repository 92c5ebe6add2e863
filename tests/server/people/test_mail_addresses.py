"""E-mail addresses of accounts, and links by e-mail for a new password."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from time import monotonic
from typing import NamedTuple

import pytest
from sqlalchemy import select, update

from quincunx.server.common.rate_limiter import TooMany
from quincunx.server.mail import sender
from quincunx.server.mail.addresses import BadMailAddress
from quincunx.server.mail.sender import MailSender
from quincunx.server.notifications.mail_choices import MailChoices
from quincunx.server.people.accounts.accounts import NoAccount, WrongPassword
from quincunx.server.people.accounts.mail_addresses import (
    CONFIRMATION_LIFETIME_H,
    BadMailLink,
    MailAddresses,
    MailBusy,
    NoMail,
)
from quincunx.server.people.accounts.password_mails import MAILED_LINK_LIFETIME_MIN, PasswordMails
from quincunx.server.people.accounts.recovery import BadPasswordLink
from quincunx.server.people.export import export
from quincunx.server.people.moderation import Moderation
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import (
    NewMailAddress,
    OwnMailAddress,
    Person,
    Register,
    UsePasswordLink,
)
from tests.helpers.smtp_server import ReceivingServer, link_in, smtp_server, text_of
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.people.quick_accounts import SECRET, accounts, recovery

HOME, WORK = "ada@home.example", "ada@work.example"
NEW_SECRET = "battery staple"


@pytest.fixture(autouse=True)
def patient_sender(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send every mail before the sender closes, however slow the machine is."""
    monkeypatch.setattr(sender, "CLOSE_TIMEOUT_S", MAX_WAIT_S)


@pytest.fixture
def receiving() -> Iterator[ReceivingServer]:
    with smtp_server() as running:
        yield running


class Services(NamedTuple):
    """What a server with e-mail offers."""

    store: Store
    addresses: MailAddresses
    passwords: PasswordMails


@asynccontextmanager
async def services(
    database: str, receiving: ReceivingServer, clock: Callable[[], float] = monotonic
) -> AsyncIterator[Services]:
    """Open the services of a server that sends through this SMTP server."""
    async with open_store(database) as store, MailSender(receiving.mail_server()) as mail:
        yield Services(
            store,
            MailAddresses(store, accounts(store), mail, clock),
            PasswordMails(store, mail, clock),
        )


async def registered(store: Store, login: str = "ada") -> tuple[Person, str]:
    """Return a person with an account, and the token of a session."""
    (person,) = await new_guests(store, login.title())
    _, token = await accounts(store).register(person, Register(login, SECRET))
    return person, token


def new_address(address: str, language: str = "en") -> NewMailAddress:
    return NewMailAddress(address, SECRET, language)


async def arrived(receiving: ReceivingServer, number: int) -> EmailMessage:
    """Wait for a mail in a thread: the sender needs this one."""
    return await asyncio.to_thread(receiving.wait_for, number)


async def token_of(receiving: ReceivingServer, number: int) -> str:
    """Wait for a mail and return the token of its link."""
    return link_in(await arrived(receiving, number)).partition("#")[2]


async def with_address(
    open_services: Services, receiving: ReceivingServer, login: str = "ada", language: str = "en"
) -> tuple[Person, str]:
    """Return a person with a confirmed address, and the token of a session."""
    person, session = await registered(open_services.store, login)
    count = len(receiving.messages)
    await open_services.addresses.ask_to_confirm(person, new_address(HOME, language))
    await open_services.addresses.confirm(await token_of(receiving, count + 1))
    return person, session


def test_a_new_address_is_told_of_the_same_and_has_a_link_of_its_own(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ada, _ = await with_address(opened, receiving)
            choices = MailChoices(opened.store)
            await choices.choose(ada, ("turn", "invited", "turn"))
            assert await opened.addresses.of(ada) == OwnMailAddress(HOME, None, ("turn", "invited"))
            old = (await choices.readers({ada.id}))[ada.id]
            await opened.addresses.ask_to_confirm(ada, new_address(WORK, "fr"))
            await opened.addresses.confirm(await token_of(receiving, 2))
            new = (await choices.readers({ada.id}))[ada.id]
            assert (new.address, new.language, new.kinds) == (WORK, "fr", old.kinds)
            with pytest.raises(BadMailLink):
                await choices.stop(old.stop_token)
            await opened.addresses.remove(ada, SECRET)
            with pytest.raises(NoMail):
                await choices.choose(ada, ("turn",))

    run(work())


def test_an_address_is_confirmed_by_a_link_once(database: str, receiving: ReceivingServer) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ada, _ = await registered(opened.store)
            asked = await opened.addresses.ask_to_confirm(ada, new_address(f" {HOME.upper()} "))
            assert asked == OwnMailAddress(None, HOME)
            token = await token_of(receiving, 1)
            assert token not in str(await opened.store.fetch_all(select(schema.mail_confirmations)))
            assert receiving.messages[0]["To"] == HOME
            assert "ada" not in text_of(receiving.messages[0]).lower(), (
                "a stranger's mailbox gets nothing that the sender could choose"
            )
            await opened.addresses.confirm(token)
            assert await opened.addresses.of(ada) == OwnMailAddress(HOME, None)
            for bad in (token, "", "x" * 60_000):
                with pytest.raises(BadMailLink):
                    await opened.addresses.confirm(bad)

    run(work())


def test_a_newer_link_replaces_an_older_one_and_links_expire(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ada, _ = await registered(opened.store)
            await opened.addresses.ask_to_confirm(ada, new_address(HOME))
            await opened.addresses.ask_to_confirm(ada, new_address(WORK))
            await arrived(receiving, 2)
            by_reader = {message["To"]: link_in(message) for message in receiving.messages}
            tokens = {to: link.partition("#")[2] for to, link in by_reader.items()}
            with pytest.raises(BadMailLink):
                await opened.addresses.confirm(tokens[HOME])

            async def let_time_pass(connection: StoreConnection) -> None:
                waiting = schema.mail_confirmations
                past = CONFIRMATION_LIFETIME_H * 3600 * 1000
                await connection.execute(update(waiting).values(created=waiting.c.created - past))

            await opened.store.write(let_time_pass)
            with pytest.raises(BadMailLink):
                await opened.addresses.confirm(tokens[WORK])
            assert await opened.addresses.of(ada) == OwnMailAddress()

    run(work())


def test_the_old_address_is_told_of_a_change_and_of_a_removal(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ada, _ = await with_address(opened, receiving, language="de")
            await opened.addresses.ask_to_confirm(ada, new_address(WORK))
            assert (await opened.addresses.of(ada)) == OwnMailAddress(HOME, WORK)
            await opened.addresses.confirm(await token_of(receiving, 2))
            notice = await arrived(receiving, 3)
            assert notice["To"] == HOME
            assert notice["Content-Language"] == "de"
            assert "„ada“" in text_of(notice)
            assert WORK not in text_of(notice)
            with pytest.raises(WrongPassword):
                await opened.addresses.remove(ada, "wrong")
            await opened.addresses.remove(ada, SECRET)
            assert (await arrived(receiving, 4))["To"] == WORK
            assert await opened.addresses.of(ada) == OwnMailAddress()

    run(work())


def test_an_address_needs_an_account_its_password_and_a_server_that_sends(
    database: str, receiving: ReceivingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ada, _ = await registered(opened.store)
            (guest,) = await new_guests(opened.store, "Guest")
            with pytest.raises(NoAccount):
                await opened.addresses.ask_to_confirm(guest, new_address(HOME))
            with pytest.raises(BadMailAddress):
                await opened.addresses.ask_to_confirm(ada, new_address("nonsense"))
            with pytest.raises(WrongPassword):
                await opened.addresses.ask_to_confirm(ada, NewMailAddress(HOME, "wrong", "en"))
            silent = MailAddresses(opened.store, accounts(opened.store), None)
            with pytest.raises(NoMail):
                await silent.ask_to_confirm(ada, new_address(HOME))
            with pytest.raises(NoMail):
                PasswordMails(opened.store, None).check("ada", "here")
            monkeypatch.setattr(sender, "MAX_WAITING_MAILS", 0)
            with pytest.raises(MailBusy):
                await opened.addresses.ask_to_confirm(ada, new_address(HOME))
        assert receiving.messages == []

    run(work())


def test_a_strangers_mailbox_is_not_flooded(database: str, receiving: ReceivingServer) -> None:
    async def work() -> None:
        async with services(database, receiving, lambda: 0.0) as opened:
            for number in range(3):
                person, _ = await registered(opened.store, f"ada{number}")
                address = f"victim+{number}@home.example"
                await opened.addresses.ask_to_confirm(person, new_address(address))
            person, _ = await registered(opened.store, "last")
            with pytest.raises(TooMany):
                await opened.addresses.ask_to_confirm(person, new_address("victim@home.example"))
            await opened.addresses.ask_to_confirm(person, new_address(WORK))

    run(work())


def test_a_link_by_mail_sets_a_new_password_once_and_ends_all_sessions(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ada, session = await with_address(opened, receiving, language="fr")
            await opened.passwords.send("ADA")
            first = await token_of(receiving, 2)
            assert receiving.messages[1]["To"] == HOME
            assert receiving.messages[1]["Content-Language"] == "fr"
            await opened.passwords.send(f" {HOME.upper()} ")
            second = await token_of(receiving, 3)
            service = recovery(opened.store)
            with pytest.raises(BadPasswordLink):
                await service.use_link(UsePasswordLink(first, NEW_SECRET), None)
            me, token = await service.use_link(UsePasswordLink(second, NEW_SECRET), None)
            assert me.person == ada
            sessions = Sessions(opened.store)
            assert await sessions.find_person(session) is None
            assert await sessions.find_person(token) == ada
            with pytest.raises(BadPasswordLink):
                await service.use_link(UsePasswordLink(second, NEW_SECRET), None)

    run(work())


def test_a_link_by_mail_is_valid_for_a_short_time_and_not_after_a_change_of_address(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ada, _ = await with_address(opened, receiving)
            await opened.passwords.send("ada")
            early = await token_of(receiving, 2)

            async def let_time_pass(connection: StoreConnection) -> None:
                links = schema.password_links
                past = MAILED_LINK_LIFETIME_MIN * 60 * 1000
                await connection.execute(update(links).values(expires=links.c.expires - past))

            await opened.store.write(let_time_pass)
            with pytest.raises(BadPasswordLink):
                await recovery(opened.store).use_link(UsePasswordLink(early, NEW_SECRET), None)
            await opened.passwords.send("ada")
            late = await token_of(receiving, 3)
            await opened.addresses.remove(ada, SECRET)
            with pytest.raises(BadPasswordLink):
                await recovery(opened.store).use_link(UsePasswordLink(late, NEW_SECRET), None)

    run(work())


def test_who_has_no_confirmed_address_or_is_banned_gets_no_link(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ben, _ = await registered(opened.store, "ben")
            await opened.addresses.ask_to_confirm(ben, new_address(WORK))
            await arrived(receiving, 1)
            eve, _ = await with_address(opened, receiving, "eve")
            await Moderation(opened.store).ban(eve.id)
            for account in ("ben", WORK, "nobody", "eve", HOME, "", "\x00", "x" * 60_000):
                opened.passwords.check(account, f"from {account[:9]}")
                await opened.passwords.send(account)
            assert await opened.store.fetch_all(select(schema.password_links)) == []
        assert len(receiving.messages) == 2

    run(work())


def test_every_account_with_the_address_gets_its_own_link(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            for login in ("ada", "ben"):
                await with_address(opened, receiving, login)
            await opened.passwords.send(HOME)
            await arrived(receiving, 4)
            texts = [text_of(message) for message in receiving.messages[2:]]
            assert sum("“ada”" in text for text in texts) == 1
            assert sum("“ben”" in text for text in texts) == 1

    run(work())


def test_requests_are_limited_alike_whether_or_not_the_account_exists(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving, lambda: 0.0) as opened:
            await with_address(opened, receiving)
            for account in ("ada", "nobody"):
                for _ in range(5):
                    opened.passwords.check(account, "there")
                with pytest.raises(TooMany):
                    opened.passwords.check(account, "there")
            for number in range(10):
                opened.passwords.check(f"login {number}", "there")
            with pytest.raises(TooMany):
                opened.passwords.check("another", "there")
            opened.passwords.check("ada", "home")
            # The mailbox gets three mails; then nothing is sent, and nobody is told.
            for _ in range(5):
                await opened.passwords.send("ada")
        assert len(receiving.messages) == 1 + 3

    run(work())


def test_the_export_has_the_address_and_deletion_removes_it(
    database: str, receiving: ReceivingServer
) -> None:
    async def work() -> None:
        async with services(database, receiving) as opened:
            ada, _ = await with_address(opened, receiving)
            await opened.addresses.ask_to_confirm(ada, new_address(WORK))
            token = await token_of(receiving, 2)
            exported = (await export(opened.store, ada)).decode()
            data = json.loads(exported)
            assert data["mail_address"][0]["address"] == HOME
            assert data["mail_confirmation"][0]["address"] == WORK
            assert token not in exported
            await accounts(opened.store).delete(ada, SECRET)
            assert await opened.store.fetch_all(select(schema.mail_addresses)) == []
            assert await opened.store.fetch_all(select(schema.mail_confirmations)) == []
            with pytest.raises(BadMailLink):
                await opened.addresses.confirm(token)

    run(work())
