"""Players note what they believe; the server keeps it for them alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from quincunx.client import Client, TableConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data import private_notes
from quincunx.server.storage.table_data.private_notes import load_private_notes, private_notes_job
from quincunx.wire import NewTable, PrivateNotes, TableId
from tests.helpers.finished_games import store_finished_game
from tests.helpers.in_process_server import serve_database
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.table_sessions import seated_clients

QUATREFOIL = NewTable("quatrefoil", rated=False)
NAMES = ("Ada", "Ben", "Cleo", "Dora")


def notes(mark: str, deal: int = 0) -> dict[str, Any]:
    return {"deal": deal, "marks": mark * 25}


class Notebook:
    """The notes of one person at one table, over HTTP."""

    def __init__(self, http: httpx.AsyncClient, person: Client, table: TableConnection) -> None:
        self._http = http
        self._path = f"{person.url}/api/tables/{table.table.id}/notes"
        self._headers = {"Cookie": person.cookie}

    async def write(self, version: int, written: Any) -> str:
        """Return the kind of refusal; nothing if the notes are stored."""
        body = {"version": version, "notes": written}
        answer = await self._http.post(self._path, json=body, headers=self._headers)
        return "" if answer.status_code == 200 else str(answer.json()["error"])

    async def read(self) -> list[tuple[int, Any]]:
        answer = await self._http.get(self._path, headers=self._headers)
        return [(each["version"], each["notes"]) for each in answer.json()]


@asynccontextmanager
async def a_game(
    database: str, wanted: NewTable = QUATREFOIL, names: tuple[str, ...] = NAMES
) -> AsyncIterator[tuple[list[TableConnection], list[Notebook]]]:
    """People play, and Eve watches; each has a notebook."""
    async with serve_database(database) as url, httpx.AsyncClient(timeout=MAX_WAIT_S) as http:
        people = [await Client.guest(url, name) for name in (*names, "Eve")]
        async with seated_clients(people[:-1], wanted, people[-1]) as tables:
            pairs = zip(people, tables, strict=True)
            yield tables, [Notebook(http, person, table) for person, table in pairs]


def test_notes_are_kept_for_their_writer_alone(database: str) -> None:
    async def work() -> None:
        async with a_game(database) as (_, (ada, ben, *_, eve)):
            assert await ada.write(0, notes("x")) == ""
            assert await ben.write(0, notes("o")) == ""
            assert await ada.read() == [(0, notes("x"))]
            assert await ben.read() == [(0, notes("o"))]
            assert await eve.read() == []

    run(work())


def test_nobody_is_told_about_notes_and_the_table_stays_as_it_is(database: str) -> None:
    async def work() -> None:
        async with a_game(database) as (tables, (ada, *_)):
            assert tables[1].latest is not None
            before = tables[1].latest
            assert await ada.write(0, notes("x")) == ""
            await tables[0].propose("pause")
            await tables[1].until(lambda: tables[1].table.proposal is not None)
            assert tables[1].latest is before, "no update has come before the proposal"

    run(work())


def test_new_notes_replace_those_of_the_same_version(database: str) -> None:
    async def work() -> None:
        async with a_game(database) as (_, (ada, *_)):
            for mark in "xo?":
                assert await ada.write(0, notes(mark)) == ""
            assert await ada.read() == [(0, notes("?"))]

    run(work())


def test_a_version_that_does_not_exist_yet_is_the_present_one(database: str) -> None:
    async def work() -> None:
        async with a_game(database) as (_, (ada, *_)):
            assert await ada.write(1000, notes("x")) == ""
            assert await ada.read() == [(0, notes("x"))]

    run(work())


def test_notes_in_another_form_are_refused(tmp_path: Any) -> None:
    async def work() -> None:
        async with a_game(f"sqlite:///{tmp_path / 'quincunx.db'}") as (_, (ada, *_)):
            for written in (
                None,
                "x",
                {"deal": 0},
                notes("x", deal=5),
                notes("x", deal=-1),
                {"deal": 0, "marks": "x" * 24},
                {"deal": 0, "marks": "x" * 25 + "\n"},
                notes("<"),
                {"deal": 0, "marks": ["x"] * 25},
            ):
                assert await ada.write(0, written) == "Unreadable", written
            assert await ada.write(-1, notes("x")) == "Unreadable"
            assert await ada.read() == []

    run(work())


def test_only_players_take_notes_and_only_where_the_game_offers_them(tmp_path: Any) -> None:
    async def work() -> None:
        async with a_game(f"sqlite:///{tmp_path / 'quincunx.db'}") as (_, books):
            assert await books[-1].write(0, notes("x")) == "NotSeated"
        other = NewTable("coloryam", seats=2, rated=False)
        async with a_game(f"sqlite:///{tmp_path / 'other.db'}", other, NAMES[:2]) as (_, books):
            assert await books[0].write(0, notes("x")) == "NotAllowed"

    run(work())


def test_there_are_no_new_notes_in_a_pause_or_after_the_game(tmp_path: Any) -> None:
    async def work() -> None:
        alone = NewTable("quatrefoil", bots={1: "easy", 2: "easy", 3: "easy"}, rated=False)
        database = f"sqlite:///{tmp_path / 'quincunx.db'}"
        async with a_game(database, alone, ("Ada",)) as ((table, *_), (ada, *_)):
            assert await ada.write(0, notes("x")) == ""
            await table.propose("pause")
            await table.until(lambda: table.table.paused)
            assert await ada.write(0, notes("o")) == "Paused"
            await table.resume()
            await table.propose("end")
            await table.until(lambda: table.table.phase in ("closed", "over"))
            assert await ada.write(0, notes("o")) == "WrongPhase"
            assert await ada.read() == [(0, notes("x"))]

    run(work())


def test_a_table_keeps_the_latest_notes_of_a_player(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_notes, "MAX_STORED", 3)

    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            seats = (ada, ben, "expert", "expert")
            table = TableId(
                await store_finished_game(
                    store, "quatrefoil", *seats, scores=(4,) * 4, winners=range(4)
                )
            )
            await _write(store, table, ben.id, range(2))
            await _write(store, table, ada.id, range(10))
            kept = await load_private_notes(store, table, ada.id)
            assert [each.version for each in kept] == [7, 8, 9]
            others = await load_private_notes(store, table, ben.id)
            assert [each.version for each in others] == [0, 1]

    run(work())


async def _write(store: Store, table: TableId, person: Any, versions: range) -> None:
    for version in versions:
        await store.write(private_notes_job(table, person, PrivateNotes(version, notes("x"))))
