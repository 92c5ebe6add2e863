"""The operator's view of tables, people and reports, and what the operator can do to them."""

from __future__ import annotations

from collections import defaultdict
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import func, select, update

from quincunx.server.common.errors import NoSuchTable, WrongPhase
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.common.written_text import clean_reason
from quincunx.server.people.accounts.bot_accounts import revoke_token
from quincunx.server.people.accounts.invitations import create_invitation, invitation_path
from quincunx.server.people.accounts.password_links import create_link, password_path
from quincunx.server.people.deletion import bots_of, delete_person
from quincunx.server.people.names import generated_name, replace_name
from quincunx.server.people.reports import ListedReport, open_reports, settle_report
from quincunx.server.people.sessions import NoSuchPerson, end_sessions, find_existing
from quincunx.server.storage import operator_commands, schema
from quincunx.server.storage.audit_log import Action, AuditEntry, add_entry
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import Person, PersonId, TableId


class ListedTable(msgspec.Struct, frozen=True):
    id: TableId
    game: str
    phase: str
    host: str
    people: tuple[str, ...]
    created: WallTime
    moved: WallTime


class ListedPerson(msgspec.Struct, frozen=True):
    id: PersonId
    name: str
    login: str | None
    created: WallTime
    games: int
    """How many games the person has finished."""
    banned: WallTime | None
    owner: PersonId | None
    """The person who owns a bot account; `None` for a person."""


class LoggedAction(msgspec.Struct, frozen=True):
    """An entry of the audit log, with the names that people have now."""

    id: int
    at: WallTime
    role: Literal["operator", "host"]
    actor: str
    """The operator's user name, or the id of the host."""
    action: Action
    person: Person | None
    table: TableId | None
    report: int | None
    why: str


class LogFilter(NamedTuple):
    """Which entries of the audit log are wanted; `None` stands for all."""

    person: PersonId | None = None
    """As the one whom it was done to, or as the host who did it."""
    table: TableId | None = None
    action: Action | None = None
    role: Literal["operator", "host"] | None = None
    most: int = 100


