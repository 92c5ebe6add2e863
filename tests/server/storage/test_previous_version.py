"""A store that was written before the server was redesigned still works.

`previous_version.sql` is a dump of a SQLite store that the code of commit 828df4c wrote: a game of
each kind between Ada and Ben, of which two are over, with chat, a proposal and drafts.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from quincunx import Record, verify
from quincunx.client import Client, TableConnection
from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.wire import Person, PersonId, Profile, TableId
from tests.helpers.in_process_server import serve_database
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import run

DUMP: Final = Path(__file__).with_name("previous_version.sql")

PASSWORD: Final = "a long password of old"
BENS_COOKIE: Final = "quincunx=1VyiSzeiaffBL0wQ3ye6oTXYDl1w0iS8H3Gr8wLEKko"
BEN: Final = Person(PersonId("a28e94a2aec12a79"), "Ben")

IN_PLAY: Final = {
    "coloryam": (TableId("af8b545eb818"), 6),
    "quivvit": (TableId("0255299eff3c"), 6),
    "qwirkle_cards": (TableId("9ea9f6344c4d"), 6),
    "pivit": (TableId("e9e19452f257"), 7),
}
"""By game: a table with a game in progress, and the version that it has reached."""

FINISHED: Final = {
    "quatrefoil": (TableId("c0be1a8037dc"), 4),
    "coloryam": (TableId("821cdfae0c1f"), 63),
}
"""By game: a table with a finished game, and its last version."""


@pytest.fixture
def database(tmp_path: Path) -> str:
    with sqlite3.connect(tmp_path / "quincunx.db") as connection:
        connection.executescript(DUMP.read_text("utf-8"))
        # Sessions expire after a year.
        connection.execute("UPDATE sessions SET created = ?", (wall_clock(),))
    connection.close()
    return sqlite_url(tmp_path)


@asynccontextmanager
async def ada_and_ben(database: str) -> AsyncIterator[tuple[Client, Client]]:
    async with serve_database(database) as url:
        yield await Client.log_in(url, "ada", PASSWORD), Client(url, BENS_COOKIE, BEN)


@asynccontextmanager
async def joined(database: str, table: TableId) -> AsyncIterator[list[TableConnection]]:
    async with ada_and_ben(database) as (ada, ben), ada.join(table) as hers, ben.join(table) as his:
        yield [hers, his]


def test_every_column_of_the_previous_version_is_known(database: str) -> None:
    connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    query = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
    stored = set(connection.execute(f"{query} WHERE m.type = 'table'"))
    connection.close()
    known = {
        (table.name, column.name)
        for table in schema.metadata.sorted_tables
        for column in table.columns
    }
    assert stored - {("alembic_version", "version_num")} <= known


@pytest.mark.parametrize("game", IN_PLAY)
def test_a_game_of_the_previous_version_continues(database: str, game: str) -> None:
    table, version = IN_PLAY[game]

    async def work() -> None:
        async with joined(database, table) as seats:
            assert [seat.table.game for seat in seats] == [game] * 2
            assert [seat.position.version for seat in seats] == [version] * 2
            player = next(seat for seat in seats if seat.position.moves)
            made = await player.play(player.position.moves[0].move)
            assert made > version
            for seat in seats:
                await seat.until(lambda: seat.position.version >= made)  # noqa: B023

    run(work())


@pytest.mark.parametrize("game", ["coloryam", "pivit"])
def test_the_chat_of_the_previous_version_is_shown(database: str, game: str) -> None:
    async def work() -> None:
        async with joined(database, IN_PLAY[game][0]) as (hers, his):
            said = [(line.person.name if line.person else None, line.text) for line in his.said]
            assert said[:2] == [("Ada", "Good luck, Ben!"), ("Ben", "You too.")]
            await hers.say("Still here?")
            await his.until(lambda: his.said[-1].text == "Still here?")

    run(work())


def test_a_proposal_of_the_previous_version_can_be_answered(database: str) -> None:
    async def work() -> None:
        async with joined(database, IN_PLAY["coloryam"][0]) as (hers, his):
            proposal = hers.table.proposal
            assert proposal is not None
            assert (proposal.wish, [person.name for person in proposal.waiting]) == (
                "pause",
                ["Ben"],
            )
            await his.answer("pause", agree=True)
            await hers.until(lambda: hers.table.paused)

    run(work())


@pytest.mark.parametrize(
    ("game", "draft"), [("qwirkle_cards", {"sets": []}), ("pivit", {"tiles": []})]
)
def test_a_draft_of_the_previous_version_is_shown(database: str, game: str, draft: Any) -> None:
    async def work() -> None:
        async with joined(database, IN_PLAY[game][0]) as (hers, _):
            assert hers.position.draft == draft

    run(work())


@pytest.mark.parametrize("game", FINISHED)
def test_a_finished_game_of_the_previous_version_has_its_record(database: str, game: str) -> None:
    table, version = FINISHED[game]

    async def work() -> None:
        async with ada_and_ben(database) as (ada, _):
            record = Record.from_json(await ada.record(table))
            assert len(record.steps) == version + 1
            assert verify(record).nonces >= 2

    run(work())


def test_the_profile_shows_the_results_and_the_rating(database: str) -> None:
    async def work() -> None:
        async with ada_and_ben(database) as (ada, _):
            body = await ada._call("GET", f"/api/people/{ada.person.id}")
            profile = msgspec.json.decode(body, type=Profile)
            expected = {table for table, _ in FINISHED.values()}
            assert {result.table for result in profile.history} == expected
            rated = {standing.game for standing in profile.standings if standing.rating is not None}
            assert "coloryam" in rated

    run(work())


def test_everybody_in_the_previous_version_is_a_person_and_may_own_programs(database: str) -> None:
    async def work() -> None:
        async with ada_and_ben(database) as (ada, ben), ben.join(IN_PLAY["quivvit"][0]) as table:
            assert not table.table.programs
            members = [member for seat in table.table.seats for member in seat.members]
            assert [member.person.bot for member in members if member and member.person] == [
                False,
                False,
            ]
            created = await ada.create_bot_account("Deep")
            assert await ada.bot_accounts() == [created.account]

    run(work())
