"""The export of personal data: everything that the server stores about one person."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, select

from quincunx.server.storage.schema import (
    accounts,
    audit_log,
    bot_tokens,
    chat,
    contact_settings,
    drafts,
    entries,
    mail_addresses,
    mail_alerts,
    mail_confirmations,
    missed_pairings,
    passkey_challenges,
    passkeys,
    password_links,
    people,
    private_notes,
    push_subscriptions,
    puzzle_streaks,
    ratings,
    recovery_codes,
    relations,
    removed_people,
    reports,
    results,
    seeks,
    sessions,
    sitters,
    table_invitations,
    tables,
    vacations,
)
from quincunx.server.storage.store import Store, stream_in_batches
from quincunx.wire import Person, PersonId


async def export(store: Store, person: Person) -> bytes:
    """Return all rows that belong to a person, by kind, as JSON with one row on a line.

    Hashes of secrets are left out. A person may have many thousands of rows, so they are streamed.
    """
    kinds = []
    async with store.connect() as connection:
        for kind, query in _queries(person.id).items():
            rows = [
                msgspec.json.encode(dict(row))
                async for part in stream_in_batches(connection, query)
                for row in part
            ]
            kinds.append(msgspec.json.encode(kind) + b": [\n" + b",\n".join(rows) + b"\n]")
    return b"{\n" + b",\n".join(kinds) + b"\n}"


def _queries(person: PersonId) -> dict[str, Select[Any]]:
    own_seat = and_(sitters.c.table == drafts.c.table, sitters.c.seat == drafts.c.seat)
    return {
        "person": _rows(people.c.id, person, "id", "name", "created", "renamed_why"),
        "account": _rows(accounts.c.person, person, "login", "created"),
        "recovery_codes": _rows(recovery_codes.c.person, person, "created"),
        "password_links": _rows(password_links.c.person, person, "created", "expires"),
        "mail_address": _rows(
            mail_addresses.c.person, person, "address", "language", "confirmed", "alerts"
        ),
        "mail_alerts": _rows(mail_alerts.c.person, person, "tag", "kind", "created", "sent"),
        "mail_confirmation": _rows(
            mail_confirmations.c.person, person, "address", "language", "created"
        ),
        "passkeys": _rows(passkeys.c.person, person, "name", "site", "created", "used"),
        "passkey_challenges": _rows(passkey_challenges.c.person, person, "site", "created"),
        "bots": select(
            *(people.c.id, people.c.name, people.c.created),
            bot_tokens.c.created.label("token_created"),
            bot_tokens.c.used.label("token_used"),
        )
        .outerjoin(bot_tokens, bot_tokens.c.person == people.c.id)
        .where(people.c.owner == person, people.c.deleted.is_(None)),
        "sessions": _rows(sessions.c.person, person, "created"),
        "push_subscriptions": _rows(
            push_subscriptions.c.person, person, "endpoint", "language", "kinds", "created"
        ),
        "tables": _rows(tables.c.host, person, "id", "game", "options", "seats", "created"),
        "seats": _rows(sitters.c.person, person, "table", "seat", "member", "bot", "vacations"),
        "vacations": _rows(vacations.c.person, person, "starts", "ends"),
        "moves": _rows(entries.c.person, person, "table", "version", "at", "move").where(
            entries.c.table.not_in(_paused_tables())
        ),
        "drafts": select(drafts)
        .join(sitters, own_seat)
        .where(sitters.c.person == person, drafts.c.table.not_in(_paused_tables())),
        "notes": _rows(private_notes.c.person, person, "table", "version", "notes").where(
            private_notes.c.table.not_in(_paused_tables())
        ),
        "results": _rows(results.c.person, person, *results.c.keys()),
        "ratings": _rows(ratings.c.player, person, "game", "mu", "sigma", "games"),
        "seeks": _rows(seeks.c.person, person, *seeks.c.keys()),
        "missed_pairings": _rows(missed_pairings.c.person, person, "missed", "last"),
        "puzzles": _rows(puzzle_streaks.c.person, person, "game", "number", "current", "best"),
        "chat": _rows(chat.c.person, person, "table", "number", "at", "text", "reaction"),
        "reports": _rows(
            reports.c.reporter, person, "table", "number", "about", "person", "shown", "at", "why"
        ),
        # Not who reported the name or avatar, and why.
        "reported": _rows(reports.c.person, person, "about", "shown", "at"),
        "removed_from": _rows(removed_people.c.person, person, "table", "at"),
        # What the operator and hosts did to the person, and what the person did as a host.
        "audit_log": _rows(audit_log.c.person, person, "at", "role", "action", "table"),
        "removals": _rows(audit_log.c.actor, person, "at", "action", "table", "person").where(
            audit_log.c.role == "host"
        ),
        # What others are to the person is theirs: it would disclose who has blocked the person.
        "relations": _rows(relations.c.person, person, "other", "kind", "created"),
        "friend_requests": _rows(relations.c.other, person, "person", "created").where(
            relations.c.kind == "request", relations.c.hidden.is_(False)
        ),
        "contact_settings": _rows(contact_settings.c.person, person, "invitations", "online"),
        "invitations_sent": _rows(table_invitations.c.by, person, "table", "person", "created"),
        "invitations": _rows(table_invitations.c.person, person, "table", "by", "created").where(
            table_invitations.c.hidden.is_(False)
        ),
    }


def _paused_tables() -> Select[Any]:
    """Select the paused tables: their games may be hidden until they are resumed."""
    return select(tables.c.id).where(tables.c.paused, tables.c.phase == "playing")


def _rows(owner: ColumnElement[str], person: PersonId, *columns: str) -> Select[Any]:
    return select(*(owner.table.c[column] for column in columns)).where(owner == person)
