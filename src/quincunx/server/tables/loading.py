"""Reading a table's state from the store: the whole, or what other processes have changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from quincunx.core.outcome import Outcome
from quincunx.server.bots.bot_seats import BotSeats
from quincunx.server.cluster.presence import ConnectedElsewhere
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.slices import Slices
from quincunx.server.common.times import ServerTime
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.chat import load_lines
from quincunx.server.storage.table_data.matches import load_match, update_match
from quincunx.server.storage.table_data.names import fixed_names, load_people
from quincunx.server.storage.table_data.removed_people import load_removed
from quincunx.server.storage.table_data.rows import load_config, load_row, nonces_in
from quincunx.server.storage.table_data.seats import load_seating
from quincunx.server.tables.state.chat import Chat
from quincunx.server.tables.state.move_clock import MoveClock
from quincunx.server.tables.state.table_clock import TableClock
from quincunx.server.tables.state.table_state import (
    TableAttendance,
    TableState,
    known_people,
    renamed,
)
from quincunx.server.tables.state.total_clock import TotalClock
from quincunx.wire import (
    Proposal,
    TableId,
)

_read_proposal = msgspec.json.Decoder(Proposal).decode
_read_request_keys = msgspec.json.Decoder(tuple[RequestKey, ...]).decode
_read_outcome = msgspec.json.Decoder(Outcome).decode


class OtherStore(Exception):
    """The store is older than the table in memory: a backup has been restored."""


async def load(
    store: Store, table_id: TableId, elsewhere: ConnectedElsewhere, now: ServerTime, slices: Slices
) -> TableState | None:
    """Load a table; `None` if there is none. `elsewhere`: who is connected to other processes."""
    async with store.snapshot() as connection:
        row = await load_row(connection, table_id)
        if row is None:
            return None
        config = await load_config(connection, row)
        seating = await load_seating(connection, config, row)
        lines = await load_lines(connection, table_id, 0, fixed_names(row))
        away = {
            person.id: now for _, person in seating.people() if person.id not in elsewhere.people
        }
        state = TableState(
            config=config,
            seating=seating,
            clock=TableClock(),
            move_clock=MoveClock.with_pace(config.pace),
            total_clock=TotalClock(config.total),
            bots=BotSeats(config.secret),
            chat=Chat().with_stored(lines.said, lines.requests),
            removed=await load_removed(connection, table_id, fixed_names(row)),
            attendance=TableAttendance(
                elsewhere=elsewhere.people,
                hidden_elsewhere=elsewhere.hidden,
                away_since=away,
                seat_left_at=now,
            ),
        )
        return _with_row(await _with_match(connection, state, row, slices), row)


async def reload(store: Store, state: TableState, slices: Slices) -> TableState:
    """Return the table as the store has it, going on from a state that was stored before."""
    async with store.snapshot() as connection:
        row = await load_row(connection, state.id)
        if row is None or row["version"] < state.version:
            raise OtherStore
        if row["around"] > state.revision:
            state = await _with_surroundings(connection, state, row)
        state = await _with_match(connection, state, row, slices)
        if state.fixed_names and not fixed_names(row):
            state = await with_current_names(connection, state.replace(fixed_names={}))
        return _with_row(state, row)


async def with_current_names(connection: StoreConnection, state: TableState) -> TableState:
    """Show everybody at the table under their current names."""
    ids = {person.id for person in known_people(state)}
    return renamed(state, await load_people(connection, ids, {}))


async def _with_surroundings(
    connection: StoreConnection, state: TableState, row: Mapping[str, Any]
) -> TableState:
    """Read the seats and the new chat lines."""
    fixed = fixed_names(row)
    first = state.chat.next_number
    lines = await load_lines(connection, state.id, first, fixed)
    return state.replace(
        seating=await load_seating(connection, state.config, row),
        chat=state.chat.with_stored(lines.said, lines.requests),
        removed=await load_removed(connection, state.id, fixed),
    )


async def _with_match(
    connection: StoreConnection, state: TableState, row: Mapping[str, Any], slices: Slices
) -> TableState:
    """Take the match on to what has happened since, or read all of it."""
    if row["version"] < 0:
        return state
    if state.match is None:
        nonces, names = nonces_in(row), state.seating.names()
        taken = await load_match(connection, state.config, row, nonces, names, slices)
    else:
        match = state.match.copy()
        with_drafts = row["around"] > state.revision
        taken = await update_match(connection, match, row, slices, drafts=with_drafts)
    return state.with_match(taken.match).replace(
        move_requests={**state.move_requests, **taken.requests},
        movers={**state.movers, **taken.movers},
    )


def _with_row(state: TableState, row: Mapping[str, Any]) -> TableState:
    """Take over what the table's row says."""
    has_forfeit = row["phase"] == "closed" and row["outcome"]
    config = msgspec.structs.replace(
        state.config,
        fills=row["fills"],
        starts_by=row["starts_by"],
        rated=row["rated"],
        bot_pace=row["bot_pace"],
        programs=row["programs"],
    )
    return state.replace(
        config=config,
        revision=row["revision"],
        phase=row["phase"],
        rematch=row["rematch"],
        fixed_names=fixed_names(row),
        nonces=nonces_in(row),
        clock=TableClock(row["clock"], row["house"], row["paused"]),
        forfeit=_read_outcome(row["outcome"]) if has_forfeit else None,
        proposal=row["proposal"] and _read_proposal(row["proposal"]),
        done=_read_request_keys(row["done"]),
    )
