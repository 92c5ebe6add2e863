"""Accounts: a login and a password, with which a person can use several browsers."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from time import monotonic
from typing import Final

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError

from quincunx.server.common.errors import TableError
from quincunx.server.common.limits import (
    WRONG_PASSWORDS_PER_ADDRESS,
    WRONG_PASSWORDS_PER_LOGIN,
)
from quincunx.server.common.rate_limiter import RateLimiter
from quincunx.server.common.text_safety import EMOJI_SELECTOR, ZERO_WIDTH_JOINER
from quincunx.server.common.times import wall_clock
from quincunx.server.people.accounts.invitations import use_up_invitation
from quincunx.server.people.accounts.password_links import delete_link
from quincunx.server.people.accounts.password_rules import check_new_password
from quincunx.server.people.accounts.passwords import Passwords
from quincunx.server.people.accounts.recovery_codes import replace_codes
from quincunx.server.people.deletion import bots_of, delete_person
from quincunx.server.people.names import LONGEST_NAME, BadName, clean_name
from quincunx.server.people.sessions import begin_session, end_session, end_sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import LogIn, Me, Person, PersonId, Register, Registered, Registration

MIN_LOGIN_LENGTH: Final = 3


class LoginTaken(TableError):
    """Another person has that login."""

    status = 409


class AlreadyRegistered(TableError):
    """The person already has an account."""

    status = 409


class WrongLogin(TableError):
    """The login or the password is wrong; the message does not reveal which."""

    status = 403


class WrongPassword(TableError):
    """The password is not the person's current one."""

    status = 403


class Banned(TableError):
    """The operator has banned the person."""

    status = 403


class RegistrationClosed(TableError):
    """The operator creates no new accounts, or none without a valid invitation."""

    status = 403


class NoAccount(TableError):
    """A guest has no password."""


class Accounts:
    """Register, log in, change the password, and delete oneself."""

    def __init__(
        self,
        store: Store,
        passwords: Passwords | None = None,
        clock: Callable[[], float] = monotonic,
        registration: Registration = "open",
    ) -> None:
        """`clock` gives the seconds by which wrong passwords are counted."""
        self._store = store
        self._registration = registration
        self._passwords = passwords or Passwords()
        self._guesses_by_address = RateLimiter(*WRONG_PASSWORDS_PER_ADDRESS, clock)
        self._guesses_by_login = RateLimiter(*WRONG_PASSWORDS_PER_LOGIN, clock)

    async def login_of(self, person: Person) -> str | None:
        """Return the login of a person; `None` for a guest."""
        account = await self._find_by_person(person)
        return None if account is None else account["login"]

    async def register(self, person: Person, request: Register) -> tuple[Registered, str]:
        """Create an account for a guest; return it with the token of a new session."""
        if self._registration == "closed":
            raise RegistrationClosed("table.refusal.registration_closed")
        login = clean_login(request.login)
        if await self.login_of(person) is not None:
            raise AlreadyRegistered("table.refusal.already_registered")
        check_new_password(request.password, login, person.name)
        password = await self._passwords.hash(request.password)

        async def job(connection: StoreConnection) -> tuple[Registered, str]:
            if self._registration == "invitation":
                await _use_up_invitation(connection, request.invitation)
            await connection.execute(
                insert(schema.accounts).values(
                    person=person.id, login=login, password=password, created=wall_clock()
                )
            )
            codes = await replace_codes(connection, person.id)
            await end_sessions(connection, person.id)
            return Registered(person, login, codes), await begin_session(connection, person.id)

        try:
            return await self._store.write(job)
        except IntegrityError:
            raise LoginTaken("table.refusal.login_taken", login=login) from None

    async def log_in(self, request: LogIn, address: str, token: str | None) -> tuple[Me, str]:
        """Return the account's person and a new session's token; end the session of `token`."""
        login = login_or_empty(request.login)
        self._guesses_by_address.take(address)
        self._guesses_by_login.take(login)
        account = await find_account(self._store, schema.accounts.c.login == login)
        is_right = await self._passwords.verify(
            request.password, account["password"] if account else None
        )
        if account is None or not is_right:
            raise WrongLogin("table.refusal.wrong_login")
        self._guesses_by_address.refund(address)
        self._guesses_by_login.refund(login)
        check_not_banned(account)
        await self._rehash(account, request.password)

        async def job(connection: StoreConnection) -> str:
            if token:
                await end_session(connection, token)
            return await begin_session(connection, account["person"])

        person = Person(account["person"], account["name"])
        return Me(person, login), await self._store.write(job)

    async def change_password(self, person: Person, old: str, new: str) -> str:
        """Change the password, end all sessions and return the token of a new one."""
        account = await self.confirm(person, old)
        check_new_password(new, account["login"], person.name)
        password = await self._passwords.hash(new)

        return await self._store.write(
            lambda connection: replace_password(connection, person.id, password)
        )

    async def confirm(self, person: Person, password: str) -> RowMapping:
        """Return the person's account after a check of the password; refused for guests."""
        account = await self._find_by_person(person)
        if account is None:
            raise NoAccount("table.refusal.no_account")
        await self._check_password(account, password)
        return account

    async def delete(self, person: Person, password: str) -> list[PersonId]:
        """Delete the person's data and bot accounts; return the ids of all deleted accounts.

        The games they played stay, without the names.
        """
        account = await self._find_by_person(person)
        if account is not None:
            await self._check_password(account, password)

        async def job(connection: StoreConnection) -> list[PersonId]:
            bots = await bots_of(connection, person.id)
            await delete_person(connection, person.id)
            return [person.id, *bots]

        return await self._store.write(job)

    async def _find_by_person(self, person: Person) -> RowMapping | None:
        return await find_account(self._store, schema.accounts.c.person == person.id)

    async def _check_password(self, account: RowMapping, password: str) -> None:
        """Compare the password, with a limit on guesses even for a logged-in browser."""
        self._guesses_by_login.take(account["login"])
        if not await self._passwords.verify(password, account["password"]):
            raise WrongPassword("table.refusal.wrong_password")
        self._guesses_by_login.refund(account["login"])

    async def _rehash(self, account: RowMapping, password: str) -> None:
        """Hash the password again if the hash has outdated parameters."""
        if self._passwords.needs_rehash(account["password"]):
            hashed = await self._passwords.hash(password)
            person = account["person"]
            await self._store.write(lambda connection: _store_password(connection, person, hashed))


