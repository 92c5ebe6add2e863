"""Commands that end a game before its time: resign, forfeit, close; and ask for a rematch."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from quincunx.core.outcome import Outcome
from quincunx.server.common.errors import WrongPhase
from quincunx.server.common.seating import Place
from quincunx.server.common.times import Now
from quincunx.server.ratings import rating_rules
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.state.permissions import place_of, stand_in_level
from quincunx.server.tables.state.table_state import TableState
from quincunx.server.tables.state.wake_up import awaited_players
from quincunx.wire import AskRematch, Done


def resign(change: Change, places: Iterable[Place], now: Now) -> Change:
    """Rate these players last; a bot plays on for them while others are still playing."""
    level = stand_in_level(change.state)
    for place in places:
        occupant = change.state.seating.at(place)
        assert occupant is not None
        assert occupant.person is not None
        seating = change.state.seating.changed(place, gone=True, forfeited=True, bot=level)
        change = change.with_state(seating=seating)
        change = change.with_note("table.note.resigned", now, occupant.person)
    state, cooperative = change.state, change.state.config.game.cooperative
    if rating_rules.is_decided(state.seating, cooperative=cooperative):
        return end_by_forfeit(change)
    return change.with_state(proposal=None)


def end_by_forfeit(change: Change) -> Change:
    """End a rated game that players have forfeited."""
    config = change.state.config
    outcome = rating_rules.forfeit_outcome(
        change.state.seating, config.seats, cooperative=config.game.cooperative
    )
    return close(change, outcome)


def close(change: Change, forfeit: Outcome | None = None) -> Change:
    """End the game early: without a result, or with the outcome of forfeits."""
    config = msgspec.structs.replace(change.state.config, fills=None)
    return change.with_state(
        config=config, phase="closed", forfeit=forfeit, proposal=None, fixed_names={}
    )


def close_by_operator(state: TableState, now: Now) -> Change:
    """Close the table without a result, as only the operator can."""
    if state.phase not in ("gathering", "playing"):
        return Change(state)
    return close(Change(state).with_note("table.note.closed", now))


def close_deserted(state: TableState) -> Change:
    """Close a public table that all players have left before the deal."""
    return close(Change(state))


def forfeit_abandoned(state: TableState, now: Now) -> Change:
    """Let the players whom a rated game has waited for too long lose it."""
    return resign(Change(state), awaited_players(state), now)


def ask_rematch(state: TableState, caller: Caller, request: AskRematch, now: Now) -> Change:
    """Ask for a table with the same players; the first request creates it."""
    place_of(state, caller.person)
    if state.phase not in ("over", "closed"):
        raise WrongPhase("table.refusal.not_over")
    change = Change(state, reply=Done(request.id))
    if state.rematch is not None:
        return change
    noted = change.with_note("table.note.rematch", now, caller.person)
    return noted.replace(rematch_host=caller.person)
