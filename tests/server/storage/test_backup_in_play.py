"""Backups are made and restored during play: they are consistent, and the games continue."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from sqlalchemy import select

from quincunx.client import Client, Disconnected, Refusal, TableConnection
from quincunx.server.storage import operator_commands, schema
from quincunx.server.storage.maintenance.backup import back_up, open_backup
from quincunx.server.storage.maintenance.restore import restore
from quincunx.server.storage.store import Store
from quincunx.wire import NewTable, TableId
from tests.helpers.in_process_server import serve_database
from tests.helpers.postgres import Postgres
from tests.helpers.waiting import run

TABLES = 3

MOVE = "twist clockwise"

Moves = dict[int, str]
"""Moves by version."""


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operator_commands, "POLL_INTERVAL_S", 0.05)


class Party:
    """Four players who twist tokens without end, and reconnect after a disconnection."""

    def __init__(self, people: list[Client], table: str) -> None:
        self._people = people
        self.table = table
        self.acknowledged: Moves = {}
        """Return the moves since the last connection."""
        self.times_come = 0

    @classmethod
    async def sit_down(cls, url: str) -> Party:
        people = [await Client.guest(url, f"Guest {seat}") for seat in range(4)]
        opened = await people[0].create_table(NewTable("quatrefoil"))
        async with AsyncExitStack() as joined:
            for seat, person in enumerate(people):
                at = await joined.enter_async_context(person.join(opened.id, opened.invite))
                await at.sit(seat)
                await at.ready()
        return cls(people, opened.id)

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            with suppress(Disconnected, Refusal):
                async with AsyncExitStack() as joined:
                    seats = [
                        await joined.enter_async_context(person.join(TableId(self.table)))
                        for person in self._people
                    ]
                    self.times_come += 1
                    self.acknowledged = {}
                    await self._take_turns(seats)

    async def _take_turns(self, seats: list[TableConnection]) -> None:
        while True:
            (turn,) = seats[0].position.awaited
            await seats[turn].my_turn()
            made = await seats[turn].play(MOVE)
            self.acknowledged[made] = MOVE
            await seats[0].until(lambda: seats[0].position.version >= made)  # noqa: B023

    def move_house(self, url: str) -> None:
        self._people = [Client(url, person.cookie, person.person) for person in self._people]

    async def record(self) -> str:
        return await self._people[0].record(TableId(self.table))


class Evening:
    """Run several parties at once; use `async with`."""

    def __init__(self, parties: list[Party]) -> None:
        self.parties = parties
        self._playing: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Evening:
        self._playing = [asyncio.create_task(party.play()) for party in self.parties]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def moves(self, more: int) -> None:
        """Wait until every party has made so many more moves."""
        goals = [(party, len(party.acknowledged) + more) for party in self.parties]
        while any(len(party.acknowledged) < goal for party, goal in goals):
            for task in self._playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.01)


async def logs(store: Store) -> dict[str, Moves]:
    """Return the stored moves of each table; assert that the table is at the end of its log."""
    async with store.snapshot() as connection:
        entries = await connection.execute(select(schema.entries).order_by("table", "version"))
        rows = entries.mappings().all()
        tables = await connection.execute(select(schema.tables.c.id, schema.tables.c.version))
        standing = tables.mappings().all()
    found: dict[str, Moves] = {}
    for table in standing:
        own = [row for row in rows if row["table"] == table["id"]]
        assert [row["version"] for row in own] == list(range(table["version"] + 1))
        found[table["id"]] = {row["version"]: row["move"] for row in own if row["move"]}
    return found


def of_the_backup(file: Path) -> dict[str, Moves]:
    found: dict[str, Moves] = {}
    for table, row in open_backup(file).read():
        if table == "tables":
            found[row["id"]] = {}
        elif table == "entries" and row["move"]:
            found[row["table"]][row["version"]] = row["move"]
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def another_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'another.db'}"
    running: Postgres = request.getfixturevalue("postgres_server")
    return running.new_database()


def test_a_game_continues_from_a_backup_made_during_play(
    database: str, another_database: str, tmp_path: Path
) -> None:
    """After a restore on another server and any database, every acknowledged move is there."""
    file = tmp_path / "house.backup"

    async def make_it() -> list[Party]:
        async with serve_database(database) as url:
            evening = Evening([await Party.sit_down(url) for _ in range(TABLES)])
            async with evening, Store(database) as store:
                await evening.moves(3)
                before = [dict(party.acknowledged) for party in evening.parties]
                await back_up(store, file)
                await evening.moves(1)
        kept = of_the_backup(file)
        for party, acknowledged in zip(evening.parties, before, strict=True):
            assert kept[party.table].items() >= acknowledged.items()
            assert kept[party.table].items() <= party.acknowledged.items()
        return evening.parties

    async def play_on(parties: list[Party]) -> None:
        async with Store(another_database) as store:
            await restore(store, file)
            assert await logs(store) == of_the_backup(file)
        async with serve_database(another_database) as url:
            for party in parties:
                party.move_house(url)
            async with Evening(parties) as evening:
                await evening.moves(2)

    run(play_on(run(make_it())))


def test_a_backup_can_be_restored_under_a_running_server(database: str, tmp_path: Path) -> None:
    """Later moves are lost; the players reconnect and continue from the backup."""
    file = tmp_path / "house.backup"

    async def work() -> None:
        async with serve_database(database) as url, Store(database) as store:
            async with Evening([await Party.sit_down(url) for _ in range(TABLES)]) as evening:
                await evening.moves(2)
                await back_up(store, file)
                for _ in range(2):
                    await evening.moves(2)
                    come = [party.times_come for party in evening.parties]
                    await restore(store, file, replace=True)
                    while any(
                        party.times_come == before
                        for party, before in zip(evening.parties, come, strict=True)
                    ):
                        await asyncio.sleep(0.01)
                    await evening.moves(2)
            kept, stored = of_the_backup(file), await logs(store)
            for party in evening.parties:
                assert stored[party.table].items() >= kept[party.table].items()
                assert stored[party.table].items() >= party.acknowledged.items()
                assert min(party.acknowledged) > max(kept[party.table]), "from there on"
                assert '"quincunx-record/1"' in await party.record()

    run(work())
