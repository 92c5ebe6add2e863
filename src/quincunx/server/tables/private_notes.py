"""What a player notes for themselves at a table.

Notes are no part of the table's state: writing them changes no revision and sends nothing, so that
other players cannot even notice it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.server.common.errors import NotAllowed, Unreadable, WrongPhase
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.private_notes import private_notes_job
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.state.permissions import active_place_of, check_running
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import Person, PrivateNotes, TableId


async def write_private_notes(
    store: Store, registry: TableRegistry, table_id: TableId, person: Person, written: PrivateNotes
) -> None:
    """Store a player's notes, as the game's type for them reads them."""
    table = await registry.find_current(table_id)
    checked = checked_notes(table.state, person, written)
    await store.write(private_notes_job(table_id, person.id, checked))


def checked_notes(state: TableState, person: Person, written: PrivateNotes) -> PrivateNotes:
    """Refuse notes of a spectator, outside the game, or in a form that the game does not know."""
    active_place_of(state, person)
    check_running(state)
    if not state.in_play:
        raise WrongPhase("table.refusal.notes_after_game")
    notes_type = state.config.game.notes_type
    if notes_type is None:
        raise NotAllowed("table.refusal.no_notes", game=state.config.game.name)
    version = min(written.version, state.version)
    return PrivateNotes(version, _converted(written.notes, notes_type))


def _converted(notes: Any, notes_type: Any) -> Any:
    try:
        return msgspec.convert(notes, notes_type)
    except msgspec.ValidationError as error:
        raise Unreadable("table.refusal.unreadable", why=str(error)) from None
