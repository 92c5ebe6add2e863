"""Deleting a person: what they played stays for the others, without their name."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import delete, func, select, update

from quincunx.core.messages import Message
from quincunx.server.common.times import wall_clock
from quincunx.server.people.sessions import end_sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.table_data.vacations import end_vacation, stored_server_time
from quincunx.wire import Person, PersonId, Proposal

DELETED_NAME: Final = "—"
"""The name of a deleted person."""


async def delete_person(connection: StoreConnection, person: PersonId) -> None:
    """Delete a person's data and bot accounts, and replace the names wherever they are stored.

    The person's row itself stays, because games refer to it.
    """
    for bot in await bots_of(connection, person):
        await delete_person(connection, bot)
    await end_sessions(connection, person)
    await end_vacation(connection, person, await stored_server_time(connection))
    for owned in (
        schema.accounts.c.person,
        schema.recovery_codes.c.person,
        schema.password_links.c.person,
        schema.mail_addresses.c.person,
        schema.mail_confirmations.c.person,
        schema.mail_alerts.c.person,
        schema.passkeys.c.person,
        schema.passkey_challenges.c.person,
        schema.bot_tokens.c.person,
        schema.ratings.c.player,
        schema.seeks.c.person,
        schema.missed_pairings.c.person,
        schema.puzzle_streaks.c.person,
        schema.private_notes.c.person,
        schema.vacations.c.person,
        schema.removed_people.c.person,
        schema.relations.c.person,
        schema.relations.c.other,
        schema.contact_settings.c.person,
        schema.table_invitations.c.person,
        schema.table_invitations.c.by,
    ):
        await connection.execute(delete(owned.table).where(owned == person))
    await _remove_from_notes(connection, person)
    await _remove_from_tables(connection, person)
    await connection.execute(
        update(schema.chat).where(schema.chat.c.person == person).values(text="", reaction=None)
    )
    await connection.execute(
        update(schema.reports).where(schema.reports.c.reporter == person).values(why="")
    )
    await connection.execute(
        update(schema.reports).where(schema.reports.c.person == person).values(shown=None)
    )
    await _remove_from_audit_log(connection, person)
    # Mark the seats as left, so that the other players of a running game need not wait.
    await connection.execute(
        update(schema.sitters).where(schema.sitters.c.person == person).values(gone=True)
    )
    await connection.execute(
        update(schema.people)
        .where(schema.people.c.id == person)
        .values(name=DELETED_NAME, renamed_why=None, deleted=wall_clock())
    )


async def bots_of(connection: StoreConnection, owner: PersonId) -> list[PersonId]:
    """Return the bot accounts of a person."""
    people = schema.people.c
    found = await connection.execute(
        select(people.id).where(people.owner == owner, people.deleted.is_(None))
    )
    return list(found.scalars())


async def _remove_from_audit_log(connection: StoreConnection, person: PersonId) -> None:
    """Replace the name in the reasons that the operator gave; the entries themselves stay."""
    log, people = schema.audit_log.c, schema.people.c
    name = await connection.scalar(select(people.name).where(people.id == person))
    await connection.execute(
        update(schema.audit_log)
        .where(log.person == person)
        .values(why=func.replace(log.why, name, DELETED_NAME))
    )


async def _remove_from_notes(connection: StoreConnection, person: PersonId) -> None:
    """Replace the name in the notes that tables have added to their chats."""
    chat, sitters, people = schema.chat.c, schema.sitters.c, schema.people.c
    tables = select(sitters.table).where(sitters.person == person)
    others = await connection.execute(
        select(sitters.table, people.name)
        .join(schema.people, people.id == sitters.person)
        .where(sitters.table.in_(tables), sitters.person != person)
    )
    names_of_others = {(table, name) for table, name in others}
    rows = await connection.execute(
        select(chat.table, chat.number, chat.person, chat.note).where(
            chat.note.is_not(None),
            # Notes of earlier versions do not store whom they name.
            (chat.person == person) | (chat.person.is_(None) & chat.table.in_(tables)),
        )
    )
    for table, number, named_person, text in rows.all():
        note = msgspec.json.decode(text, type=Message)
        if "name" not in note.args:
            continue
        if named_person is None and (table, note.args["name"]) in names_of_others:
            continue
        cleaned = Message(note.id, {**note.args, "name": DELETED_NAME})
        await connection.execute(
            update(schema.chat)
            .where(chat.table == table, chat.number == number)
            .values(note=_json(cleaned))
        )


async def _remove_from_tables(connection: StoreConnection, person: PersonId) -> None:
    """Replace the name in proposals, and in the names that are fixed while a game forbids chat."""
    tables, quoted = schema.tables.c, f'"{person}"'
    rows = await connection.execute(
        select(tables.id, tables.proposal, tables.names).where(
            tables.proposal.contains(quoted) | tables.names.contains(quoted)
        )
    )
    for table, proposal, names in rows.all():
        # A new revision keeps a server that still has the old name from writing it back.
        await connection.execute(
            update(schema.tables)
            .where(tables.id == table)
            .values(
                proposal=proposal and _without_name(proposal, person),
                names=names and _json(msgspec.json.decode(names) | {person: DELETED_NAME}),
                revision=tables.revision + 1,
                around=tables.revision + 1,
            )
        )


def _without_name(text: str, person: PersonId) -> str:
    proposal = msgspec.json.decode(text, type=Proposal)
    return _json(
        msgspec.structs.replace(
            proposal,
            by=_anonymous(proposal.by, person),
            waiting=tuple(_anonymous(other, person) for other in proposal.waiting),
        )
    )


def _anonymous(found: Person, person: PersonId) -> Person:
    return Person(person, DELETED_NAME, found.bot) if found.id == person else found


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
