"""The ratings of the people at a table, which the page shows beside their names.

They are no part of a table's state: a rating that changes during a game, because a player also
plays elsewhere, must not change what the table sends. The page asks for them once.
"""

from __future__ import annotations

from sqlalchemy import select

from quincunx.server.ratings.ratings import load_shown_ratings
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.names import is_quiet_now
from quincunx.wire import PersonRating, TableId


async def load_table_ratings(store: Store, table: TableId) -> tuple[PersonRating, ...]:
    """Return the ratings of the people with seats at a table, bot accounts excepted.

    While a game that forbids talking is played there are none, because players could change theirs
    to tell each other something.
    """
    tables, sitters, people = schema.tables.c, schema.sitters.c, schema.people.c
    async with store.connect() as connection:
        rows = await connection.execute(
            select(tables.game, tables.phase, tables.names, sitters.person)
            .join(schema.sitters, sitters.table == tables.id)
            .join(schema.people, people.id == sitters.person)
            .where(tables.id == table, people.owner.is_(None), people.deleted.is_(None))
        )
        seated = rows.mappings().all()
        if not seated or is_quiet_now(seated[0]):
            return ()
        ids = {row["person"] for row in seated}
        shown = await load_shown_ratings(connection, seated[0]["game"], ids)
    return tuple(PersonRating(person, rating) for person, rating in sorted(shown.items()))
