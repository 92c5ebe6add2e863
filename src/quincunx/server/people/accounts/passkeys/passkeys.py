"""Passkeys of accounts: list, create, rename, remove, and log in with one."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import Final

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from quincunx.server.common.errors import NotAllowed, TableError
from quincunx.server.common.limits import MAX_PASSKEYS_PER_PERSON
from quincunx.server.common.text_safety import in_one_line, is_readable
from quincunx.server.common.times import wall_clock
from quincunx.server.people.accounts.accounts import Accounts, check_not_banned, find_account
from quincunx.server.people.accounts.passkeys.challenges import create_challenge, use_up_challenge
from quincunx.server.people.accounts.passkeys.site import PasskeySite
from quincunx.server.people.accounts.passkeys.verification import (
    ALGORITHMS,
    Assertion,
    bad_passkey,
    verify_assertion,
    verify_creation,
)
from quincunx.server.people.sessions import begin_session, end_session
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import (
    LogInWithPasskey,
    Me,
    NewPasskey,
    OwnPasskey,
    PasskeyChallenge,
    PasskeyCreation,
    Person,
    RemovePasskey,
    RenamePasskey,
)

LONGEST_PASSKEY_NAME: Final = 40
"""In letters: “Ada’s phone”, “Chrome on my laptop”."""

MAX_ID_CHARACTERS: Final = 1400
"""Of an id in base64url; WebAuthn allows 1,023 bytes."""

_KEYS = schema.passkeys.c


class BadPasskeyName(TableError):
    """The name is empty, too long or unreadable."""


class NoSuchPasskey(TableError):
    """The person has no passkey with that id."""

    status = 404


class Passkeys:
    """Passkeys beside passwords: an account always keeps its password."""

    def __init__(self, store: Store, accounts: Accounts, site_name: str) -> None:
        self._store = store
        self._accounts = accounts
        self._site_name = site_name

    async def list(self, person: Person) -> list[OwnPasskey]:
        """Return a person's passkeys, the oldest first."""
        rows = await self._store.fetch_all(
            select(_KEYS.id, _KEYS.name, _KEYS.created, _KEYS.used)
            .where(_KEYS.person == person.id)
            .order_by(_KEYS.created, _KEYS.id)
        )
        return [OwnPasskey(row["id"], row["name"], row["created"], row["used"]) for row in rows]

    async def start(self, person: Person, password: str, site: PasskeySite) -> PasskeyCreation:
        """Begin to create a passkey, after a check of the password."""
        account = await self._accounts.confirm(person, password)

        async def job(connection: StoreConnection) -> PasskeyCreation:
            await _check_may_create(connection, person)
            existing = await connection.execute(
                select(_KEYS.id).where(_KEYS.person == person.id, _KEYS.site == site.id)
            )
            return PasskeyCreation(
                challenge=await create_challenge(connection, site, person.id),
                rp_id=site.id,
                rp_name=self._site_name,
                user_id=_user_handle(person),
                login=account["login"],
                name=person.name,
                algorithms=ALGORITHMS,
                existing=tuple(existing.scalars()),
            )

        return await self._store.write(job)

    async def create(self, person: Person, answer: NewPasskey, site: PasskeySite) -> OwnPasskey:
        """Store the passkey that the browser has created."""
        name = clean_passkey_name(answer.name)
        created = await verify_creation(site, answer)
        passkey = OwnPasskey(created.id, name, wall_clock())

        async def job(connection: StoreConnection) -> OwnPasskey:
            if not await use_up_challenge(connection, created.challenge, site, person.id):
                raise bad_passkey()
            await _check_may_create(connection, person)
            await connection.execute(
                insert(schema.passkeys).values(
                    id=passkey.id,
                    person=person.id,
                    site=site.id,
                    credential=created.credential,
                    counter=created.counter,
                    name=name,
                    created=passkey.created,
                )
            )
            return passkey

        try:
            return await self._store.write(job)
        except IntegrityError:
            # Somebody already has a passkey with this id.
            raise bad_passkey() from None

    async def challenge(self, site: PasskeySite) -> PasskeyChallenge:
        """Return a challenge for somebody who wants to log in."""
        challenge = await self._store.write(
            lambda connection: create_challenge(connection, site, None)
        )
        return PasskeyChallenge(challenge, site.id)

    async def log_in(
        self, answer: LogInWithPasskey, site: PasskeySite, token: str | None
    ) -> tuple[Me, str]:
        """Return the passkey's person and a new session's token; end the session of `token`."""
        row = await self._store.fetch_one(
            select(_KEYS.person, _KEYS.credential).where(
                _KEYS.id == answer.id[:MAX_ID_CHARACTERS], _KEYS.site == site.id
            )
        )
        if row is None:
            raise bad_passkey()
        assertion = await verify_assertion(site, row["credential"], answer)
        account = await find_account(self._store, schema.accounts.c.person == row["person"])
        if account is None or assertion.user_handle not in (b"", row["person"].encode()):
            raise bad_passkey()
        check_not_banned(account)

        async def job(connection: StoreConnection) -> str:
            if not await use_up_challenge(connection, assertion.challenge, site, None):
                raise bad_passkey()
            await _note_use(connection, answer.id, assertion)
            if token:
                await end_session(connection, token)
            return await begin_session(connection, account["person"])

        person = Person(account["person"], account["name"])
        return Me(person, account["login"]), await self._store.write(job)

    async def rename(self, person: Person, request: RenamePasskey) -> None:
        """Give a passkey another name."""
        name = clean_passkey_name(request.name)

        async def job(connection: StoreConnection) -> None:
            renamed = await connection.execute(
                update(schema.passkeys).where(_own(person, request.id)).values(name=name)
            )
            _check_found(renamed.rowcount)

        await self._store.write(job)

    async def remove(self, person: Person, request: RemovePasskey) -> None:
        """Remove a passkey; the password shows that there is another way to log in."""
        await self._accounts.confirm(person, request.password)

        async def job(connection: StoreConnection) -> None:
            removed = await connection.execute(
                delete(schema.passkeys).where(_own(person, request.id))
            )
            _check_found(removed.rowcount)

        await self._store.write(job)


