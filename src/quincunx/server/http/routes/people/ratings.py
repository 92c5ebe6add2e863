"""Ratings: those of the people at a table, over time, against each other, and leaderboards."""

from __future__ import annotations

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from quincunx.registry import find
from quincunx.server.http.authentication import (
    AnyRequest,
    client_address,
    current_person,
    require_person_within,
)
from quincunx.server.people.profiles import find_profile_owner
from quincunx.server.ratings.head_to_head import load_head_to_head
from quincunx.server.ratings.leaderboards import BoardKey
from quincunx.server.ratings.rating_history import load_rating_history
from quincunx.server.ratings.table_ratings import load_table_ratings
from quincunx.wire import (
    HeadToHead,
    Leaderboard,
    Period,
    PersonId,
    PersonRating,
    RatingHistory,
    TableId,
)


@get("/api/tables/{table_id:str}/ratings", for_programs=True)
async def table_ratings(
    request: AnyRequest, state: State, table_id: FromPath[str]
) -> tuple[PersonRating, ...]:
    """Return the ratings of the people with seats at a table."""
    state.limits.reads.take(client_address(request), await current_person(request))
    return await load_table_ratings(state.store, TableId(table_id))


@get("/api/people/{person_id:str}/ratings/{game:str}", for_programs=True)
async def rating_history(
    request: AnyRequest, state: State, person_id: FromPath[str], game: FromPath[str]
) -> RatingHistory:
    """Return a person's rating in one game over time."""
    state.limits.reads.take(client_address(request), await current_person(request))
    person = await find_profile_owner(state.store, PersonId(person_id))
    return await load_rating_history(state.store, person, find(game).name)


@get("/api/people/{person_id:str}/head-to-head")
async def head_to_head(request: AnyRequest, state: State, person_id: FromPath[str]) -> HeadToHead:
    """Return the requester's record against a person."""
    viewer = await require_person_within(request, state.limits.reads)
    person = await find_profile_owner(state.store, PersonId(person_id))
    return await load_head_to_head(state.store, viewer.id, person)


@get("/api/leaderboards/{game:str}", for_programs=True)
async def leaderboard(
    request: AnyRequest,
    state: State,
    game: FromPath[str],
    period: FromQuery[Period] = "all",
    programs: FromQuery[bool] = False,
) -> Leaderboard:
    """Return the best players of a game: of the week or of all time, people or programs."""
    viewer = await current_person(request)
    state.limits.reads.take(client_address(request), viewer)
    board: Leaderboard = await state.leaderboards.load(BoardKey(game, period, programs), viewer)
    return board


ROUTES = (table_ratings, rating_history, head_to_head, leaderboard)
