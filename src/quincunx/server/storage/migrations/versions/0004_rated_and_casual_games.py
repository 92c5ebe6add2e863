"""Games are rated or casual from the start, and names can be fixed for a game."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

IDLE_MS = 24 * 3_600_000
"""Games in progress without a move for this long become casual."""


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Boolean))
    op.add_column("tables", sa.Column("names", sa.Text))
    op.add_column(
        "sitters", sa.Column("forfeited", sa.Boolean, nullable=False, server_default=sa.false())
    )
    tables = sa.table(
        "tables",
        sa.column("rated", sa.Boolean),
        sa.column("deal", sa.String),
        sa.column("helped", sa.Boolean),
        sa.column("seats", sa.Integer),
        sa.column("phase", sa.String),
        sa.column("pace", sa.Integer),
        sa.column("fills", sa.BigInteger),
        sa.column("moved", sa.BigInteger),
    )
    # What was rated so far: fresh deals, without help, with several players.
    would_be = (tables.c.deal == "fresh") & ~tables.c.helped & (tables.c.seats > 1)
    # The players can still choose, except those who asked for any opponent.
    undecided = (tables.c.phase == "gathering") & tables.c.fills.is_(None)
    # The players of these games did not know that staying away would lose the game.
    idle_since = time.time_ns() // 1_000_000 - IDLE_MS
    idle = (tables.c.phase == "playing") & tables.c.pace.is_(None) & (tables.c.moved < idle_since)
    casual = idle | (tables.c.phase == "gathering") | ~would_be
    rated = sa.case((undecided, sa.null()), (casual, sa.false()), else_=sa.true())
    op.execute(sa.update(tables).values(rated=rated))
