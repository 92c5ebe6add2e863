"""A person reports a chat message once, whichever server the report is sent to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    reports = sa.table(
        "reports",
        sa.column("id", sa.Integer),
        sa.column("table", sa.String),
        sa.column("number", sa.Integer),
        sa.column("reporter", sa.String),
        sa.column("settled", sa.Boolean),
    )
    other = reports.alias("other")
    same = (
        (other.c.table == reports.c.table)
        & (other.c.number == reports.c.number)
        & (other.c.reporter == reports.c.reporter)
    )
    # The first of several equal reports stays; a report that the operator has settled once is not
    # shown to them again.
    op.execute(
        sa.update(reports)
        .where(sa.exists().where(same & other.c.settled))
        .values(settled=sa.true())
    )
    op.execute(sa.delete(reports).where(sa.exists().where(same & (other.c.id < reports.c.id))))
    op.create_index("reports_once", "reports", ["table", "number", "reporter"], unique=True)
