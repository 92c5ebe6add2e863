"""The same deal for many."""

from __future__ import annotations

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath

from quincunx.server.deals import results_at
from quincunx.server.visitor import AnyRequest, visitor
from quincunx.wire import DealResults


@get("/api/deals/{table_id:str}")
async def deal_results(request: AnyRequest, state: State, table_id: FromPath[str]) -> DealResults:
    """Who has played the deal of that finished table."""
    return await results_at(state.store, table_id, await visitor(request))


ROUTES = (deal_results,)
