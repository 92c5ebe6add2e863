"""Requests that read a table, or concern the operator, and leave its state as it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from quincunx.core.viewers import OMNISCIENT
from quincunx.server.common.errors import NotInvited, TableError, WrongPhase
from quincunx.server.common.times import Now
from quincunx.server.common.written_text import clean_reason
from quincunx.server.storage.table_data.chat import file_report
from quincunx.server.tables.interfaces import ReadableTable
from quincunx.server.tables.state.permissions import (
    admits,
    check_running,
    help_refusal,
    is_finished,
    place_of,
)
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.view.records import WantedRecord
from quincunx.server.tables.view.window import Window, window_of
from quincunx.wire import (
    AskHints,
    AskHistory,
    Done,
    FromTable,
    Hints,
    History,
    Person,
    Report,
)

Query = Callable[[Any, Person, Any], Awaitable[FromTable]]


async def history(table: ReadableTable, person: Person, request: AskHistory) -> History:
    """Return earlier steps, as the person's seat saw them."""
    state = table.state
    window = _window(state, table.services.now())
    place = state.seating.place_of(person)
    seat = None if place is None else place[0]
    return History(request.id, window.earlier_steps(seat, request.before, request.count))


async def hints(table: ReadableTable, person: Person, request: AskHints) -> Hints:
    """Return hints where they are allowed: not in rated games, and not in a pause."""
    seat, _ = place_of(table.state, person)
    match = current_match(table.state)
    _check_hints(table.state)
    found = await table.services.bot_pools.hints(match, match.view(seat), requester=person.id)
    # A pause may have begun meanwhile.
    _check_hints(table.state)
    shown = found[: max(0, request.count)]
    return Hints(request.id, shown, more=len(found) > request.count)


def _check_hints(state: TableState) -> None:
    refusal = help_refusal(state, "hints")
    if refusal is not None:
        raise refusal
    check_running(state)


async def report(table: ReadableTable, person: Person, request: Report) -> Done:
    """File a report about a chat line."""
    lines = table.state.chat.lines
    if not any(said.number == request.number and said.person for said in lines):
        raise TableError("table.refusal.not_said")
    why = clean_reason(request.why)
    await file_report(table.services.store, table.state.id, person, request.number, why)
    return Done(request.id)


QUERIES: Final[Mapping[type, Query]] = {
    AskHistory: history,
    AskHints: hints,
    Report: report,
}
"""The handler of each request that does not change a table."""


def wanted_record(state: TableState, person: Person, seat: int | None, now: Now) -> WantedRecord:
    """Return which record a person may have.

    After the end it is the whole record, or the one of `seat`; before that, the person's own.
    """
    has_ended = is_finished(state, now)
    if not has_ended and not admits(state, person, ""):
        raise NotInvited("table.refusal.not_invited")
    window = _window(state, now)
    if not has_ended:
        place = state.seating.place_of(person)
        return window.record(None if place is None else place[0], final=False)
    if seat is not None and not 0 <= seat < state.config.seats:
        raise TableError("table.refusal.no_such_seat")
    return window.record(OMNISCIENT if seat is None else seat, final=True)


def final_view(state: TableState, now: Now) -> Any:
    """Return what spectators see of a public game that is over, for a picture of its end.

    Deals that others play too (daily games, shared deals) are never shown.
    """
    config = state.config
    if state.phase != "over" or not config.open or config.deal != "fresh":
        raise WrongPhase("table.refusal.not_over")
    return _window(state, now).position(None).view


def _window(state: TableState, now: Now) -> Window:
    current_match(state)
    window = window_of(state, now)
    assert window is not None, "there is a match"
    return window
