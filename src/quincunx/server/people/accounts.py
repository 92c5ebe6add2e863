"""Accounts: a login and a password, with which a person is the same one everywhere."""

from __future__ import annotations

import unicodedata
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError

from quincunx.core.messages import Message
from quincunx.server.common.errors import TableError
from quincunx.server.common.limits import (
    WRONG_PASSWORDS_PER_ADDRESS,
    WRONG_PASSWORDS_PER_LOGIN,
)
from quincunx.server.common.rate_limiter import RateLimiter
from quincunx.server.common.text_safety import EMOJI_SELECTOR, ZERO_WIDTH_JOINER
from quincunx.server.common.times import wall_clock
from quincunx.server.people.names import LONGEST_NAME, BadName, clean_name
from quincunx.server.people.passwords import Passwords
from quincunx.server.people.sessions import begin_session, end_session, end_sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import LogIn, Me, Person, PersonId, Proposal, Register

SHORTEST_LOGIN = 3

NOBODY: Final = "—"
"""The name of whoever has deleted themselves."""


class LoginTaken(TableError):
    """Somebody else has that login."""

    status = 409


class AlreadyRegistered(TableError):
    """The person has an account."""

    status = 409


class WrongLogin(TableError):
    """The login and the password do not belong together; which of them is wrong is not said."""

    status = 403


class WrongPassword(TableError):
    """It is not the person's password."""

    status = 403


class Banned(TableError):
    """The operator has shown them the door."""

    status = 403


class NoAccount(TableError):
    """A guest has no password."""


class Accounts:
    """Registering, logging in, and going."""

    def __init__(self, store: Store, passwords: Passwords | None = None) -> None:
        self._store = store
        self._passwords = passwords or Passwords()
        self._wrong_from = RateLimiter(*WRONG_PASSWORDS_PER_ADDRESS)
        self._wrong_for = RateLimiter(*WRONG_PASSWORDS_PER_LOGIN)

    async def login_of(self, person: Person) -> str | None:
        """The account's name, if there is an account."""
        account = await self._account(schema.accounts.c.person == person.id)
        return None if account is None else account["login"]

    async def register(self, person: Person, wanted: Register) -> tuple[Me, str]:
        """An account for a guest, who gets another session with it."""
        login = clean_login(wanted.login)
        if await self.login_of(person) is not None:
            raise AlreadyRegistered("table.refusal.already_registered")
        password = await self._passwords.hashed(wanted.password)

        async def job(connection: StoreConnection) -> str:
            await connection.execute(
                insert(schema.accounts).values(
                    person=person.id, login=login, password=password, created=wall_clock()
                )
            )
            await end_sessions(connection, person.id)
            return await begin_session(connection, person.id)

        try:
            return Me(person, login), await self._store.write(job)
        except IntegrityError:
            raise LoginTaken("table.refusal.login_taken", login=login) from None

    async def log_in(self, wanted: LogIn, address: str, token: str | None) -> tuple[Me, str]:
        """The account's person in a new session; the one that there was (`token`) ends."""
        try:
            login = clean_login(wanted.login)
        except BadName:
            login = ""
        self._wrong_from.take(address)
        self._wrong_for.take(login)
        account = await self._account(schema.accounts.c.login == login)
        right = await self._passwords.fits(
            wanted.password, account["password"] if account else None
        )
        if account is None or not right:
            raise WrongLogin("table.refusal.wrong_login")
        self._wrong_from.refund(address)
        self._wrong_for.refund(login)
        if account["banned"] is not None:
            raise Banned("table.refusal.banned")
        await self._refresh(account, wanted.password)

        async def job(connection: StoreConnection) -> str:
            if token:
                await end_session(connection, token)
            return await begin_session(connection, account["person"])

        person = Person(account["person"], account["name"])
        return Me(person, login), await self._store.write(job)

    async def change_password(self, person: Person, old: str, new: str) -> str:
        """Another password; all sessions end, and a new one begins."""
        account = await self._account(schema.accounts.c.person == person.id)
        if account is None:
            raise NoAccount("table.refusal.no_account")
        await self._check(account, old)
        password = await self._passwords.hashed(new)

        async def job(connection: StoreConnection) -> str:
            await _keep(connection, person.id, password)
            await end_sessions(connection, person.id)
            return await begin_session(connection, person.id)

        return await self._store.write(job)

    async def delete(self, person: Person, password: str) -> Person:
        """Takes out all that says who it was. What they played stays, and nobody's name on it."""
        account = await self._account(schema.accounts.c.person == person.id)
        if account is not None:
            await self._check(account, password)
        await self._store.write(lambda connection: delete_person(connection, person.id))
        return Person(person.id, NOBODY)

    async def _account(self, condition: ColumnElement[bool]) -> RowMapping | None:
        return await self._store.fetch_one(
            select(schema.accounts, schema.people.c.name, schema.people.c.banned)
            .join(schema.people, schema.people.c.id == schema.accounts.c.person)
            .where(condition)
        )

    async def _check(self, account: RowMapping, password: str) -> None:
        """Whoever left a browser open shall not have their password guessed there either."""
        self._wrong_for.take(account["login"])
        if not await self._passwords.fits(password, account["password"]):
            raise WrongPassword("table.refusal.wrong_password")
        self._wrong_for.refund(account["login"])

    async def _refresh(self, account: RowMapping, password: str) -> None:
        """Hashes a password as it is done today; only now that it is there can that be done."""
        if self._passwords.is_dated(account["password"]):
            hashed = await self._passwords.hashed(password)
            await self._store.write(lambda connection: _keep(connection, account["person"], hashed))


