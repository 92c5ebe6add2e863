"""What people want to be told of by e-mail, stored with their confirmed address."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from sqlalchemy import func, select, update

from quincunx.server.people.accounts.mail_addresses import BadMailLink, NoMail
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import MailAlertKind, Person, PersonId

TOKEN_BYTES: Final = 16

_TOKEN: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
"""PostgreSQL cannot compare a text with what it cannot store."""

_ADDRESSES = schema.mail_addresses.c


class MailReader(msgspec.Struct, frozen=True):
    """A person who wants alerts by e-mail."""

    person: PersonId
    address: str
    language: str
    kinds: tuple[MailAlertKind, ...]
    stop_token: str


class MailChoices:
    """Store and find what people want to be told of by e-mail."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def choose(self, person: Person, kinds: Sequence[MailAlertKind]) -> None:
        """Replace the person's choice; the address has to be confirmed."""
        stored = msgspec.json.encode(tuple(dict.fromkeys(kinds))).decode()
        token = func.coalesce(_ADDRESSES.stop_token, secrets.token_urlsafe(TOKEN_BYTES))
        is_theirs = _ADDRESSES.person == person.id

        async def job(connection: StoreConnection) -> None:
            updated = await connection.execute(
                update(schema.mail_addresses)
                .where(is_theirs)
                .values(alerts=stored if kinds else None, stop_token=token)
            )
            if not updated.rowcount:
                raise NoMail("table.refusal.no_mail_address")

        await self._store.write(job)

    async def stop(self, token: str) -> None:
        """End a person's mails with the link that is in each of them; it can be used again."""
        if _TOKEN.fullmatch(token) is None:
            raise BadMailLink("table.refusal.bad_stop_link")

        async def job(connection: StoreConnection) -> None:
            updated = await connection.execute(
                update(schema.mail_addresses)
                .where(_ADDRESSES.stop_token == token)
                .values(alerts=None)
            )
            if not updated.rowcount:
                raise BadMailLink("table.refusal.bad_stop_link")

        await self._store.write(job)

    async def readers(self, people: Collection[PersonId]) -> dict[PersonId, MailReader]:
        """Return those of the people who want alerts by e-mail; a banned person gets none."""
        rows = await self._store.fetch_all(
            select(schema.mail_addresses)
            .join(schema.people, schema.people.c.id == _ADDRESSES.person)
            .where(
                _ADDRESSES.person.in_(sorted(people)),
                _ADDRESSES.alerts.is_not(None),
                schema.people.c.banned.is_(None),
            )
        )
        return {
            row["person"]: MailReader(
                person=row["person"],
                address=row["address"],
                language=row["language"],
                kinds=tuple(msgspec.json.decode(row["alerts"])),
                stop_token=row["stop_token"],
            )
            for row in rows
        }
