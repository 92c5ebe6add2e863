"""The tables of the database.

Times are wall time (milliseconds since 1970), unless a comment says server time. Some names are
older than the words that the code uses now: `house` is the server, `orders` are the operator's
commands, `open` means public.
"""

from __future__ import annotations

from quincunx.server.storage.schema._metadata import metadata
from quincunx.server.storage.schema.game_tables import (
    chat,
    drafts,
    entries,
    private_notes,
    removed_people,
    sitters,
    table_invitations,
    tables,
)
from quincunx.server.storage.schema.login_tables import (
    account_invitations,
    accounts,
    bot_tokens,
    mail_addresses,
    mail_confirmations,
    passkey_challenges,
    passkeys,
    password_links,
    recovery_codes,
    sessions,
)
from quincunx.server.storage.schema.moderation_tables import (
    audit_log,
    reports,
)
from quincunx.server.storage.schema.people_tables import (
    contact_settings,
    mail_alerts,
    people,
    push_subscriptions,
    relations,
    vacations,
)
from quincunx.server.storage.schema.result_tables import (
    missed_pairings,
    puzzle_streaks,
    ratings,
    results,
    seeks,
)
from quincunx.server.storage.schema.server_tables import (
    operator_commands,
    presence,
    processes,
    server_state,
)

__all__ = [
    "account_invitations",
    "accounts",
    "audit_log",
    "bot_tokens",
    "chat",
    "contact_settings",
    "drafts",
    "entries",
    "mail_addresses",
    "mail_alerts",
    "mail_confirmations",
    "metadata",
    "missed_pairings",
    "operator_commands",
    "passkey_challenges",
    "passkeys",
    "password_links",
    "people",
    "presence",
    "private_notes",
    "processes",
    "push_subscriptions",
    "puzzle_streaks",
    "ratings",
    "recovery_codes",
    "relations",
    "removed_people",
    "reports",
    "results",
    "seeks",
    "server_state",
    "sessions",
    "sitters",
    "table_invitations",
    "tables",
    "vacations",
]