def clean_login(login: str) -> str:
    """The login as it is kept: whoever writes it with capitals or in full width means the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())
    cleaned = clean_name(folded)
    if ZERO_WIDTH_JOINER in cleaned or EMOJI_SELECTOR in cleaned:
        raise BadName("table.refusal.unreadable_name")
    if len(cleaned) < SHORTEST_LOGIN:
        raise BadName("table.refusal.login_length", shortest=SHORTEST_LOGIN, longest=LONGEST_NAME)
    return cleaned


async def _keep(connection: StoreConnection, person: str, password: str) -> None:
    await connection.execute(
        update(schema.accounts).where(schema.accounts.c.person == person).values(password=password)
    )


async def delete_person(connection: StoreConnection, person: str) -> None:
    """Leaves an empty shell, because somebody must have sat where they sat."""
    await end_sessions(connection, person)
    for owned in (schema.accounts.c.person, schema.ratings.c.player):
        await connection.execute(delete(owned.table).where(owned == person))
    await _take_out_of_notes(connection, person)
    await _take_out_of_tables(connection, person)
    await connection.execute(
        update(schema.chat).where(schema.chat.c.person == person).values(text="")
    )
    await connection.execute(
        update(schema.reports).where(schema.reports.c.reporter == person).values(why="")
    )
    # Where they still play, the others need not wait.
    await connection.execute(
        update(schema.sitters).where(schema.sitters.c.person == person).values(gone=True)
    )
    await connection.execute(
        update(schema.people)
        .where(schema.people.c.id == person)
        .values(name=NOBODY, deleted=wall_clock())
    )


async def _take_out_of_notes(connection: StoreConnection, person: str) -> None:
    """Replace the name in what tables have noted about the person."""
    chat, sitters, people = schema.chat.c, schema.sitters.c, schema.people.c
    tables = select(sitters.table).where(sitters.person == person)
    others = await connection.execute(
        select(sitters.table, people.name)
        .join(schema.people, people.id == sitters.person)
        .where(sitters.table.in_(tables), sitters.person != person)
    )
    named = {(table, name) for table, name in others}
    rows = await connection.execute(
        select(chat.table, chat.number, chat.person, chat.note).where(
            chat.note.is_not(None),
            # Notes of earlier versions do not say whom they name.
            (chat.person == person) | (chat.person.is_(None) & chat.table.in_(tables)),
        )
    )
    for table, number, whom, text in rows.all():
        note = msgspec.json.decode(text, type=Message)
        if "name" not in note.args or (whom is None and (table, note.args["name"]) in named):
            continue
        cleaned = Message(note.id, {**note.args, "name": NOBODY})
        await connection.execute(
            update(schema.chat)
            .where(chat.table == table, chat.number == number)
            .values(note=_json(cleaned))
        )


async def _take_out_of_tables(connection: StoreConnection, person: str) -> None:
    """Replace the name in proposals, and in the names that are fixed while a game forbids talk."""
    tables, quoted = schema.tables.c, f'"{person}"'
    rows = await connection.execute(
        select(tables.id, tables.proposal, tables.names).where(
            tables.proposal.contains(quoted) | tables.names.contains(quoted)
        )
    )
    for table, proposal, names in rows.all():
        # A new revision, so that a server which still has the name does not write it back.
        await connection.execute(
            update(schema.tables)
            .where(tables.id == table)
            .values(
                proposal=proposal and _without_name(proposal, person),
                names=names and _json(msgspec.json.decode(names) | {person: NOBODY}),
                revision=tables.revision + 1,
                around=tables.revision + 1,
            )
        )


def _without_name(text: str, person: str) -> str:
    proposal = msgspec.json.decode(text, type=Proposal)
    return _json(
        msgspec.structs.replace(
            proposal,
            by=_nobody(proposal.by, person),
            waiting=tuple(_nobody(other, person) for other in proposal.waiting),
        )
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _nobody(found: Person, person: str) -> Person:
    return Person(PersonId(person), NOBODY) if found.id == person else found
