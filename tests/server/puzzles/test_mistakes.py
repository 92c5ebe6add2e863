"""Puzzles from a player's own games over HTTP: the position, another move, and the verdict."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from litestar import Litestar
from sqlalchemy import update

from quincunx.server.common.days import deal_name, today
from quincunx.server.http.app import create_app
from quincunx.server.puzzles.mistake_tasks import MAX_MISTAKES
from quincunx.server.storage.schema import results
from quincunx.server.tables.commands.change import Caller
from quincunx.wire import Person, PersonId, PlayMove, Ready, RequestId
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.connections import FakeConnection

TURNS = ("a1 left", "a1 right", "b2 left", "c3 right", "d4 left")
"""A game of Quivvit for one player, who hardly looks at the cards."""


class Player(NamedTuple):
    """A person with a session at a server."""

    http: httpx.AsyncClient
    app: Litestar
    person: Person

    async def ask(self, path: str, **query: Any) -> Any:
        return (await self.http.get(path, params=query)).json()

    async def answer(self, shown: Any, *moves: str) -> Any:
        path = f"/api/tables/{shown['table']}/mistakes/{shown['version']}/answer"
        return (await self.http.post(path, json={"moves": moves})).json()

    async def finishes_a_game(self) -> str:
        """Play a whole game badly; return the table's id."""
        created = await self.http.post("/api/tables", json={"game": "quivvit", "seats": 1})
        table_id: str = created.json()["id"]
        table = await self.app.state.tables.registry.find(table_id)
        connection = FakeConnection(self.person)
        await table.join(connection, "", None)
        await table.execute(Caller(self.person), Ready(RequestId("ready"), "nonce"))
        for turn, move in enumerate(TURNS):
            request = PlayMove(RequestId(str(turn)), connection.version, move)
            await table.handle(connection, request)
        return table_id


@asynccontextmanager
async def a_player(folder: Path) -> AsyncIterator[Player]:
    app = create_app(sqlite_url(folder))
    async with (
        serve_app(app) as url,
        httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
    ):
        me = (await http.post("/api/guest", json={"name": "Ada"})).json()["person"]
        yield Player(http, app, Person(PersonId(me["id"]), me["name"]))


def test_mistakes_of_own_games_are_tried_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_player(tmp_path) as ada:
            nothing = await ada.ask("/api/puzzles/quivvit/mistakes")
            assert nothing == {"games": 0, "mistake": None}
            table = await ada.finishes_a_game()
            review = await ada.ask(f"/api/tables/{table}/review")
            assert review["can_retry"]
            losses = {each["version"]: each["loss"] for each in review["judged"] if each["loss"]}
            largest = sorted(losses, key=lambda version: -losses[version])[:MAX_MISTAKES]

            first = (await ada.ask("/api/puzzles/quivvit/mistakes"))["mistake"]
            assert (first["table"], first["version"]) == (table, largest[0])
            assert first["played"]["move"] == TURNS[largest[0]]
            # The same measure as the review's: the move that was played loses as much again.
            again = await ada.answer(first, first["played"]["move"])
            assert (again["right"], again["loss"]) == (False, first["loss"])
            assert again["view"] == first["view"]
            given_up = await ada.answer(first)
            assert given_up["best"] == again["best"]
            solved = await ada.answer(first, given_up["best"][0]["move"])
            assert (solved["solved"], solved["loss"]) == (True, 0)

            seen = [first["version"]]
            for _ in largest:
                after = {"table": table, "version": seen[-1]}
                following = await ada.ask("/api/puzzles/quivvit/mistakes", **after)
                assert following["games"] == 1
                seen.append(following["mistake"]["version"])
            # After the last mistake the first one follows.
            assert seen == [*largest, largest[0]]

    run(work())


def test_games_of_others_and_of_today_give_none(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_player(tmp_path) as ada:
            table = await ada.finishes_a_game()

            async def job(connection: Any) -> None:
                todays = deal_name(today(), "quivvit")
                await connection.execute(update(results).values(deal_name=todays))

            await ada.app.state.store.write(job)
            nothing = await ada.ask("/api/puzzles/quivvit/mistakes")
            assert nothing == {"games": 0, "mistake": None}
            async with httpx.AsyncClient(base_url=ada.http.base_url, timeout=MAX_WAIT_S) as ben:
                assert (await ben.get("/api/puzzles/quivvit/mistakes")).status_code == 401
                await ben.post("/api/guest", json={"name": "Ben"})
                assert (await ben.get("/api/puzzles/quivvit/mistakes")).json()["games"] == 0
                # A replay's mistakes can be tried by everybody who can read its record.
                shown = await ben.get(f"/api/tables/{table}/mistakes/0")
                assert shown.json()["seat"] == 0

    run(work())


def test_bad_requests_are_refused_with_a_type(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_player(tmp_path) as ada:
            table = f"/api/tables/{await ada.finishes_a_game()}/mistakes"
            for path, error in (
                ("/api/puzzles/chess/mistakes", "UnknownGame"),
                ("/api/puzzles/pivit/mistakes", "NoPuzzles"),
                ("/api/tables/nowhere/mistakes/0", "NoSuchTable"),
                (f"{table}/99", "UnknownPuzzle"),
            ):
                assert (await ada.ask(path))["error"] == error
            for path, body, error in (
                ("0/answer", {"moves": ["a1 left", "a1 left"]}, "WrongAnswerKind"),
                ("0/answer", {"moves": ["up"]}, "MalformedMove"),
                ("0/answer", {"moves": ["a1 half"]}, "IllegalMove"),
                ("99/answer", {"moves": []}, "UnknownPuzzle"),
                ("0/check", {"draft": {}}, "NoDraft"),
            ):
                refused = await ada.http.post(f"{table}/{path}", json=body)
                assert (refused.status_code, refused.json()["error"]) == (400, error)
            unfinished = (await ada.http.post("/api/tables", json={"game": "quivvit"})).json()["id"]
            refused = await ada.http.get(f"/api/tables/{unfinished}/mistakes/0")
            assert refused.json()["error"] == "WrongPhase"

    run(work())
