"""Puzzles: the next one, a named one, and answers."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from quincunx.server.http.authentication import (
    AnyRequest,
    client_address,
    current_person,
    require_person_within,
)
from quincunx.wire import (
    AnsweredPuzzle,
    AnswerPuzzle,
    CheckedPuzzleDraft,
    CheckPuzzleDraft,
    PuzzleStreak,
    ShownPuzzle,
)


@get("/api/puzzles")
async def list_streaks(request: AnyRequest, state: State) -> list[PuzzleStreak]:
    """Return the games that have puzzles, with the person's streaks."""
    streaks: list[PuzzleStreak] = await state.puzzles.streaks(await current_person(request))
    return streaks


@post("/api/puzzles/{game:str}/next", status_code=200)
async def next_puzzle(request: AnyRequest, state: State, game: FromPath[str]) -> ShownPuzzle:
    """Return the person's open puzzle, a new one after each answer."""
    person = await require_person_within(request, state.limits.puzzles)
    puzzle: ShownPuzzle = await state.puzzles.next(person, game)
    return puzzle


@get("/api/puzzles/{game:str}/{number:int}")
async def show_puzzle(
    request: AnyRequest, state: State, game: FromPath[str], number: FromPath[int]
) -> ShownPuzzle:
    """Return the puzzle with that number, without counting it for a streak."""
    person, here = await current_person(request), client_address(request)
    state.limits.puzzles.take(here, person)
    puzzle: ShownPuzzle = await state.puzzles.show(
        game, number, here if person is None else person.id
    )
    return puzzle


@post("/api/puzzles/{game:str}/{number:int}/answer", status_code=200)
async def answer_puzzle(
    request: AnyRequest,
    state: State,
    game: FromPath[str],
    number: FromPath[int],
    data: JSONBody[AnswerPuzzle],
) -> AnsweredPuzzle:
    """Judge an answer; without moves the person gives up."""
    person = await require_person_within(request, state.limits.puzzles)
    answered: AnsweredPuzzle = await state.puzzles.answer(person, game, number, data.moves)
    return answered


@post("/api/puzzles/{game:str}/{number:int}/check", status_code=200)
async def check_draft(
    request: AnyRequest,
    state: State,
    game: FromPath[str],
    number: FromPath[int],
    data: JSONBody[CheckPuzzleDraft],
) -> CheckedPuzzleDraft:
    """Return the faults of what the person is building."""
    person = await require_person_within(request, state.limits.messages)
    checked: CheckedPuzzleDraft = await state.puzzles.check(person, game, number, data.draft)
    return checked


ROUTES = (list_streaks, next_puzzle, show_puzzle, answer_puzzle, check_draft)
