"""E-mail addresses of accounts, links with their own lifetime, and passkeys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("password_links", sa.Column("expires", sa.BigInteger))
    op.create_table(
        "mail_addresses",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("confirmed", sa.BigInteger, nullable=False),
    )
    op.create_index("mail_addresses_address", "mail_addresses", ["address"])
    op.create_table(
        "mail_confirmations",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("token", sa.String, nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("passkeys_person", "passkeys", ["person"])
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id")),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("passkey_challenges_created", "passkey_challenges", ["created"])
