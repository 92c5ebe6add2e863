"""The results of all tables that played the same deal."""

from __future__ import annotations

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath

from quincunx.server.daily.deal_results import results_at_table
from quincunx.server.http.authentication import AnyRequest, client_address, current_person
from quincunx.wire import DealResults, TableId


@get("/api/deals/{table_id:str}")
async def deal_results(request: AnyRequest, state: State, table_id: FromPath[str]) -> DealResults:
    """Return the results of the deal of a finished table."""
    person = await current_person(request)
    state.limits.reads.take(client_address(request), person)
    return await results_at_table(state.store, TableId(table_id), person)


ROUTES = (deal_results,)
