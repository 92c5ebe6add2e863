"""People can look for rated games, and ratings are stored as leaderboards sort them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

NEWCOMER_RATING = 1000
RATING_PER_MU = 30


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("clock", sa.String, nullable=False),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("uncertainty", sa.Float, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("table", sa.String, sa.ForeignKey("tables.id")),
    )
    op.create_table(
        "missed_pairings",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.add_column("tables", sa.Column("starts_by", sa.BigInteger))
    op.create_index("results_game", "results", ["game", "ended"])
    _add_rating()


def _add_rating() -> None:
    # The default is only for the rows that exist: each gets its own rating here.
    op.add_column("ratings", sa.Column("rating", sa.Float, nullable=False, server_default="1000"))
    ratings = sa.table(
        "ratings",
        sa.column("mu", sa.Float),
        sa.column("sigma", sa.Float),
        sa.column("rating", sa.Float),
    )
    shown = NEWCOMER_RATING + RATING_PER_MU * (ratings.c.mu - 3 * ratings.c.sigma)
    op.execute(sa.update(ratings).values(rating=shown))
    op.create_index("ratings_board", "ratings", ["game", "rating"])
