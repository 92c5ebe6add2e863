"""Players go on vacation; their seats keep when their clocks stand still."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "vacations",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("starts", sa.BigInteger, primary_key=True),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.add_column("sitters", sa.Column("vacations", sa.Text, nullable=False, server_default="[]"))
