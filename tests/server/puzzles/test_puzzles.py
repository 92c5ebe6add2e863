"""Puzzles over HTTP: the next one, answers, and streaks that nobody can cheat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import quincunx
from quincunx.core.puzzles import answer_puzzle
from quincunx.server.puzzles.streaks import (
    LEVEL_STARTS,
    assign_puzzle,
    count_answer,
    level_at,
    open_puzzle,
)
from quincunx.wire import PuzzleStreak
from tests.helpers.in_process_server import serve_database
from tests.helpers.stores import new_guests, open_store, sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

GAMES = ("coloryam", "pivit", "quatrefoil", "quivvit", "qwirkle_cards")


@asynccontextmanager
async def a_guest(url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http:
        await http.post("/api/guest", json={"name": "Ada"})
        yield http


async def ask_next(http: httpx.AsyncClient, game: str) -> Any:
    return (await http.post(f"/api/puzzles/{game}/next")).json()


async def send_answer(http: httpx.AsyncClient, shown: Any, *moves: str) -> Any:
    path = f"/api/puzzles/{shown['game']}/{shown['number']}/answer"
    return (await http.post(path, json={"moves": moves})).json()


def solution_of(shown: Any) -> list[str]:
    """Solve a puzzle as a program that has the library could."""
    puzzle = quincunx.puzzle(shown["game"], shown["number"])
    moves = [puzzle.solution()]
    while not answer_puzzle(puzzle, moves).verdict.solved:
        match = answer_puzzle(puzzle, moves).match
        other = next(iter(match.legal_moves(match.active[0]))).value
        moves.append(answer_puzzle(puzzle, [*moves, other]).verdict.best[0])
    return moves


def test_each_game_gives_puzzles_and_accepts_their_solutions(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, a_guest(url) as http:
            for game in GAMES:
                shown = await ask_next(http, game)
                assert shown["streak"] == {"game": game, "current": 0, "best": 0}
                assert "solution" not in str(shown)
                solution = solution_of(shown)
                for count in range(1, len(solution)):
                    begun = await send_answer(http, shown, *solution[:count])
                    assert (begun["right"], begun["solved"]) == (True, False)
                answered = await send_answer(http, shown, *solution)
                assert answered["solved"]
                assert answered["streak"] == {"game": game, "current": 1, "best": 1}
            streaks = (await http.get("/api/puzzles")).json()
            assert {(each["game"], each["best"]) for each in streaks} == {(g, 1) for g in GAMES}

    run(work())


def test_a_streak_counts_each_puzzle_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, a_guest(url) as http:
            shown = await ask_next(http, "quivvit")
            # Asking again does not replace a hard puzzle.
            again = [await ask_next(http, "quivvit") for _ in range(3)]
            assert {each["number"] for each in again} == {shown["number"]}
            (right,) = solution_of(shown)
            first = await asyncio.gather(*(send_answer(http, shown, right) for _ in range(2)))
            assert [each["streak"] is not None for each in first].count(True) == 1
            assert (await send_answer(http, shown, right))["streak"] is None
            second = await ask_next(http, "quivvit")
            assert second["number"] != shown["number"]
            assert second["streak"]["current"] == 1
            # A puzzle that somebody names does not count.
            named = await send_answer(http, {"game": "quivvit", "number": 0}, right)
            assert named.get("streak") is None
            given_up = await send_answer(http, second)
            assert (given_up["right"], given_up["message"]) == (False, None)
            assert given_up["best"][0]["move"] in solution_of(second)
            assert given_up["streak"] == {"game": "quivvit", "current": 0, "best": 1}

    run(work())


def test_a_wrong_answer_shows_the_best_one_and_ends_the_streak(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, a_guest(url) as http:
            shown = await ask_next(http, "coloryam")
            (right,) = solution_of(shown)
            wrong = next(each["move"] for each in shown["moves"] if each["move"] != right)
            answered = await send_answer(http, shown, wrong)
            assert not answered["right"]
            assert answered["loss"] > 0
            assert [each["move"] for each in answered["best"]] == [right]
            assert answered["view"] == shown["view"]
            tried_again = await send_answer(http, shown, right)
            assert tried_again["solved"]
            assert tried_again["streak"] is None
            assert (await ask_next(http, "coloryam"))["streak"]["current"] == 0

    run(work())


def test_a_draft_is_checked(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, a_guest(url) as http:
            shown = (await http.get("/api/puzzles/pivit/0")).json()
            path = "/api/puzzles/pivit/0/check"
            begun = (await http.post(path, json={"draft": shown["draft"]})).json()
            assert [each["message"]["id"] for each in begun["faults"]] == ["pivit.refusal.unused"]
            empty = await http.post(path, json={"draft": {"tiles": "none"}})
            assert (empty.status_code, empty.json()["error"]) == (400, "Unreadable")
            none = await http.post("/api/puzzles/quivvit/0/check", json={"draft": {}})
            assert (none.status_code, none.json()["error"]) == (400, "NoDraft")

    run(work())


@pytest.mark.parametrize(
    ("path", "body", "error"),
    [
        ("/api/puzzles/chess/next", {}, "UnknownGame"),
        ("/api/puzzles/quivvit/-1/answer", {"moves": ["a1 left"]}, "UnknownPuzzle"),
        ("/api/puzzles/quivvit/9999999999/answer", {"moves": ["a1 left"]}, "UnknownPuzzle"),
        ("/api/puzzles/quivvit/0/answer", {"moves": ["up"]}, "MalformedMove"),
        ("/api/puzzles/quivvit/0/answer", {"moves": ["a1 half"]}, "IllegalMove"),
        ("/api/puzzles/quatrefoil/0/answer", {"moves": ["stack"]}, "WrongAnswerKind"),
        ("/api/puzzles/quivvit/0/answer", {"moves": ["a1 left"] * 9}, "Unreadable"),
        ("/api/puzzles/quivvit/0/answer", {}, "Unreadable"),
    ],
)
def test_bad_requests_are_refused_with_a_type(
    tmp_path: Path, path: str, body: dict[str, Any], error: str
) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, a_guest(url) as http:
            answer = await http.post(path, json=body)
            assert 400 <= answer.status_code < 500
            assert answer.json()["error"] == error

    run(work())


def test_only_people_answer(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve_database(sqlite_url(tmp_path)) as url,
            httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
        ):
            assert (await http.get("/api/puzzles")).json()[0]["best"] == 0
            assert (await http.get("/api/puzzles/quatrefoil/0")).status_code == 200
            for path in ("next", "0/answer", "0/check"):
                answer = await http.post(f"/api/puzzles/quatrefoil/{path}", json={"moves": []})
                assert answer.status_code in (400, 401)
                assert "streak" not in answer.json()

    run(work())


def test_streaks_are_stored(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada,) = await new_guests(store, "Ada")
            for number in range(4):
                await assign_puzzle(store, ada, "quivvit", number)
                # Two requests of the same person get the same puzzle.
                assert (await assign_puzzle(store, ada, "quivvit", 99))[0] == number
                streak = await count_answer(store, ada, "quivvit", number, solved=number < 3)
                assert streak is not None
                assert await count_answer(store, ada, "quivvit", number, solved=True) is None
            assert await open_puzzle(store, ada, "quivvit") == (
                None,
                PuzzleStreak("quivvit", current=0, best=3),
            )

    run(work())


def test_puzzles_get_harder_with_the_streak() -> None:
    assert [level_at(start) for start in LEVEL_STARTS] == [0, 1, 2]
    assert level_at(LEVEL_STARTS[1] - 1) == 0
    assert level_at(1000) == 2
