"""Friends, following, blocking, and invitations to tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_index("people_name", "people", ["name"])
    op.create_table(
        "relations",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("other", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("relations_other", "relations", ["other", "kind"])
    op.create_table(
        "contact_settings",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("invitations", sa.String, nullable=False),
        sa.Column("online", sa.String, nullable=False),
    )
    op.create_table(
        "table_invitations",
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("by", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("table_invitations_person", "table_invitations", ["person"])
    op.create_index("table_invitations_by", "table_invitations", ["by"])
