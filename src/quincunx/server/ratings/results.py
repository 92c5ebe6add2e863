"""What is kept of a finished game: how it ended for everybody who sat at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.engine import RowMapping

from quincunx.core.outcome import Outcome
from quincunx.server.common.seating import Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.ratings.ratings import update_ratings
from quincunx.server.ratings.sides import is_ranked_last, sides
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import ResultCard


async def store_results(
    connection: StoreConnection,
    sheet: TableConfig,
    seating: Seating,
    outcome: Outcome,
    *,
    rated: bool,
    ended: int,
    margin: int | None = None,
) -> None:
    """Stores the results, and the ratings that follow, in the transaction that ends the game.

    `margin` is the game's own, where all play together.
    """
    against = sides(sheet.game, seating, outcome, margin)
    changes: dict[str, float] = {}
    if rated and len(against) > 1:
        changes = await update_ratings(connection, sheet.game.name, against)
    for (seat, member), sitter in seating:
        if sitter is None or sitter.person is None:
            continue
        person = sitter.person.id
        await connection.execute(
            insert(schema.results).values(
                table=sheet.id,
                seat=seat,
                member=member,
                game=sheet.game.name,
                person=person,
                score=outcome.scores[seat] if outcome.scores else 0,
                won=seat in outcome.winners and not is_ranked_last(sitter),
                deal=sheet.deal,
                deal_name=sheet.deal_name,
                # Without scores there is nothing to compare on the deal's own list.
                first=bool(outcome.scores) and await _is_first(connection, sheet, person),
                rating=changes.get(person),
                ended=ended,
            )
        )


async def _is_first(connection: StoreConnection, sheet: TableConfig, person: str) -> bool:
    """Whether the person has not played this deal before; a position is no deal."""
    if sheet.deal == "position":
        return False
    earlier = await connection.execute(
        select(schema.results.c.table)
        .where(schema.results.c.person == person, schema.results.c.deal_name == sheet.deal_name)
        .limit(1)
    )
    return earlier.first() is None


RESULT_CARD_COLUMNS: Final = tuple(
    schema.tables.c[column] for column in ("id", "game", "deal", "seats", "outcome", "ended")
)
"""What a card is made from, of a table's line in the store."""


async def result_cards(
    connection: StoreConnection, tables: Sequence[RowMapping]
) -> list[ResultCard]:
    """Finished games as a list of games tells them."""
    names = await _names(connection, [row["id"] for row in tables])
    found = []
    for row in tables:
        outcome = msgspec.json.decode(row["outcome"], type=Outcome)
        found.append(
            ResultCard(
                table=row["id"],
                game=row["game"],
                deal=row["deal"],
                names=tuple(" & ".join(names[row["id"], seat]) for seat in range(row["seats"])),
                scores=outcome.scores,
                winners=outcome.winners,
                ended=row["ended"],
            )
        )
    return found


async def _names(
    connection: StoreConnection, tables: Sequence[str]
) -> dict[tuple[str, int], list[str]]:
    """By table and seat: what people are called now, or the bot's level."""
    sitters = schema.sitters.c
    rows = await connection.execute(
        select(sitters.table, sitters.seat, schema.people.c.name, sitters.bot)
        .outerjoin(schema.people, schema.people.c.id == sitters.person)
        .where(sitters.table.in_(tables))
        .order_by(sitters.table, sitters.seat, sitters.member)
    )
    names: dict[tuple[str, int], list[str]] = {}
    for table, seat, name, bot in rows:
        names.setdefault((table, seat), []).append(name or bot)
    return names
