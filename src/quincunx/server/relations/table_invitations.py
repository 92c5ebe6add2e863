"""Invitations to tables: a host invites a person, who takes a seat or declines."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from sqlalchemy import ColumnElement, delete, func, select, update

from quincunx.server.common.errors import HostOnly, NoSuchTable, NotAllowed, TableError, WrongPhase
from quincunx.server.common.limits import (
    MAX_INVITATIONS_A_DAY,
    MAX_INVITATIONS_OF_PAIR_A_DAY,
    MAX_OPEN_INVITATIONS,
)
from quincunx.server.common.times import wall_clock
from quincunx.server.relations import rows
from quincunx.server.relations.contact_settings import includes, load_settings
from quincunx.server.relations.events import RelationEvent
from quincunx.server.relations.subjects import load_other
from quincunx.server.storage import schema
from quincunx.server.storage.blocks import has_blocked
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store, insert_if_new
from quincunx.server.tables.creation import TableCreation
from quincunx.wire import Person, PersonId, TableId, TableInvitation, TableOpened

Announce = Callable[[RelationEvent | None, Collection[PersonId]], None]
"""Show people their news, and announce an event if there is one."""

LIFETIME_H: Final = 24
"""Hours after which an invitation lapses, if the game has not begun before."""

_INVITATIONS = schema.table_invitations.c


class NoInvitation(TableError):
    """There is no such invitation, or it is no longer open."""

    status = 404


class TableInvitations:
    """Invite people, accept and decline."""

    def __init__(self, store: Store, creation: TableCreation, announce: Announce) -> None:
        self._store = store
        self._creation = creation
        self._announce = announce

    async def invite(self, host: Person, table: TableId, guest: PersonId) -> None:
        """Invite a person to a table whose game has not begun; only its host can."""

        async def job(connection: StoreConnection) -> RelationEvent | None:
            game = await _gathering_game(connection, host, table)
            await load_other(connection, host, guest, with_accounts=True)
            is_blocked = await has_blocked(connection, guest, host.id)
            await _check_may_invite(connection, host.id, guest)
            await _check_counts(connection, host.id, guest)
            added = await connection.execute(
                insert_if_new(connection, schema.table_invitations).values(
                    table=table, person=guest, by=host.id, created=wall_clock(), hidden=is_blocked
                )
            )
            await self._store.notify(connection, "contacted", guest)
            if is_blocked or not added.rowcount:
                return None
            return RelationEvent("invitation", guest, host, table, game)

        event = await self._store.write(job)
        self._announce(event, [guest])

    async def accept(self, person: Person, table_id: TableId) -> TableOpened:
        """Take a seat at the table to which a person was invited."""
        async with self._store.connect() as connection:
            found = await connection.execute(
                select(_INVITATIONS.person).where(
                    _INVITATIONS.table == _readable(table_id), _is_open(person.id)
                )
            )
            if found.first() is None:
                raise NoInvitation("table.refusal.no_invitation")
        opened = await self._creation.accept_invitation(person, table_id)
        await self._close(person, table_id)
        return opened

    async def decline(self, person: Person, table_id: TableId) -> None:
        """Decline an invitation; its host is not told."""
        await self._close(person, table_id)

    async def _close(self, person: Person, table_id: TableId) -> None:
        """Show an invitation no longer; its row keeps the host from repeating it."""

        async def job(connection: StoreConnection) -> None:
            await connection.execute(
                update(schema.table_invitations)
                .where(_INVITATIONS.table == _readable(table_id), _INVITATIONS.person == person.id)
                .values(hidden=True)
            )
            await self._store.notify(connection, "contacted", person.id)

        await self._store.write(job)
        self._announce(None, [person.id])


async def load_invitations(
    connection: StoreConnection, person: PersonId
) -> tuple[TableInvitation, ...]:
    """Return a person's open invitations, the latest first."""
    tables, people, sitters = schema.tables.c, schema.people.c, schema.sitters.c
    own_tables = select(sitters.table).where(sitters.person == person)
    found = await connection.execute(
        select(_INVITATIONS.table, tables.game, people.id, people.name, _INVITATIONS.created)
        .join_from(schema.table_invitations, schema.tables, tables.id == _INVITATIONS.table)
        .join(schema.people, people.id == _INVITATIONS.by)
        .where(
            _is_open(person),
            tables.phase == "gathering",
            tables.id.not_in(own_tables),
            people.banned.is_(None),
        )
        .order_by(_INVITATIONS.created.desc(), tables.id)
        .limit(MAX_OPEN_INVITATIONS)
    )
    return tuple(
        TableInvitation(table, game, Person(by, name), created)
        for table, game, by, name, created in found
    )


def _is_open(person: PersonId) -> ColumnElement[bool]:
    return (
        (_INVITATIONS.person == person)
        & _INVITATIONS.hidden.is_(False)
        & (_INVITATIONS.created > _oldest())
    )


async def _gathering_game(connection: StoreConnection, host: Person, table: TableId) -> str:
    """Return the game of a table of that host that has not begun; refuse any other table."""
    tables = schema.tables.c
    rows = await connection.execute(
        select(tables.host, tables.phase, tables.game).where(tables.id == _readable(table))
    )
    row = rows.mappings().first()
    if row is None:
        raise NoSuchTable("table.refusal.no_such_table")
    if row["host"] != host.id:
        raise HostOnly("table.refusal.host_only")
    if row["phase"] != "gathering":
        raise WrongPhase("table.refusal.already_begun")
    game: str = row["game"]
    return game


async def _check_may_invite(connection: StoreConnection, host: PersonId, guest: PersonId) -> None:
    """Refuse an invitation that the guest's settings exclude; a block makes no difference here."""
    mine = await rows.between(connection, host, guest)
    if "block" in mine:
        raise NotAllowed("table.refusal.unblock_first")
    settings = (await load_settings(connection, [guest]))[guest]
    if not includes(settings.invitations, friend="friend" in mine):
        raise NotAllowed("table.refusal.no_invitations_wanted")


async def _check_counts(connection: StoreConnection, host: PersonId, guest: PersonId) -> None:
    """Refuse more invitations than people send; delete the host's lapsed ones."""
    await connection.execute(
        delete(schema.table_invitations).where(
            _INVITATIONS.by == host, _INVITATIONS.created <= _oldest()
        )
    )
    is_current = _INVITATIONS.created > _oldest()
    for condition, most in (
        (_INVITATIONS.by == host, MAX_INVITATIONS_A_DAY),
        ((_INVITATIONS.by == host) & (_INVITATIONS.person == guest), MAX_INVITATIONS_OF_PAIR_A_DAY),
    ):
        count = await connection.scalar(select(func.count()).where(condition, is_current))
        if (count or 0) >= most:
            raise NotAllowed("table.refusal.too_many_invitations")


def _oldest() -> int:
    return wall_clock() - LIFETIME_H * 3600 * 1000


def _readable(table: TableId) -> str:
    # PostgreSQL refuses a text that contains a NUL.
    return table.replace("\0", "")
