"""Mails with a link to set a new password, for accounts with a confirmed address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from sqlalchemy import select
from sqlalchemy.engine import RowMapping

from quincunx.core.messages import Message
from quincunx.server.common.limits import (
    PASSWORD_MAILS_PER_ADDRESS,
    PASSWORD_MAILS_PER_LOGIN,
    PASSWORD_MAILS_PER_MAILBOX,
)
from quincunx.server.common.rate_limiter import RateLimiter, TooMany
from quincunx.server.mail.addresses import BadMailAddress, clean_address, mailbox
from quincunx.server.mail.mail import Mail
from quincunx.server.mail.sender import MailSender
from quincunx.server.people.accounts.accounts import login_or_empty
from quincunx.server.people.accounts.mail_addresses import NoMail
from quincunx.server.people.accounts.password_links import create_link, password_path
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store

MAILED_LINK_LIFETIME_MIN: Final = 60
"""Minutes for which a link in a mail is valid: a mailbox is read by more than its owner."""

MAX_ACCOUNTS_PER_ADDRESS: Final = 5
"""Accounts with one address that get a mail each: a family may share one."""


class PasswordMails:
    """Send a link to the account's address, without revealing whether there is such an account."""

    def __init__(
        self, store: Store, mail: MailSender | None, clock: Callable[[], float] = monotonic
    ) -> None:
        """`clock` gives the seconds by which mails are counted."""
        self._store = store
        self._mail = mail
        self._per_address = RateLimiter(*PASSWORD_MAILS_PER_ADDRESS, clock)
        self._per_login = RateLimiter(*PASSWORD_MAILS_PER_LOGIN, clock)
        self._per_mailbox = RateLimiter(*PASSWORD_MAILS_PER_MAILBOX, clock)

    def check(self, account: str, address: str) -> None:
        """Count a request; refused in the same way whether or not the account exists.

        Requests are counted by account and client address together: a stranger at another address
        cannot keep the owner from asking.
        """
        if self._mail is None:
            raise NoMail("table.refusal.no_mail")
        self._per_login.take(f"{address} {login_or_empty(account)} {_address_or_empty(account)}")
        self._per_address.take(address)

    async def send(self, account: str) -> None:
        """Send links to the accounts with that user name or e-mail address.

        This is done after the response, which therefore takes the same time for every account.
        """
        if self._mail is None:
            return
        for found in await self._find(account):
            # Without a word: a refusal would reveal that the account exists.
            with suppress(TooMany):
                self._per_mailbox.take(mailbox(found["address"]))
                await self._send_to(found, self._mail)

    async def _find(self, account: str) -> Sequence[RowMapping]:
        accounts, addresses, people = (
            schema.accounts.c,
            schema.mail_addresses.c,
            schema.people.c,
        )
        return await self._store.fetch_all(
            select(accounts.person, accounts.login, addresses.address, addresses.language)
            .join(schema.mail_addresses, addresses.person == accounts.person)
            .join(schema.people, people.id == accounts.person)
            .where(
                (accounts.login == login_or_empty(account))
                | (addresses.address == _address_or_empty(account)),
                people.banned.is_(None),
            )
            .order_by(accounts.created)
            .limit(MAX_ACCOUNTS_PER_ADDRESS)
        )

    async def _send_to(self, found: RowMapping, mail: MailSender) -> None:
        token = await self._store.write(
            lambda connection: create_link(connection, found["person"], MAILED_LINK_LIFETIME_MIN)
        )
        args = {"login": found["login"], "site": mail.server.site_name}
        mail.send(
            Mail(
                found["address"],
                found["language"],
                Message("server.mail.password.subject", args),
                (
                    Message(
                        "server.mail.password.text", {**args, "minutes": MAILED_LINK_LIFETIME_MIN}
                    ),
                    Message(
                        "server.mail.link",
                        {"link": f"{mail.server.public_address}{password_path(token)}"},
                    ),
                    Message("server.mail.password.ignore"),
                ),
            )
        )


def _address_or_empty(typed: str) -> str:
    try:
        return clean_address(typed)
    except BadMailAddress:
        return ""
