"""The row of a table in the database: its configuration, and what changes while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Select, func, insert, select

from quincunx.core.options import make_options
from quincunx.registry import find
from quincunx.server.common.seating import Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import ServerTime, WallTime, wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.names import fixed_names, load_people
from quincunx.server.storage.table_data.seats import insert_seating
from quincunx.wire import PersonId, TableId, TotalTime

INACTIVE_AFTER_MS: Final = 2 * 3600 * 1000
"""The lobby no longer lists a public table without a move for this long."""

# The stored state is for operators who inspect the database; loading replays the log instead.
_ROW = select(*(column for column in schema.tables.c if column.name != "state"))


def count_public_tables(host: PersonId) -> Select[Any]:
    """Count the public tables of one host that the lobby may list."""
    tables = schema.tables.c
    return select(func.count()).where(
        tables.host == host,
        tables.open,
        tables.phase.in_(("gathering", "playing")),
        tables.moved > wall_clock() - INACTIVE_AFTER_MS,
    )


async def store_new_table(
    store: Store,
    config: TableConfig,
    seating: Seating,
    due: ServerTime | None,
    check: Job[None] | None = None,
) -> None:
    """Store a new table, unless `check`, which runs in the same transaction, refuses it."""

    async def job(connection: StoreConnection) -> None:
        if check is not None:
            await check(connection)
        await insert_new_table(store, connection, config, seating, due)

    await store.write(job)


async def insert_new_table(
    store: Store,
    connection: StoreConnection,
    config: TableConfig,
    seating: Seating,
    due: ServerTime | None,
) -> None:
    """Store a new table as part of a transaction."""
    await connection.execute(insert(schema.tables).values(_new_row(config, due, wall_clock())))
    await insert_seating(connection, config.id, seating)
    await store.notify(connection, "changed", f"{config.id}:0")


def _new_row(config: TableConfig, due: ServerTime | None, now: WallTime) -> dict[str, Any]:
    return {
        "id": config.id,
        "game": config.game.name,
        "rules": config.rules,
        "options": msgspec.json.encode(config.values).decode(),
        "seats": config.seats,
        "host": config.host.id,
        "invite": config.invite,
        "phase": "gathering",
        "open": config.open,
        "pace": config.pace,
        "total_time": None if config.total is None else config.total.base,
        "increment": None if config.total is None else config.total.increment,
        "level": config.level,
        "fills": config.fills,
        "starts_by": config.starts_by,
        "bot_pace": config.bot_pace,
        "programs": config.programs,
        "deal": config.deal,
        "deal_name": config.deal_name,
        "origin": config.origin,
        "origin_version": config.origin_version,
        "rated": config.rated,
        "secret": config.secret,
        "nonces": msgspec.json.encode(config.nonces).decode(),
        "created": now,
        "moved": now,
        "version": -1,
        "clock": 0,
        "due": due,
    }


async def load_row(connection: StoreConnection, table: TableId) -> Mapping[str, Any] | None:
    """Return the table's row, or `None` if there is no such table."""
    found = await connection.execute(_ROW.where(schema.tables.c.id == table))
    row = found.mappings().first()
    return None if row is None else dict(row)


async def load_revision(store: Store, table: TableId) -> int | None:
    """Return the revision of a table, or `None` if there is no such table."""
    tables = schema.tables.c
    row = await store.fetch_one(select(tables.revision).where(tables.id == table))
    return None if row is None else row["revision"]


async def load_config(connection: StoreConnection, row: Mapping[str, Any]) -> TableConfig:
    """Return the configuration of the table with this row."""
    game = find(row["game"])
    people = await load_people(connection, [row["host"]], fixed_names(row))
    return TableConfig(
        id=row["id"],
        game=game,
        options=make_options(game.options, msgspec.json.decode(row["options"]), game=game.name),
        seats=row["seats"],
        rules=row["rules"],
        host=people[row["host"]],
        invite=row["invite"],
        secret=row["secret"],
        nonces=nonces_in(row),
        open=row["open"],
        pace=row["pace"],
        total=total_time_in(row),
        level=row["level"],
        fills=row["fills"],
        starts_by=row["starts_by"],
        bot_pace=row["bot_pace"],
        programs=row["programs"],
        deal=row["deal"],
        deal_name=row["deal_name"],
        origin=row["origin"],
        origin_version=row["origin_version"],
        rated=row["rated"],
    )


def total_time_in(row: Mapping[str, Any]) -> TotalTime | None:
    """Return the time for all moves together, if the table has one."""
    return None if row["total_time"] is None else TotalTime(row["total_time"], row["increment"])


def nonces_in(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the parts of the seed that the clients chose."""
    return msgspec.json.decode(row["nonces"], type=tuple[str, ...])
