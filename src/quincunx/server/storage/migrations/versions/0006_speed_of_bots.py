"""A table has a speed of bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("bot_pace", sa.String, nullable=False, server_default="normal")
    )
