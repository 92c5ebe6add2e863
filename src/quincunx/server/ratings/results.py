"""The stored results of finished games, and the cards that list them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.engine import RowMapping

from quincunx.core.outcome import Outcome
from quincunx.server.common.seating import Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import WallTime
from quincunx.server.ratings.ratings import update_ratings
from quincunx.server.ratings.sides import is_ranked_last, rank_sides
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.table_data.names import is_bot
from quincunx.wire import PersonId, ResultCard, TableId


async def store_results(
    connection: StoreConnection,
    config: TableConfig,
    seating: Seating,
    outcome: Outcome,
    *,
    rated: bool,
    ended: WallTime,
    margin: int | None = None,
) -> None:
    """Store the players' results and new ratings, in the transaction that ends the game.

    `margin` is `Game.margin` of a cooperative game.
    """
    sides = rank_sides(config.game, seating, outcome, margin)
    changes: dict[str, float] = {}
    if rated and len(sides) > 1:
        changes = await update_ratings(connection, config.game.name, sides)
    for (seat, member), occupant in seating:
        if occupant is None or occupant.person is None:
            continue
        person = occupant.person.id
        await connection.execute(
            insert(schema.results).values(
                table=config.id,
                seat=seat,
                member=member,
                game=config.game.name,
                person=person,
                score=outcome.scores[seat] if outcome.scores else 0,
                won=seat in outcome.winners and not is_ranked_last(occupant),
                deal=config.deal,
                deal_name=config.deal_name,
                # Without scores an attempt cannot be listed among the results of its deal.
                first=bool(outcome.scores) and await _is_first_attempt(connection, config, person),
                rating=changes.get(person),
                ended=ended,
            )
        )


async def _is_first_attempt(
    connection: StoreConnection, config: TableConfig, person: PersonId
) -> bool:
    """Return whether the person has not played this deal before; a position is not a deal."""
    if config.deal == "position":
        return False
    earlier = await connection.execute(
        select(schema.results.c.table)
        .where(schema.results.c.person == person, schema.results.c.deal_name == config.deal_name)
        .limit(1)
    )
    return earlier.first() is None


RESULT_CARD_COLUMNS: Final = tuple(
    schema.tables.c[column] for column in ("id", "game", "deal", "seats", "outcome", "ended")
)
"""The columns of a table that a result card is made from."""


async def result_cards(
    connection: StoreConnection, tables: Sequence[RowMapping]
) -> list[ResultCard]:
    """Return finished games as lists show them."""
    sitters = await _sitters(connection, [row["id"] for row in tables])
    cards = []
    for row in tables:
        outcome = msgspec.json.decode(row["outcome"], type=Outcome)
        seats = [sitters[row["id"], seat] for seat in range(row["seats"])]
        cards.append(
            ResultCard(
                table=row["id"],
                game=row["game"],
                deal=row["deal"],
                names=tuple(" & ".join(name for name, _ in members) for members in seats),
                scores=outcome.scores,
                winners=outcome.winners,
                ended=row["ended"],
                bot_seats=tuple(
                    seat for seat, members in enumerate(seats) if any(bot for _, bot in members)
                ),
            )
        )
    return cards


async def _sitters(
    connection: StoreConnection, tables: Sequence[TableId]
) -> dict[tuple[TableId, int], list[tuple[str, bool]]]:
    """Return, by table and seat, its members: the name or level, and whether a bot account."""
    sitters, people = schema.sitters.c, schema.people.c
    rows = await connection.execute(
        select(sitters.table, sitters.seat, people.name, people.owner, sitters.bot)
        .outerjoin(schema.people, people.id == sitters.person)
        .where(sitters.table.in_(tables))
        .order_by(sitters.table, sitters.seat, sitters.member)
    )
    members: dict[tuple[TableId, int], list[tuple[str, bool]]] = {}
    for row in rows.mappings():
        member = (row["name"] or row["bot"], is_bot(row))
        members.setdefault((row["table"], row["seat"]), []).append(member)
    return members
