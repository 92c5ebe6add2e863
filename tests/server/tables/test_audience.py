"""What clients are sent, and in which order."""

from __future__ import annotations

import msgspec

from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.view.audience import Audience
from quincunx.wire import FromTable, PlayMove, RequestId, TableChanged, Update
from tests.helpers.table_states import ADA, BEN, CLEO, EVE, START, do, playing
from tests.server.connections import FakeConnection

FOUR = (ADA, BEN, CLEO, EVE)


def stacked(state: TableState) -> TableState:
    """Return the state after the move that ends a game of Quatrefoil."""
    (seat,) = current_match(state).awaited
    return do(state, FOUR[seat], PlayMove(RequestId("stack"), state.version, "stack")).state


def sent(before: TableState, after: TableState) -> list[FromTable]:
    """Return what a client that was shown `before` is sent when the table has become `after`."""
    audience = Audience(before.version, lambda: None)
    client = FakeConnection(ADA)
    audience.welcome(client, before, None, START)
    client.texts.clear()
    audience.broadcast(before, after, START)
    return [msgspec.json.decode(text, type=FromTable) for text in client.texts]


def test_the_end_of_the_game_comes_after_the_move_that_ended_it() -> None:
    state = playing("quatrefoil", *FOUR)
    update, changed = sent(state, stacked(state))
    assert isinstance(update, Update)
    assert isinstance(changed, TableChanged)
    assert changed.table.phase == "over"


def test_a_client_learns_that_the_pause_is_over_before_it_is_shown_a_move() -> None:
    """Another process may have ended both the pause and the game since this one read the table."""
    state = playing("quatrefoil", *FOUR, pace=60)
    paused = state.replace(clock=state.clock.pause(START.server))
    changed, update = sent(paused, stacked(state))
    assert isinstance(changed, TableChanged)
    assert not changed.table.paused
    assert isinstance(update, Update)
    assert update.position.view is not None
