"""When each request was stored, recorded by database triggers, independently of the servers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sqlalchemy import BigInteger, Column, MetaData, String, Table, select

from quincunx.server.common.request_keys import RequestKey
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import open_database

_request_times = Table(
    "request_times",
    MetaData(),
    Column("table", String),
    Column("request", String),
    Column("at", BigInteger),
)


class _Dialect(NamedTuple):
    now_ms: str
    """The true wall time: faults change the servers' clocks, not the database's."""
    last_done: str
    """The last item of `tables.done`, a list in JSON."""


_DIALECTS = {
    "sqlite": _Dialect(
        "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
        "json_extract(NEW.done, '$[#-1]')",
    ),
    "postgresql": _Dialect(
        "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", "NEW.done::json ->> -1"
    ),
}


async def record_request_times(url: str) -> None:
    """Record the times from now on, in a database that has its tables already."""
    database = open_database(url)
    try:
        async with database.begin() as connection:
            await connection.run_sync(_request_times.create)
            for statement in _triggers(connection.dialect.name):
                await connection.exec_driver_sql(statement)
    finally:
        await database.close()


async def request_times_of(connection: StoreConnection, table: str) -> Mapping[RequestKey, int]:
    """Return the wall time, in milliseconds, at which each request was stored."""
    columns = _request_times.c
    found = await connection.execute(
        select(columns.request, columns.at)
        .where(columns.table == table)
        .order_by(columns.at.desc())
    )
    return {row["request"]: row["at"] for row in found.mappings()}


def _triggers(dialect: str) -> Iterator[str]:
    now_ms, last_done = _DIALECTS[dialect]
    for name, event, table, request, condition in (
        ("move", "INSERT ON entries", 'NEW."table"', "NEW.request", "NEW.request IS NOT NULL"),
        ("chat", "INSERT ON chat", 'NEW."table"', "NEW.request", "NEW.request IS NOT NULL"),
        ("other", "UPDATE ON tables", "NEW.id", last_done, "NEW.done <> OLD.done"),
    ):
        trigger = f"record_{name}_time"
        insert = f"INSERT INTO request_times VALUES ({table}, {request}, {now_ms});"
        when = f"AFTER {event} FOR EACH ROW WHEN ({condition})"
        if dialect == "sqlite":
            yield f"CREATE TRIGGER {trigger} {when} BEGIN {insert} END"
        else:
            body = f"BEGIN {insert} RETURN NULL; END"
            yield f"CREATE FUNCTION {trigger}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
            yield f"CREATE TRIGGER {trigger} {when} EXECUTE FUNCTION {trigger}()"
