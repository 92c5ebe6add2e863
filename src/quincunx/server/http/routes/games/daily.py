"""The daily games: lists with results, a calendar, and a table to play one."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath

from quincunx.server.common.days import today
from quincunx.server.daily.daily_calendar import load_month
from quincunx.server.http.authentication import AnyRequest, current_person, require_person_within
from quincunx.wire import Daily, DailyMonth, TableOpened


@get("/api/daily")
async def list_today(request: AnyRequest, state: State) -> list[Daily]:
    games: list[Daily] = await state.daily_games.list_day(today(), await current_person(request))
    return games


@get("/api/daily/{day:str}")
async def list_day(request: AnyRequest, state: State, day: FromPath[str]) -> list[Daily]:
    games: list[Daily] = await state.daily_games.list_day(day, await current_person(request))
    return games


@get("/api/daily/{game:str}/calendar/{month:str}")
async def show_month(
    request: AnyRequest, state: State, game: FromPath[str], month: FromPath[str]
) -> DailyMonth:
    """Return the days of a month on which the person finished a game's daily game in time."""
    return await load_month(state.store, await current_person(request), game, month)


@post("/api/daily/{game:str}")
async def play_daily(request: AnyRequest, state: State, game: FromPath[str]) -> TableOpened:
    """Return the person's table with today's deal, a new one at the first request."""
    person = await require_person_within(request, state.limits.tables)
    opened: TableOpened = await state.daily_games.play_today(person, game)
    return opened


@post("/api/daily/{day:str}/{game:str}")
async def play_past_daily(
    request: AnyRequest, state: State, day: FromPath[str], game: FromPath[str]
) -> TableOpened:
    """Return the person's table with a past day's deal, a new one if its game has ended."""
    person = await require_person_within(request, state.limits.tables)
    opened: TableOpened = await state.daily_games.play_past(person, day, game)
    return opened


ROUTES = (list_today, list_day, show_month, play_daily, play_past_daily)
