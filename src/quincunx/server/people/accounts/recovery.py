"""Recovery of an account: a new password with a recovery code or with a link of the operator."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sqlalchemy import exists
from sqlalchemy.engine import RowMapping

from quincunx.server.common.errors import TableError
from quincunx.server.common.limits import WRONG_CODES_PER_ADDRESS, WRONG_CODES_PER_LOGIN
from quincunx.server.common.rate_limiter import RateLimiter
from quincunx.server.people.accounts.accounts import (
    Accounts,
    check_not_banned,
    find_account,
    login_or_empty,
    replace_password,
)
from quincunx.server.people.accounts.password_links import person_of_link, use_up_link
from quincunx.server.people.accounts.password_rules import check_new_password
from quincunx.server.people.accounts.passwords import Passwords
from quincunx.server.people.accounts.recovery_codes import (
    count_codes,
    hashed_code,
    replace_codes,
    use_up_code,
)
from quincunx.server.people.sessions import end_session
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import Me, Person, Recover, Recovered, RecoveryCodes, UsePasswordLink


class WrongRecoveryCode(TableError):
    """The login or the recovery code is wrong; the message does not reveal which."""

    status = 403


class BadPasswordLink(TableError):
    """The link was used, has expired, was replaced by a newer one, or never existed."""

    status = 403


class Recovery:
    """Give recovery codes, and set a new password with a code or a link."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        passwords: Passwords,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`clock` gives the seconds by which wrong codes are counted."""
        self._store = store
        self._accounts = accounts
        self._passwords = passwords
        self._guesses_by_address = RateLimiter(*WRONG_CODES_PER_ADDRESS, clock)
        self._guesses_by_login = RateLimiter(*WRONG_CODES_PER_LOGIN, clock)

    async def codes_left(self, person: Person) -> int:
        """Return how many recovery codes a person has left."""
        async with self._store.connect() as connection:
            return await count_codes(connection, person.id)

    async def renew_codes(self, person: Person, password: str) -> RecoveryCodes:
        """Give new recovery codes in place of the old ones, after a check of the password."""
        await self._accounts.confirm(person, password)
        codes = await self._store.write(lambda connection: replace_codes(connection, person.id))
        return RecoveryCodes(codes)

    async def recover(
        self, request: Recover, address: str, token: str | None
    ) -> tuple[Recovered, str]:
        """Set a new password with a recovery code; return the person and a new session's token.

        All sessions of the person end, and so does the session of `token`.
        """
        hashed = hashed_code(request.code)
        account = await self._find_by_code(login_or_empty(request.login), hashed, address)
        password = await self._hash_for(account, request.password)

        async def job(connection: StoreConnection) -> tuple[str, int]:
            if not await use_up_code(connection, account["person"], hashed):
                raise _wrong_code()
            session = await _begin_again(connection, account, password, token)
            return session, await count_codes(connection, account["person"])

        session, left = await self._store.write(job)
        person = Person(account["person"], account["name"])
        return Recovered(person, account["login"], left), session

    async def use_link(self, request: UsePasswordLink, token: str | None) -> tuple[Me, str]:
        """Set a new password with a link; return the person and a new session's token.

        All sessions of the person end, and so does the session of `token`.
        """
        account = await find_account(
            self._store, schema.accounts.c.person.in_(person_of_link(request.token))
        )
        if account is None:
            raise _bad_link()
        password = await self._hash_for(account, request.password)

        async def job(connection: StoreConnection) -> str:
            if not await use_up_link(connection, request.token):
                raise _bad_link()
            return await _begin_again(connection, account, password, token)

        session = await self._store.write(job)
        return Me(Person(account["person"], account["name"]), account["login"]), session

    async def _find_by_code(self, login: str, hashed: str, address: str) -> RowMapping:
        """Return the account with that login and code; wrong ones are counted.

        They are counted by login and address: a stranger at another address cannot lock the owner
        out, and a code has too many bits to be guessed from many addresses.
        """
        both = f"{address} {login}"
        self._guesses_by_login.take(both)
        self._guesses_by_address.take(address)
        codes, accounts = schema.recovery_codes.c, schema.accounts.c
        # One query, so that an unknown login takes as long as a wrong code.
        account = await find_account(
            self._store,
            (accounts.login == login)
            & exists().where(codes.person == accounts.person, codes.code == hashed),
        )
        if account is None:
            raise _wrong_code()
        self._guesses_by_address.refund(address)
        self._guesses_by_login.refund(both)
        return account

    async def _hash_for(self, account: RowMapping, password: str) -> str:
        check_not_banned(account)
        check_new_password(password, account["login"], account["name"])
        return await self._passwords.hash(password)


async def _begin_again(
    connection: StoreConnection, account: RowMapping, password: str, token: str | None
) -> str:
    """Store the new password, end the old sessions and begin a new one."""
    if token:
        await end_session(connection, token)
    return await replace_password(connection, account["person"], password)


def _wrong_code() -> WrongRecoveryCode:
    return WrongRecoveryCode("table.refusal.wrong_recovery_code")


def _bad_link() -> BadPasswordLink:
    return BadPasswordLink("table.refusal.bad_password_link")
