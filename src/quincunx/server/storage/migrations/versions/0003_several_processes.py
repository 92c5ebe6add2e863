"""Revisions of tables, and presence, for several server processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("around", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("proposal", sa.Text))
    op.add_column("tables", sa.Column("done", sa.Text, nullable=False, server_default="[]"))
    op.add_column("chat", sa.Column("request", sa.String))
    op.create_table(
        "processes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("heard", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String, primary_key=True),
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("person", sa.String, primary_key=True),
    )
    op.create_index("presence_table", "presence", ["table"])
