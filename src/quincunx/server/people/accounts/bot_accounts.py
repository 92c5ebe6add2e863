"""Bot accounts: a person creates them for programs, which authenticate with a token.

A bot account is a person's row with an owner. It has no login and no password, so it cannot log in
on the page; `http/authentication.py` says which requests its token is good for.
"""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Select, and_, delete, func, insert, select, update
from sqlalchemy.engine import RowMapping

from quincunx.server.common.errors import BadToken, NotAllowed
from quincunx.server.common.limits import MAX_BOT_ACCOUNTS_PER_PERSON
from quincunx.server.common.times import wall_clock
from quincunx.server.people.accounts.accounts import NoAccount
from quincunx.server.people.deletion import delete_person
from quincunx.server.people.names import clean_name
from quincunx.server.people.sessions import NoSuchPerson, hashed_token
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import BotToken, OwnBotAccount, Person, PersonId

TOKEN_PREFIX: Final = "quincunx_bot_"
"""Tells owners, and scanners for leaked secrets, what the text is."""

TOKEN_BYTES: Final = 32

USE_PRECISION_MS: Final = 3600 * 1000
"""The last use of a token is stored at most once in this time."""

_PEOPLE, _TOKENS = schema.people.c, schema.bot_tokens.c


class BotAccounts:
    """Create and delete bot accounts, give and revoke their tokens, find the account of a token."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list(self, owner: Person) -> list[OwnBotAccount]:
        """Return a person's bot accounts, the oldest first."""
        rows = await self._store.fetch_all(_accounts().where(_PEOPLE.owner == owner.id))
        return [_account(row) for row in rows]

    async def create(self, owner: Person, name: str) -> BotToken:
        """Create a bot account with a token; refused for guests, and beyond the maximum."""
        cleaned = clean_name(name)

        async def job(connection: StoreConnection) -> BotToken:
            await _check_may_create(connection, owner)
            person = Person(PersonId(secrets.token_hex(8)), cleaned, bot=True)
            await connection.execute(
                insert(schema.people).values(
                    id=person.id, name=person.name, created=wall_clock(), owner=owner.id
                )
            )
            return await _give_token(connection, owner, person.id)

        return await self._store.write(job)

    async def renew(self, owner: Person, bot: PersonId) -> BotToken:
        """Give a bot account a new token; the old one is no longer valid."""

        async def job(connection: StoreConnection) -> BotToken:
            await _load_account(connection, owner, bot)
            await revoke_token(connection, bot)
            return await _give_token(connection, owner, bot)

        return await self._store.write(job)

    async def revoke(self, owner: Person, bot: PersonId) -> None:
        """Revoke the token of a bot account."""

        async def job(connection: StoreConnection) -> None:
            await _load_account(connection, owner, bot)
            await revoke_token(connection, bot)

        await self._store.write(job)

    async def delete(self, owner: Person, bot: PersonId) -> None:
        """Delete a bot account; the games that it played stay, without its name."""

        async def job(connection: StoreConnection) -> None:
            await _load_account(connection, owner, bot)
            await delete_person(connection, bot)

        await self._store.write(job)

    async def find(self, token: str) -> Person:
        """Return the bot account with that token; raise `BadToken` if there is none.

        The token is not valid while the account or its owner is banned.
        """
        owners = schema.people.alias()
        row = await self._store.fetch_one(
            select(_PEOPLE.id, _PEOPLE.name, _TOKENS.used)
            .join(schema.bot_tokens, _TOKENS.person == _PEOPLE.id)
            .join(owners, owners.c.id == _PEOPLE.owner)
            .where(
                _TOKENS.token == hashed_token(token),
                _PEOPLE.banned.is_(None),
                owners.c.banned.is_(None),
            )
        )
        if row is None:
            raise BadToken("table.refusal.bad_token")
        now = wall_clock()
        if row["used"] is None or row["used"] < now - USE_PRECISION_MS:
            await self._note_use(row["id"], now)
        return Person(row["id"], row["name"], bot=True)

    async def _note_use(self, bot: PersonId, now: int) -> None:
        async def job(connection: StoreConnection) -> None:
            await connection.execute(
                update(schema.bot_tokens).where(_TOKENS.person == bot).values(used=now)
            )

        await self._store.write(job)


async def revoke_token(connection: StoreConnection, bot: PersonId) -> None:
    """Delete the token of a bot account, if it has one."""
    await connection.execute(delete(schema.bot_tokens).where(_TOKENS.person == bot))


async def _give_token(connection: StoreConnection, owner: Person, bot: PersonId) -> BotToken:
    token = TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    await connection.execute(
        insert(schema.bot_tokens).values(
            person=bot, token=hashed_token(token), created=wall_clock()
        )
    )
    return BotToken(await _load_account(connection, owner, bot), token)


async def _check_may_create(connection: StoreConnection, owner: Person) -> None:
    """Lock the owner's account, so that two requests at once cannot exceed the maximum."""
    accounts = schema.accounts.c
    account = await connection.scalar(
        select(accounts.person).where(accounts.person == owner.id).with_for_update()
    )
    if account is None:
        raise NoAccount("table.refusal.bots_need_account")
    count = await connection.scalar(
        select(func.count()).where(_PEOPLE.owner == owner.id, _PEOPLE.deleted.is_(None))
    )
    if (count or 0) >= MAX_BOT_ACCOUNTS_PER_PERSON:
        raise NotAllowed("table.refusal.too_many_bots", most=MAX_BOT_ACCOUNTS_PER_PERSON)


async def _load_account(connection: StoreConnection, owner: Person, bot: PersonId) -> OwnBotAccount:
    """Return a bot account of that owner; raise `NoSuchPerson` for any other id."""
    rows = await connection.execute(
        _accounts().where(and_(_PEOPLE.id == bot, _PEOPLE.owner == owner.id))
    )
    row = rows.mappings().first()
    if row is None:
        raise NoSuchPerson("table.refusal.no_such_bot")
    return _account(row)


def _accounts() -> Select[tuple[object, ...]]:
    return (
        select(
            _PEOPLE.id,
            _PEOPLE.name,
            _PEOPLE.created,
            _TOKENS.created.label("token_created"),
            _TOKENS.used.label("token_used"),
        )
        .outerjoin(schema.bot_tokens, _TOKENS.person == _PEOPLE.id)
        .where(_PEOPLE.deleted.is_(None))
        .order_by(_PEOPLE.created, _PEOPLE.id)
    )


def _account(row: RowMapping) -> OwnBotAccount:
    return OwnBotAccount(
        person=Person(row["id"], row["name"], bot=True),
        created=row["created"],
        token_created=row["token_created"],
        token_used=row["token_used"],
    )
