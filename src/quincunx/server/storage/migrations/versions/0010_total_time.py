"""A table can have a time for all moves together, with an increment after each move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("tables", sa.Column("total_time", sa.Integer))
    op.add_column("tables", sa.Column("increment", sa.Integer))
