"""How many puzzles each person has solved in a row, by game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "puzzle_streaks",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("number", sa.Integer),
        sa.Column("current", sa.Integer, nullable=False, server_default="0"),
        sa.Column("best", sa.Integer, nullable=False, server_default="0"),
    )
