"""Reactions, removed people, reports about names and avatars, and an audit log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("people", sa.Column("renamed_why", sa.Text))
    op.add_column("chat", sa.Column("reaction", sa.String))
    op.create_table(
        "removed_people",
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    with op.batch_alter_table("reports") as reports:
        reports.alter_column("table", existing_type=sa.String, nullable=True)
        reports.alter_column("number", existing_type=sa.Integer, nullable=True)
        reports.add_column(sa.Column("about", sa.String, nullable=False, server_default="message"))
        reports.add_column(sa.Column("person", sa.String))
        reports.add_column(sa.Column("shown", sa.Text))
    op.create_index(
        "reports_person_once", "reports", ["person", "about", "shown", "reporter"], unique=True
    )
    op.create_table(
        "audit_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("person", sa.String),
        sa.Column("table", sa.String),
        sa.Column("report", sa.Integer),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_index("audit_log_person", "audit_log", ["person"])
    op.create_index("audit_log_table", "audit_log", ["table"])
