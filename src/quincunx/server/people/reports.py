"""Reports about names and avatars, and the operator's list of all reports."""

from __future__ import annotations

from typing import Literal

import msgspec
from sqlalchemy import func, select, update

from quincunx.core.errors import QuincunxError
from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.common.written_text import clean_reason
from quincunx.server.people.sessions import find_existing
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store, insert_if_new
from quincunx.wire import Person, PersonId, ReportPerson, TableId


class NoSuchReport(QuincunxError):
    """There is no open report with that number."""


class ListedReport(msgspec.Struct, frozen=True):
    id: int
    at: WallTime
    about: Literal["message", "name", "avatar"]
    table: TableId | None
    """Where the message was written; `None` for a report about a person."""
    game: str | None
    person: Person
    """The author of the message, or the reported person."""
    text: str
    """The message, or the name that the person had when it was reported."""
    reporter: Person
    why: str


async def report_person(
    store: Store, reporter: Person, person_id: PersonId, request: ReportPerson
) -> None:
    """File a report about a person's name or avatar, once for each reporter and name."""
    why = clean_reason(request.why)
    if reporter.id == person_id:
        raise NotAllowed("table.refusal.report_yourself")

    async def job(connection: StoreConnection) -> None:
        person = await find_existing(connection, person_id)
        await connection.execute(
            insert_if_new(connection, schema.reports).values(
                about=request.about,
                person=person.id,
                shown=person.name,
                reporter=reporter.id,
                why=why,
                at=wall_clock(),
            )
        )

    await store.write(job)


async def open_reports(store: Store) -> list[ListedReport]:
    """Return the reports that are not settled, the oldest first."""
    reports, chat = schema.reports.c, schema.chat.c
    reported, reporter = schema.people.alias(), schema.people.alias()
    rows = await store.fetch_all(
        select(
            schema.reports,
            schema.tables.c.game,
            chat.text,
            chat.reaction,
            reported.c.id.label("reported_id"),
            reported.c.name.label("reported_name"),
            reporter.c.name.label("reporter_name"),
        )
        .join_from(schema.reports, schema.tables, isouter=True)
        .outerjoin(schema.chat, (chat.table == reports.table) & (chat.number == reports.number))
        .join(reported, reported.c.id == func.coalesce(reports.person, chat.person))
        .join(reporter, reporter.c.id == reports.reporter)
        .where(reports.settled.is_(False))
        .order_by(reports.id)
    )
    return [
        ListedReport(
            id=row["id"],
            at=row["at"],
            about=row["about"],
            table=row["table"],
            game=row["game"],
            person=Person(row["reported_id"], row["reported_name"]),
            text=row["shown"] or row["text"] or row["reaction"] or "",
            reporter=Person(row["reporter"], row["reporter_name"]),
            why=row["why"],
        )
        for row in rows
    ]


async def settle_report(connection: StoreConnection, report: int) -> None:
    """Mark a report as settled; raise `NoSuchReport` if there is no open one."""
    settled = await connection.execute(
        update(schema.reports)
        .where(schema.reports.c.id == report, schema.reports.c.settled.is_(False))
        .values(settled=True)
    )
    if settled.rowcount == 0:
        raise NoSuchReport("server.no_such_report", report=report)
