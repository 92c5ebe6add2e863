"""Public tables, clocks, chat, results, ratings, and the server's own state."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.add_column("people", sa.Column("banned", sa.BigInteger))
    op.add_column("people", sa.Column("deleted", sa.BigInteger))
    for column in (
        sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("pace", sa.Integer),
        sa.Column("level", sa.String, nullable=False, server_default="medium"),
        sa.Column("fills", sa.BigInteger),
        sa.Column("deal", sa.String, nullable=False, server_default="fresh"),
        sa.Column("deal_name", sa.String, nullable=False, server_default=""),
        sa.Column("origin", sa.String),
        sa.Column("origin_version", sa.Integer),
        sa.Column("house", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("awaited", sa.Text, nullable=False, server_default="[]"),
        sa.Column("moved", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("ended", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("helped", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("tables", column)
    # A fresh deal is named after its table; overdue timers run when the server starts.
    op.execute("UPDATE tables SET deal_name = id, moved = created")
    op.execute("UPDATE tables SET due = 0 WHERE due IS NOT NULL")
    op.create_index("tables_phase", "tables", ["phase", "open"])
    op.create_index("tables_ended", "tables", ["ended"])
    op.create_index("tables_deal_name", "tables", ["deal_name"])
    op.drop_column("sitters", "stand_in")
    op.add_column("sitters", sa.Column("missed", sa.Integer, nullable=False, server_default="0"))
    op.add_column(
        "sitters", sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_index("sitters_person", "sitters", ["person"])
    op.drop_table("watchers")
    op.add_column("entries", sa.Column("back", sa.Integer))
    op.create_table(
        "chat",
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("people.id")),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("note", sa.Text),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "results",
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("member", sa.Integer, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("deal", sa.String, nullable=False),
        sa.Column("deal_name", sa.String, nullable=False),
        sa.Column("first", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Float),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
    op.create_index("results_person", "results", ["person", "ended"])
    op.create_index("results_deal", "results", ["deal_name"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("target", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
