"""The cost kit: no request costs more than its budget, whatever the game and the input."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from quincunx.core.match import Match
from quincunx.core.viewers import Viewer
from quincunx.registry import game_names
from quincunx.server.common.slices import Slices
from quincunx.server.http import connection
from quincunx.server.http.app import create_app
from quincunx.server.tables.interfaces import ReadableTable
from quincunx.server.tables.queries import QUERIES
from quincunx.server.tables.state.table_state import current_match
from quincunx.server.tables.view import records, showing
from quincunx.wire import AskHistory, FromClient, History
from tests.cost.budgets import REQUESTS, ROUTES, SOCKET, Budget
from tests.cost.largest import OPTIONS
from tests.cost.meter import Cost, MeteredServer
from tests.cost.routes import Ask, World, routes_of
from tests.cost.table_requests import TableRequests, every_request
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import run
from tests.toy.game import TOY

CARRIED_OUT = frozenset(
    (
        "PlayMove",
        "AskHistory",
        "AskHints",
        "Propose",
        "Resume",
        "Leave",
        "Sit",
        "SeatBot",
        "Ready, deal",
    )
)
"""What every game carries out: its budget would say little if it were refused."""


@pytest.fixture(autouse=True)
def _no_probes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send no probe that a slow machine would count as part of a request."""
    monkeypatch.setattr(connection, "PROBE_INTERVAL_S", 3600)


def over_budget(costs: dict[str, Cost], budgets: dict[str, Budget]) -> list[str]:
    """Return what cost more than it may, one line each."""
    return [
        f"{name}: {measure} is {spent}, the budget {most}"
        for name, cost in costs.items()
        for measure, spent, most in zip(Cost._fields, cost, budgets[name].most, strict=True)
        if spent > most and not (measure == "work" and budgets[name].is_waiting)
    ]


def kinds(names: Iterable[str]) -> set[str]:
    """Return the request types behind the names of rows."""
    return {name.partition(",")[0] for name in names}


@pytest.mark.parametrize("game", game_names())
def test_no_request_at_a_table_costs_more_than_its_budget(game: str, tmp_path: Path) -> None:
    with MeteredServer(tmp_path) as server:
        requests = TableRequests(server, game)
        costs = run(every_request(requests))
    assert costs.keys() == REQUESTS.keys(), "every row is measured"
    assert requests.refused.keys() & CARRIED_OUT == set()
    assert over_budget(costs, REQUESTS) == []


def test_no_route_costs_more_than_its_budget(tmp_path: Path) -> None:
    async def work(server: MeteredServer) -> dict[str, Cost]:
        world = World(server)
        await world.prepare()
        return await world.every_route()

    with MeteredServer(tmp_path, eager=True) as server:
        costs = run(work(server))
    unmeasured = {route for route, budget in ROUTES.items() if budget is SOCKET}
    assert costs.keys() == ROUTES.keys() - unmeasured
    assert over_budget(costs, ROUTES) == []


def test_every_request_type_every_route_and_every_game_has_a_budget(tmp_path: Path) -> None:
    types = {kind.__name__ for kind in get_args(FromClient)}
    assert kinds(REQUESTS) - {"Unreadable"} == types
    assert ROUTES.keys() == routes_of(create_app(sqlite_url(tmp_path)))
    # Other tests of the same process may have registered the toy game.
    assert OPTIONS.keys() == set(game_names()) - {TOY.name}
    assert all(budget.why for budget in (*REQUESTS.values(), *ROUTES.values()))


# The kit itself: it notices what the budgets are there for.


def test_a_record_that_is_built_in_one_slice_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(match: Match, viewer: Viewer, _: Slices) -> bytes:
        return match.full_record().to_json().encode()

    monkeypatch.setattr(records, "as_json", at_once)
    route = "GET /api/tables/{table_id:str}/record"

    async def work(server: MeteredServer) -> Cost:
        world = World(server)
        await world.prepare_long_games()
        return await world.cost(route, Ask(f"/api/tables/{world.over}/record"))

    with MeteredServer(tmp_path) as server:
        cost = run(work(server))
    (noticed,) = over_budget({route: cost}, ROUTES)
    assert noticed.startswith(f"{route}: slice is ")


def test_an_unbounded_response_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def everything(table: ReadableTable, _: object, request: AskHistory) -> History:
        return History(request.id, showing.steps(current_match(table.state), None, -1))

    monkeypatch.setitem(QUERIES, AskHistory, everything)
    with MeteredServer(tmp_path) as server:
        costs = run(every_request(TableRequests(server, "quatrefoil")))
    noticed = {line.partition(" is ")[0] for line in over_budget(costs, REQUESTS)}
    assert {"AskHistory: slice", "AskHistory: sent"} <= noticed
