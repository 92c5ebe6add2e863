"""Bot accounts with tokens, and tables at which they may take seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("people", sa.Column("owner", sa.String))
    op.create_index("people_owner", "people", ["owner"])
    op.create_table(
        "bot_tokens",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("token", sa.String, nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.add_column(
        "tables", sa.Column("programs", sa.Boolean, nullable=False, server_default=sa.false())
    )
