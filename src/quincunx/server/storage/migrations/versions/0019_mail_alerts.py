"""Alerts by e-mail: who wants them, and which ones wait or have been sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("mail_addresses", sa.Column("alerts", sa.Text))
    op.add_column("mail_addresses", sa.Column("stop_token", sa.String))
    op.create_index("mail_addresses_stop_token", "mail_addresses", ["stop_token"], unique=True)
    op.create_table(
        "mail_alerts",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("tag", sa.String, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("game", sa.String),
        sa.Column("path", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.BigInteger),
    )
    op.create_index("mail_alerts_waiting", "mail_alerts", ["sent", "created"])
