"""The e-mail address of an account: at most one, confirmed by a link, seen by its owner alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from time import monotonic
from typing import Final

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import RowMapping

from quincunx.core.messages import Message, languages
from quincunx.server.common.errors import TableError
from quincunx.server.common.limits import CONFIRMATIONS_PER_MAILBOX
from quincunx.server.common.rate_limiter import RateLimiter
from quincunx.server.common.times import wall_clock
from quincunx.server.mail.addresses import clean_address, mailbox
from quincunx.server.mail.mail import Mail
from quincunx.server.mail.message import DEFAULT_LANGUAGE
from quincunx.server.mail.sender import MailSender
from quincunx.server.people.accounts.accounts import Accounts
from quincunx.server.people.accounts.password_links import delete_link
from quincunx.server.people.sessions import hashed_token
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import NewMailAddress, OwnMailAddress, Person, PersonId

CONFIRMATION_LIFETIME_H: Final = 24
"""Hours after which a link no longer confirms an address."""

TOKEN_BYTES: Final = 32

_ADDRESSES = schema.mail_addresses.c
_CONFIRMATIONS = schema.mail_confirmations.c


class NoMail(TableError):
    """The operator has named no SMTP server."""


class MailBusy(TableError):
    """Too many mails are waiting to be sent; the same request may succeed later."""

    status = 503


class BadMailLink(TableError):
    """The link was used, has expired, was replaced by a newer one, or never existed."""

    status = 403


class MailAddresses:
    """Set, confirm, show and remove the addresses of accounts."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        mail: MailSender | None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`clock` gives the seconds by which mails to a mailbox are counted."""
        self._store = store
        self._accounts = accounts
        self._mail = mail
        self._per_mailbox = RateLimiter(*CONFIRMATIONS_PER_MAILBOX, clock)

    async def of(self, person: Person) -> OwnMailAddress:
        """Return a person's address, and the one that is not confirmed yet."""
        confirmed = await self._store.fetch_one(
            select(_ADDRESSES.address, _ADDRESSES.alerts).where(_ADDRESSES.person == person.id)
        )
        pending = await self._store.fetch_one(
            select(_CONFIRMATIONS.address).where(
                _CONFIRMATIONS.person == person.id, _CONFIRMATIONS.created > _oldest()
            )
        )
        alerts = None if confirmed is None else confirmed["alerts"]
        return OwnMailAddress(
            None if confirmed is None else confirmed["address"],
            None if pending is None else pending["address"],
            () if alerts is None else tuple(msgspec.json.decode(alerts)),
        )

    async def ask_to_confirm(self, person: Person, request: NewMailAddress) -> OwnMailAddress:
        """Send a link to a new address; the old address stays until it is opened."""
        if self._mail is None:
            raise NoMail("table.refusal.no_mail")
        address = clean_address(request.address)
        await self._accounts.confirm(person, request.password)
        self._per_mailbox.take(mailbox(address))
        language = request.language if request.language in languages("server") else DEFAULT_LANGUAGE
        token = secrets.token_urlsafe(TOKEN_BYTES)

        async def job(connection: StoreConnection) -> None:
            await _delete_confirmation(connection, person.id)
            await connection.execute(
                insert(schema.mail_confirmations).values(
                    person=person.id,
                    address=address,
                    language=language,
                    token=hashed_token(token),
                    created=wall_clock(),
                )
            )

        await self._store.write(job)
        if not self._mail.send(self._confirmation(self._mail, address, language, token)):
            raise MailBusy("table.refusal.mail_busy")
        return await self.of(person)

    async def confirm(self, token: str) -> None:
        """Make the address the account's own that the link was sent to."""

        async def job(connection: StoreConnection) -> tuple[PersonId, RowMapping | None]:
            rows = await connection.execute(
                select(schema.mail_confirmations).where(
                    _CONFIRMATIONS.token == hashed_token(token), _CONFIRMATIONS.created > _oldest()
                )
            )
            row = rows.mappings().first()
            if row is None or not await _delete_confirmation(connection, row["person"]):
                raise BadMailLink("table.refusal.bad_mail_link")
            old = await _take_address(connection, row["person"])
            await connection.execute(
                insert(schema.mail_addresses).values(
                    person=row["person"],
                    address=row["address"],
                    language=row["language"],
                    confirmed=wall_clock(),
                    alerts=None if old is None else old["alerts"],
                    # The mails at the old address must not stop those to the new one.
                    stop_token=secrets.token_urlsafe(TOKEN_BYTES),
                )
            )
            is_same = old is None or old["address"] == row["address"]
            return row["person"], None if is_same else old

        person, old = await self._store.write(job)
        await self._give_notice(person, old, "changed")

    async def remove(self, person: Person, password: str) -> None:
        """Remove both addresses, after a check of the password."""
        await self._accounts.confirm(person, password)

        async def job(connection: StoreConnection) -> RowMapping | None:
            await _delete_confirmation(connection, person.id)
            return await _take_address(connection, person.id)

        await self._give_notice(person.id, await self._store.write(job), "removed")

    def _confirmation(self, mail: MailSender, address: str, language: str, token: str) -> Mail:
        """Return a mail that says nothing which its sender could choose, such as a name.

        Anybody can enter a stranger's address.
        """
        site = mail.server.site_name
        # The token is in the fragment, so that it appears in no request and no server log.
        link = f"{mail.server.public_address}/email#{token}"
        return Mail(
            address,
            language,
            Message("server.mail.confirm.subject", {"site": site}),
            (
                Message(
                    "server.mail.confirm.text", {"site": site, "hours": CONFIRMATION_LIFETIME_H}
                ),
                Message("server.mail.link", {"link": link}),
                Message("server.mail.confirm.ignore"),
            ),
        )

    async def _give_notice(self, person: PersonId, old: RowMapping | None, what: str) -> None:
        """Tell the old address that it is no longer the account's."""
        if self._mail is None or old is None:
            return
        account = await self._store.fetch_one(
            select(schema.accounts.c.login).where(schema.accounts.c.person == person)
        )
        if account is None:
            return
        args = {"login": account["login"], "site": self._mail.server.site_name}
        self._mail.send(
            Mail(
                old["address"],
                old["language"],
                Message(f"server.mail.{what}.subject", args),
                (Message(f"server.mail.{what}.text", args), Message("server.mail.not_you")),
            )
        )


async def _take_address(connection: StoreConnection, person: PersonId) -> RowMapping | None:
    """Delete and return the address of a person, and a link that was sent to it."""
    rows = await connection.execute(
        select(schema.mail_addresses).where(_ADDRESSES.person == person).with_for_update()
    )
    await connection.execute(delete(schema.mail_addresses).where(_ADDRESSES.person == person))
    await delete_link(connection, person)
    return rows.mappings().first()


async def _delete_confirmation(connection: StoreConnection, person: PersonId) -> bool:
    deleted = await connection.execute(
        delete(schema.mail_confirmations).where(_CONFIRMATIONS.person == person)
    )
    return deleted.rowcount > 0


def _oldest() -> int:
    return wall_clock() - CONFIRMATION_LIFETIME_H * 3600 * 1000
