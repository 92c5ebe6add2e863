"""Invitations to create an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "account_invitations",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
