"""The operator's view of tables, people and reports, and what the operator can do to them."""

from __future__ import annotations

from collections import defaultdict

import msgspec
from sqlalchemy import func, select, update

from quincunx.core.errors import QuincunxError
from quincunx.server.common.errors import NoSuchTable, WrongPhase
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.people.bot_accounts import revoke_token
from quincunx.server.people.deletion import bots_of, delete_person
from quincunx.server.people.invitations import create_invitation, invitation_path
from quincunx.server.people.password_links import create_link, password_path
from quincunx.server.people.sessions import NoSuchPerson, end_sessions
from quincunx.server.storage import operator_commands, schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.names import is_bot
from quincunx.wire import Person, PersonId, TableId


class NoSuchReport(QuincunxError):
    """There is no open report with that number."""


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


class ListedReport(msgspec.Struct, frozen=True):
    id: int
    at: WallTime
    table: TableId
    game: str
    person: Person
    """The author of the message."""
    text: str
    reporter: Person
    why: str


class Moderation:
    """What `quincunx admin` does in the store, whether or not a server is running."""

    def __init__(self, store: Store) -> None:
        self._store = store

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
            return await _person(connection, person_id)

    async def ban(self, person_id: PersonId) -> Person:
        """End a person's sessions and do not let them, or their bot accounts, in again."""

        async def job(connection: StoreConnection) -> Person:
            person = await _person(connection, person_id)
            await _set_banned(connection, person, wall_clock())
            await end_sessions(connection, person.id)
            for banned in (person.id, *await bots_of(connection, person.id)):
                await operator_commands.queue_command(connection, "ban", banned)
            return person

        return await self._store.write(job)

    async def unban(self, person_id: PersonId) -> Person:
        """Let a person log in again."""

        async def job(connection: StoreConnection) -> Person:
            person = await _person(connection, person_id)
            await _set_banned(connection, person, None)
            return person

        return await self._store.write(job)

    async def remove(self, person_id: PersonId) -> Person:
        """Delete a person's data; the games they played stay, without the name."""

        async def job(connection: StoreConnection) -> Person:
            person = await _person(connection, person_id)
            bots = await bots_of(connection, person.id)
            await delete_person(connection, person.id)
            for removed in (person.id, *bots):
                await operator_commands.queue_command(connection, "remove", removed)
            return person

        return await self._store.write(job)

    async def revoke(self, person_id: PersonId) -> Person:
        """Revoke the token of a bot account and end its connections."""

        async def job(connection: StoreConnection) -> Person:
            person = await _person(connection, person_id)
            if not person.bot:
                raise NoSuchPerson("server.no_bot_account", person=person_id)
            await revoke_token(connection, person.id)
            await operator_commands.queue_command(connection, "ban", person.id)
            return person

        return await self._store.write(job)

    async def create_invitation(self) -> str:
        """Create an invitation to register; return the path that it opens."""
        return invitation_path(await self._store.write(create_invitation))

    async def create_password_link(self, person_id: PersonId) -> tuple[Person, str]:
        """Create a link with which a person sets a new password; return the path that it opens."""

        async def job(connection: StoreConnection) -> tuple[Person, str]:
            person = await _person(connection, person_id)
            accounts = schema.accounts.c
            login = select(accounts.login).where(accounts.person == person.id)
            if await connection.scalar(login) is None:
                raise NoSuchPerson("server.no_account", person=person_id)
            return person, password_path(await create_link(connection, person.id))

        return await self._store.write(job)

    # Reports

    async def reports(self) -> list[ListedReport]:
        """Return the reports that are not settled, the oldest first."""
        reports, chat = schema.reports.c, schema.chat.c
        speaker, reporter = schema.people.alias(), schema.people.alias()
        rows = await self._store.fetch_all(
            select(
                schema.reports,
                schema.tables.c.game,
                chat.text,
                speaker.c.id.label("speaker_id"),
                speaker.c.name.label("speaker_name"),
                reporter.c.name.label("reporter_name"),
            )
            .join_from(schema.reports, schema.tables)
            .join(schema.chat, (chat.table == reports.table) & (chat.number == reports.number))
            .join(speaker, speaker.c.id == chat.person)
            .join(reporter, reporter.c.id == reports.reporter)
            .where(reports.settled.is_(False))
            .order_by(reports.id)
        )
        return [
            ListedReport(
                id=row["id"],
                at=row["at"],
                table=row["table"],
                game=row["game"],
                person=Person(row["speaker_id"], row["speaker_name"]),
                text=row["text"],
                reporter=Person(row["reporter"], row["reporter_name"]),
                why=row["why"],
            )
            for row in rows
        ]

    async def settle(self, report: int) -> None:
        """Mark a report as settled."""

        async def job(connection: StoreConnection) -> None:
            settled = await connection.execute(
                update(schema.reports)
                .where(schema.reports.c.id == report, schema.reports.c.settled.is_(False))
                .values(settled=True)
            )
            if settled.rowcount == 0:
                raise NoSuchReport("server.no_such_report", report=report)

        await self._store.write(job)


def _matches(person: ListedPerson, search: str) -> bool:
    # Not done in the database: SQLite ignores case only for English letters.
    texts = (person.id, person.name, person.login or "")
    return any(search.casefold() in text.casefold() for text in texts)


async def _person(connection: StoreConnection, person_id: PersonId) -> Person:
    rows = await connection.execute(
        select(schema.people).where(
            schema.people.c.id == person_id, schema.people.c.deleted.is_(None)
        )
    )
    row = rows.mappings().first()
    if row is None:
        raise NoSuchPerson("table.refusal.no_such_person")
    return Person(person_id, row["name"], is_bot(row))


async def _set_banned(connection: StoreConnection, person: Person, at: WallTime | None) -> None:
    await connection.execute(
        update(schema.people).where(schema.people.c.id == person.id).values(banned=at)
    )
