"""The parts of a change that only I/O or long work can provide, before it is stored."""

from __future__ import annotations

import asyncio

from quincunx.server.storage.table_data.matches import deal_match
from quincunx.server.storage.table_data.vacations import load_planned
from quincunx.server.tables import loading, storing
from quincunx.server.tables.commands import dealing
from quincunx.server.tables.commands.change import Change
from quincunx.server.tables.services import Services
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.state.vacations import stops_clocks


async def completed(services: Services, old: TableState, change: Change) -> Change:
    """Return the change with what its command could only ask for: a deal, a rematch, names."""
    if change.deals:
        change = await _dealt(services, change)
    if change.rematch_host is not None:
        rematch = await services.create_rematch(change.state, change.rematch_host)
        change = change.with_state(rematch=rematch)
    if old.fixed_names and not change.state.fixed_names:
        # The game that forbade talking is over: people are shown under their current names again.
        async with services.store.connect() as connection:
            state = await loading.with_current_names(connection, change.state)
        change = change.replace(state=state)
    return change


async def _dealt(services: Services, change: Change) -> Change:
    state = change.state
    names = state.seating.names()
    match = await deal_match(services.store, state.config, state.nonces, names, services.slices)
    now = services.now()
    if not stops_clocks(state.config, state.seating):
        return dealing.begin(change, match, now)
    async with services.store.connect() as connection:
        planned = await load_planned(connection, state.seating.person_ids(), now.server)
    return dealing.begin(change, match, now, planned)


async def margin(old: TableState, new: TableState) -> int | None:
    """Return the game's own measure of the result if the game ends now, computed in a thread."""
    game = new.config.game
    if game.margin is None or storing.ends_with(old, new) is None:
        return None
    match = current_match(new)
    if match.outcome is None:
        return None
    return await asyncio.to_thread(game.margin, match.rules, match.state)
