"""What clients are sent, and in which order."""

from __future__ import annotations

import msgspec

from quincunx.server.common.times import ServerTime
from quincunx.server.common.vacations import DAY_CLOCK_S, DAY_MS
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.state.vacations import with_vacations
from quincunx.server.tables.view.audience import Audience
from quincunx.wire import (
    FromTable,
    PlayMove,
    RequestId,
    Resign,
    Said,
    ShownVacation,
    TableChanged,
    Update,
)
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


def test_moves_before_a_resignation_are_sent_before_the_end() -> None:
    """Another process may have stored both since this one read the table."""
    state = playing("qwirkle_cards", ADA, BEN)
    (seat,) = current_match(state).awaited
    move = str(next(iter(current_match(state).legal_moves(seat))))
    moved = do(state, FOUR[seat], PlayMove(RequestId("move"), state.version, move)).state
    messages = sent(state, do(moved, BEN, Resign(RequestId("resign"))).state)
    update, changed = [each for each in messages if not isinstance(each, Said)]
    assert isinstance(update, Update)
    assert isinstance(changed, TableChanged)
    assert changed.table.phase == "closed"


def test_a_vacation_is_sent_with_the_clocks_that_it_changes() -> None:
    state = playing("qwirkle_cards", ADA, BEN, pace=DAY_CLOCK_S)
    vacation = (ServerTime(0), ServerTime(DAY_MS))
    people = {ADA.id: [vacation], BEN.id: [vacation]}
    seating = with_vacations(state.config, state.seating, state.clock, people)
    changed, update = sent(state, state.replace(seating=seating))
    assert isinstance(changed, TableChanged)
    (member,) = changed.table.seats[0].members
    assert member is not None
    assert member.vacation == ShownVacation(0, DAY_MS)
    assert isinstance(update, Update)
    assert update.position is not None
    assert [*update.position.limits.values()] == [2 * DAY_MS]
