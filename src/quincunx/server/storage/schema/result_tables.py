"""What finished games leave: results, ratings, searches for the next rated game, streaks."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
)

from quincunx.server.storage.schema._metadata import metadata
from quincunx.server.storage.schema.game_tables import tables
from quincunx.server.storage.schema.people_tables import people

# One row for each player of a finished game.
results = Table(
    "results",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("person", ForeignKey(people.c.id), nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("deal", String, nullable=False),
    Column("deal_name", String, nullable=False),
    # Whether it is the person's first game on this deal.
    Column("first", Boolean, nullable=False),
    # The change of the person's rating; NULL if the game was not rated.
    Column("rating", Float),
    Column("ended", BigInteger, nullable=False),
    Index("results_person", "person", "ended"),
    Index("results_game", "game", "ended"),
    Index("results_deal", "deal_name"),
)

# A player is a person, `bot:` and a level, or `deal` in cooperative games.
ratings = Table(
    "ratings",
    metadata,
    Column("player", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    # The rating that is shown, which follows from `mu` and `sigma`: leaderboards are sorted by it.
    Column("rating", Float, nullable=False, server_default="1000"),
    Index("ratings_board", "game", "rating"),
)

# People who look for a rated game with others; `table` is the one that pairing has found.
seeks = Table(
    "seeks",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("game", String, nullable=False),
    Column("clock", String, nullable=False),
    # The estimated strength when the search began, in points, and its uncertainty.
    Column("strength", Float, nullable=False),
    Column("uncertainty", Float, nullable=False),
    # Server times: when the search began, and when the person was last known to be connected.
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("table", ForeignKey(tables.c.id)),
)

# How many pairings a person has not come to lately, and when that last happened.
missed_pairings = Table(
    "missed_pairings",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("missed", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
)

# How many puzzles of a game a person has solved in a row; `number` is the one that is still open.
puzzle_streaks = Table(
    "puzzle_streaks",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("game", String, primary_key=True),
    Column("number", Integer),
    Column("current", Integer, nullable=False, server_default="0"),
    Column("best", Integer, nullable=False, server_default="0"),
)
