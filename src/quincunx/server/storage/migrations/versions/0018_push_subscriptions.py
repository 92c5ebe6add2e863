"""Push subscriptions, the key that signs push messages, and hidden pages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("house", sa.Column("push_key", sa.String))
    op.add_column(
        "presence", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String, nullable=False),
        sa.Column("auth", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("session", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("push_subscriptions_id", "push_subscriptions", ["id"])