def clean_login(login: str) -> str:
    """Return the login as it is stored: without differences in case and in width of letters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())
    cleaned = clean_name(folded)
    if ZERO_WIDTH_JOINER in cleaned or EMOJI_SELECTOR in cleaned:
        raise BadName("table.refusal.unreadable_name")
    if len(cleaned) < MIN_LOGIN_LENGTH:
        raise BadName("table.refusal.login_length", shortest=MIN_LOGIN_LENGTH, longest=LONGEST_NAME)
    return cleaned


async def _use_up_invitation(connection: StoreConnection, token: str) -> None:
    if not await use_up_invitation(connection, token):
        raise RegistrationClosed("table.refusal.registration_by_invitation")


def login_or_empty(login: str) -> str:
    """Return the login as it is stored; an empty text if nobody can have that login."""
    try:
        return clean_login(login)
    except BadName:
        return ""


def check_not_banned(account: RowMapping) -> None:
    """Raise `Banned` if the operator has banned the account's person."""
    if account["banned"] is not None:
        raise Banned("table.refusal.banned")


async def find_account(store: Store, condition: ColumnElement[bool]) -> RowMapping | None:
    """Return an account with the name of its person, and whether the person is banned."""
    return await store.fetch_one(
        select(schema.accounts, schema.people.c.name, schema.people.c.banned)
        .join(schema.people, schema.people.c.id == schema.accounts.c.person)
        .where(condition)
    )


async def replace_password(connection: StoreConnection, person: PersonId, hashed: str) -> str:
    """Store a new password, end all sessions and links, and return the token of a new session."""
    await _store_password(connection, person, hashed)
    await delete_link(connection, person)
    await end_sessions(connection, person)
    return await begin_session(connection, person)


async def _store_password(connection: StoreConnection, person: PersonId, hashed: str) -> None:
    await connection.execute(
        update(schema.accounts).where(schema.accounts.c.person == person).values(password=hashed)
    )