class Moderation:
    """What `quincunx admin` does in the store, whether or not a server is running."""

    def __init__(self, store: Store, operator: str = "operator", why: str = "") -> None:
        """`operator` and `why` are written into the audit log: who acts, and the reason."""
        self._store = store
        self._operator = operator
        self._why = clean_reason(why)

    # Tables

    async def tables(self, phase: str | None = None, game: str | None = None) -> list[ListedTable]:
        """Return the tables in a phase and of a game, the newest first; `None` stands for all."""
        tables = schema.tables.c
        wanted = [
            column == value
            for column, value in ((tables.phase, phase), (tables.game, game))
            if value is not None
        ]
        host = schema.people.c.name.label("host_name")
        rows = await self._store.fetch_all(
            select(schema.tables, host)
            .join_from(schema.tables, schema.people)
            .where(*wanted)
            .order_by(tables.created.desc(), tables.id)
        )
        names = await self._names_by_table()
        return [
            ListedTable(
                id=row["id"],
                game=row["game"],
                phase=row["phase"],
                host=row["host_name"],
                people=tuple(names[row["id"]]),
                created=row["created"],
                moved=row["moved"],
            )
            for row in rows
        ]

    async def _names_by_table(self) -> defaultdict[TableId, list[str]]:
        """Return the names of the people at each table."""
        sitters = schema.sitters.c
        names = defaultdict[TableId, list[str]](list)
        for row in await self._store.fetch_all(
            select(sitters.table, schema.people.c.name)
            .join_from(schema.sitters, schema.people)
            .order_by(sitters.seat, sitters.member)
        ):
            names[row["table"]].append(row["name"])
        return names

    async def close(self, table: TableId) -> None:
        """Queue a command that closes a table; a server executes it."""

        async def job(connection: StoreConnection) -> None:
            phase = await connection.scalar(
                select(schema.tables.c.phase).where(schema.tables.c.id == table)
            )
            if phase is None:
                raise NoSuchTable("table.refusal.no_such_table")
            if phase in ("over", "closed"):
                raise WrongPhase("server.table_is_over")
            await operator_commands.queue_command(connection, "close", table)
            await self._log(connection, "close", table=table)

        await self._store.write(job)

    # People

    async def people(self, search: str = "") -> list[ListedPerson]:
        """Return the people whose id, name or login contains the text, the newest first."""
        people = schema.people.c
        games = select(func.count()).where(schema.results.c.person == people.id)
        rows = await self._store.fetch_all(
            select(
                schema.people,
                schema.accounts.c.login,
                games.correlate(schema.people).scalar_subquery().label("games"),
            )
            .join_from(schema.people, schema.accounts, isouter=True)
            .where(people.deleted.is_(None))
            .order_by(people.created.desc(), people.id)
        )
        listed = (
            ListedPerson(**{name: row[name] for name in ListedPerson.__struct_fields__})
            for row in rows
        )
        return [person for person in listed if _matches(person, search)]

    async def person(self, person_id: PersonId) -> Person:
        """Return the person with that id; raise `NoSuchPerson` if there is none."""
        async with self._store.connect() as connection:
            return await find_existing(connection, person_id)

    async def ban(self, person_id: PersonId) -> Person:
        """End a person's sessions and do not let them, or their bot accounts, in again."""

        async def job(connection: StoreConnection) -> Person:
            person = await find_existing(connection, person_id)
            await _set_banned(connection, person, wall_clock())
            await end_sessions(connection, person.id)
            for banned in (person.id, *await bots_of(connection, person.id)):
                await operator_commands.queue_command(connection, "ban", banned)
            await self._log(connection, "ban", person.id)
            return person

        return await self._store.write(job)

    async def unban(self, person_id: PersonId) -> Person:
        """Let a person log in again."""

        async def job(connection: StoreConnection) -> Person:
            person = await find_existing(connection, person_id)
            await _set_banned(connection, person, None)
            await self._log(connection, "unban", person.id)
            return person

        return await self._store.write(job)

    async def remove(self, person_id: PersonId) -> Person:
        """Delete a person's data; the games they played stay, without the name."""

        async def job(connection: StoreConnection) -> Person:
            person = await find_existing(connection, person_id)
            bots = await bots_of(connection, person.id)
            await self._log(connection, "remove", person.id)
            await delete_person(connection, person.id)
            for removed in (person.id, *bots):
                await operator_commands.queue_command(connection, "remove", removed)
            return person

        return await self._store.write(job)

    async def revoke(self, person_id: PersonId) -> Person:
        """Revoke the token of a bot account and end its connections."""

        async def job(connection: StoreConnection) -> Person:
            person = await find_existing(connection, person_id)
            if not person.bot:
                raise NoSuchPerson("server.no_bot_account", person=person_id)
            await revoke_token(connection, person.id)
            await operator_commands.queue_command(connection, "ban", person.id)
            await self._log(connection, "revoke", person.id)
            return person

        return await self._store.write(job)

    async def rename(self, person_id: PersonId) -> tuple[Person, str]:
        """Replace a person's name by a generated one; return the person as before, and the name."""
        name = generated_name()

        async def job(connection: StoreConnection) -> tuple[Person, str]:
            person = await find_existing(connection, person_id)
            await replace_name(connection, person.id, name, self._why)
            await operator_commands.queue_command(connection, "rename", person.id)
            await self._log(connection, "rename", person.id)
            return person, name

        return await self._store.write(job)

    async def create_invitation(self) -> str:
        """Create an invitation to register; return the path that it opens."""

        async def job(connection: StoreConnection) -> str:
            await self._log(connection, "invite")
            return await create_invitation(connection)

        return invitation_path(await self._store.write(job))

    async def create_password_link(self, person_id: PersonId) -> tuple[Person, str]:
        """Create a link with which a person sets a new password; return the path that it opens."""

        async def job(connection: StoreConnection) -> tuple[Person, str]:
            person = await find_existing(connection, person_id)
            accounts = schema.accounts.c
            login = select(accounts.login).where(accounts.person == person.id)
            if await connection.scalar(login) is None:
                raise NoSuchPerson("server.no_account", person=person_id)
            await self._log(connection, "password", person.id)
            return person, password_path(await create_link(connection, person.id))

        return await self._store.write(job)

    # Reports

    async def reports(self) -> list[ListedReport]:
        """Return the reports that are not settled, the oldest first."""
        return await open_reports(self._store)

    async def settle(self, report: int) -> None:
        """Mark a report as settled."""

        async def job(connection: StoreConnection) -> None:
            await settle_report(connection, report)
            await self._log(connection, "settle", report=report)

        await self._store.write(job)

    # Audit log

    async def log(self, wanted: LogFilter) -> list[LoggedAction]:
        """Return the latest entries of the audit log, the newest first."""
        log, people = schema.audit_log.c, schema.people.c
        conditions = [
            column == value
            for column, value in (
                (log.table, wanted.table),
                (log.action, wanted.action),
                (log.role, wanted.role),
            )
            if value is not None
        ]
        if wanted.person is not None:
            conditions.append((log.person == wanted.person) | (log.actor == wanted.person))
        rows = await self._store.fetch_all(
            select(schema.audit_log, people.name)
            .outerjoin(schema.people, people.id == log.person)
            .where(*conditions)
            .order_by(log.id.desc())
            .limit(wanted.most)
        )
        return [
            LoggedAction(
                id=row["id"],
                at=row["at"],
                role=row["role"],
                actor=row["actor"],
                action=row["action"],
                person=Person(row["person"], row["name"] or "") if row["person"] else None,
                table=row["table"],
                report=row["report"],
                why=row["why"],
            )
            for row in rows
        ]

    async def note(self, action: Action, person: PersonId | None = None) -> None:
        """Add an entry for an action that changes nothing else in the store."""
        await self._store.write(lambda connection: self._log(connection, action, person))

    async def _log(
        self,
        connection: StoreConnection,
        action: Action,
        person: PersonId | None = None,
        table: TableId | None = None,
        report: int | None = None,
    ) -> None:
        entry = AuditEntry("operator", self._operator, action, person, table, report, self._why)
        await add_entry(connection, entry)


def _matches(person: ListedPerson, search: str) -> bool:
    # Not done in the database: SQLite ignores case only for English letters.
    texts = (person.id, person.name, person.login or "")
    return any(search.casefold() in text.casefold() for text in texts)


async def _set_banned(connection: StoreConnection, person: Person, at: WallTime | None) -> None:
    await connection.execute(
        update(schema.people).where(schema.people.c.id == person.id).values(banned=at)
    )
