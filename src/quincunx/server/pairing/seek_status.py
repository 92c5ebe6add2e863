"""What people are told about their searches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.engine import RowMapping

from quincunx.server.common.times import ServerTime
from quincunx.server.pairing.matching import WIDEST_GAP, gap_at
from quincunx.server.pairing.seeks import seeker_in
from quincunx.server.ratings.ratings import load_shown_ratings
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.table_data.names import load_people
from quincunx.wire import FoundPlayer, FoundTable, PersonId, Seek, TableId


async def seek_statuses(
    connection: StoreConnection,
    seeks: Sequence[RowMapping],
    people: Collection[PersonId],
    now: ServerTime,
) -> dict[PersonId, Seek]:
    """Return how the searches of these people stand; `seeks` are those of everybody."""
    waiting = Counter((row["game"], row["clock"]) for row in seeks if row["table"] is None)
    own = [row for row in seeks if row["person"] in people]
    found = await _found_tables(connection, own, now)
    return {
        row["person"]: Seek(
            game=row["game"],
            clock=row["clock"],
            waited=now - row["since"],
            gap=gap_at(seeker_in(row), now),
            widest_gap=WIDEST_GAP,
            others=waiting[row["game"], row["clock"]] - (row["table"] is None),
            found=found.get(row["person"]),
        )
        for row in own
    }


async def _found_tables(
    connection: StoreConnection, own: Sequence[RowMapping], now: ServerTime
) -> dict[PersonId, FoundTable]:
    """Return, by person, the table to which each of those who are paired has to come."""
    tables, sitters = schema.tables.c, schema.sitters.c
    ids = {row["table"] for row in own if row["table"] is not None}
    if not ids:
        return {}
    rows = await connection.execute(
        select(
            *(tables.id, tables.game, tables.invite, tables.starts_by),
            *(sitters.person, sitters.nonce),
        )
        .join(schema.sitters, sitters.table == tables.id)
        .where(tables.id.in_(ids), tables.phase == "gathering")
    )
    seated: defaultdict[TableId, list[RowMapping]] = defaultdict(list)
    for row in rows.mappings():
        seated[row["id"]].append(row)
    found: dict[PersonId, FoundTable] = {}
    for at_table in seated.values():
        players = await _players(connection, at_table)
        for row in at_table:
            found[row["person"]] = FoundTable(
                table=row["id"],
                invite=row["invite"],
                others=tuple(
                    player for person, player in players.items() if person != row["person"]
                ),
                left=max(0, (row["starts_by"] or 0) - now),
                arrived=row["nonce"] is not None,
            )
    return found


async def _players(
    connection: StoreConnection, seated: Sequence[RowMapping]
) -> Mapping[PersonId, FoundPlayer]:
    ids = [row["person"] for row in seated]
    people = await load_people(connection, ids, {})
    ratings = await load_shown_ratings(connection, seated[0]["game"], ids)
    return {person: FoundPlayer(people[person], ratings.get(person)) for person in ids}