def clean_passkey_name(name: str) -> str:
    """Return the name as it is shown; raise `BadPasskeyName` if it is not allowed."""
    cleaned = in_one_line(name, LONGEST_PASSKEY_NAME)
    if not 1 <= len(cleaned) <= LONGEST_PASSKEY_NAME or not is_readable(cleaned):
        raise BadPasskeyName("table.refusal.passkey_name", longest=LONGEST_PASSKEY_NAME)
    return cleaned


async def _check_may_create(connection: StoreConnection, person: Person) -> None:
    """Lock the account, so that two requests at once cannot exceed the maximum."""
    accounts = schema.accounts.c
    await connection.execute(
        select(accounts.person).where(accounts.person == person.id).with_for_update()
    )
    count = await connection.scalar(select(func.count()).where(_KEYS.person == person.id))
    if (count or 0) >= MAX_PASSKEYS_PER_PERSON:
        raise NotAllowed("table.refusal.too_many_passkeys", most=MAX_PASSKEYS_PER_PERSON)


async def _note_use(connection: StoreConnection, passkey: str, assertion: Assertion) -> None:
    """Store the use, or raise `BadPasskey` if the signature counter has not grown.

    Then somebody has copied the passkey. Those that are synchronized between devices count nothing
    and stay at 0.
    """
    has_grown = _KEYS.counter < assertion.counter
    counts_nothing = (_KEYS.counter == 0) & (assertion.counter == 0)
    used = await connection.execute(
        update(schema.passkeys)
        .where(_KEYS.id == passkey, has_grown | counts_nothing)
        .values(counter=assertion.counter, used=wall_clock())
    )
    if used.rowcount == 0:
        raise bad_passkey()


def _own(person: Person, passkey: str) -> ColumnElement[bool]:
    return (_KEYS.person == person.id) & (_KEYS.id == passkey[:MAX_ID_CHARACTERS])


def _check_found(count: int) -> None:
    if count == 0:
        raise NoSuchPasskey("table.refusal.no_such_passkey")


def _user_handle(person: Person) -> str:
    """Return what the authenticator stores of the person: the id, which tells nothing else."""
    return urlsafe_b64encode(person.id.encode()).decode().rstrip("=")
