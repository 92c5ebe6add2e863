"""Games are rated or casual from the start, and names can be fixed for the time of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Boolean))
    op.add_column("tables", sa.Column("names", sa.Text))
    op.add_column(
        "sitters", sa.Column("forfeited", sa.Boolean, nullable=False, server_default=sa.false())
    )
    # As the table would have been rated: on a fresh deal, without help, not alone.
    tables = sa.table(
        "tables",
        sa.column("rated", sa.Boolean),
        sa.column("deal", sa.String),
        sa.column("helped", sa.Boolean),
        sa.column("seats", sa.Integer),
    )
    would_be = (tables.c.deal == "fresh") & ~tables.c.helped & (tables.c.seats > 1)
    op.execute(sa.update(tables).values(rated=sa.case((would_be, sa.true()), else_=sa.false())))
