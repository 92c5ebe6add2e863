"""Puzzles from players' own games: the next one, a named one, and answers."""

from __future__ import annotations

from functools import partial

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from quincunx.server.http.authentication import (
    AnyRequest,
    client_address,
    current_person,
    require_person_within,
)
from quincunx.server.puzzles.mistakes import Mistake, Requester
from quincunx.wire import (
    AnsweredPuzzle,
    AnswerPuzzle,
    CheckedPuzzleDraft,
    CheckPuzzleDraft,
    NextMistake,
    Person,
    ShownMistake,
    TableId,
)


@get("/api/puzzles/{game:str}/mistakes")
async def next_mistake(
    request: AnyRequest,
    state: State,
    game: FromPath[str],
    table: FromQuery[str | None] = None,
    version: FromQuery[int] = 0,
) -> NextMistake:
    """Return a mistake of the person's own games, the one after `table` and `version`."""
    person = await require_person_within(request, state.limits.puzzles)
    after = None if table is None else Mistake(TableId(table), version)
    found: NextMistake = await state.mistakes.next(
        person, game, after, _requester(request, state, person)
    )
    return found


@get("/api/tables/{table_id:str}/mistakes/{version:int}")
async def show_mistake(
    request: AnyRequest, state: State, table_id: FromPath[str], version: FromPath[int]
) -> ShownMistake:
    """Return the position of a finished game in which a decision was made."""
    person = await current_person(request)
    state.limits.puzzles.take(client_address(request), person)
    shown: ShownMistake = await state.mistakes.show(
        Mistake(TableId(table_id), version), _requester(request, state, person)
    )
    return shown


@post("/api/tables/{table_id:str}/mistakes/{version:int}/answer", status_code=200)
async def answer_mistake(
    request: AnyRequest,
    state: State,
    table_id: FromPath[str],
    version: FromPath[int],
    data: JSONBody[AnswerPuzzle],
) -> AnsweredPuzzle:
    """Judge another move in that position; without a move the person gives up."""
    person = await require_person_within(request, state.limits.puzzles)
    answered: AnsweredPuzzle = await state.mistakes.answer(
        Mistake(TableId(table_id), version), data.moves, _requester(request, state, person)
    )
    return answered


@post("/api/tables/{table_id:str}/mistakes/{version:int}/check", status_code=200)
async def check_draft(
    request: AnyRequest,
    state: State,
    table_id: FromPath[str],
    version: FromPath[int],
    data: JSONBody[CheckPuzzleDraft],
) -> CheckedPuzzleDraft:
    """Return the faults of what the person is building."""
    person = await require_person_within(request, state.limits.puzzles)
    checked: CheckedPuzzleDraft = await state.mistakes.check(
        Mistake(TableId(table_id), version), data.draft, _requester(request, state, person)
    )
    return checked


def _requester(request: AnyRequest, state: State, person: Person | None) -> Requester:
    here = client_address(request)
    charge = partial(state.limits.review_work.take, here, person)
    return Requester(here if person is None else person.id, charge)


ROUTES = (next_mistake, show_mistake, answer_mistake, check_draft)
