"""The day's deals: what they are, what came of them, and playing one."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath

from quincunx.server.common.days import today
from quincunx.server.http.authentication import AnyRequest, current_person, require_person_within
from quincunx.wire import Daily, TableOpened


@get("/api/daily")
async def todays_deals(request: AnyRequest, state: State) -> list[Daily]:
    deals: list[Daily] = await state.daily_games.list_day(today(), await current_person(request))
    return deals


@get("/api/daily/{day:str}")
async def deals_of_a_day(request: AnyRequest, state: State, day: FromPath[str]) -> list[Daily]:
    deals: list[Daily] = await state.daily_games.list_day(day, await current_person(request))
    return deals


@post("/api/daily/{game:str}")
async def play_daily(request: AnyRequest, state: State, game: FromPath[str]) -> TableOpened:
    """One's own table with today's deal, the same one if it is asked for again."""
    person = await require_person_within(request, state.limits.tables)
    opened: TableOpened = await state.daily_games.play_today(person, game)
    return opened


@post("/api/daily/{day:str}/{game:str}")
async def try_past_daily(
    request: AnyRequest, state: State, day: FromPath[str], game: FromPath[str]
) -> TableOpened:
    """One's own table with a past day's deal, the same one until its game has ended."""
    person = await require_person_within(request, state.limits.tables)
    opened: TableOpened = await state.daily_games.play_past(person, day, game)
    return opened


ROUTES = (todays_deals, deals_of_a_day, play_daily, try_past_daily)
