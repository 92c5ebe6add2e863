"""Searching for a game over HTTP and the lobby's socket, until it begins or somebody is missing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from quincunx.client import Client, TableConnection
from quincunx.server.pairing.round import TIME_TO_COME_MS
from quincunx.wire import FoundTable, Seek, SeekUpdate
from tests.helpers.http_calls import call
from tests.helpers.in_process_server import advance_clock
from tests.helpers.postgres import Postgres
from tests.helpers.server_process import running_server
from tests.helpers.waiting import run
from tests.server.fair_play.games import serve
from tests.server.table_sessions import refusal_of


class Searcher:
    """A person with the lobby open in one tab."""

    def __init__(self, client: Client, socket: ClientConnection) -> None:
        self.client = client
        self._socket = socket
        self.seek: Seek | None = None

    async def search(self, game: str = "coloryam", clock: str = "quick") -> None:
        await call(self.client, "POST", "/api/pairing", {"game": game, "clock": clock})

    async def cancel(self) -> None:
        await call(self.client, "POST", "/api/pairing/cancel", {})

    async def until(self, condition: Callable[[Seek | None], bool]) -> Seek | None:
        """Wait until a message about the search fulfils the condition."""
        while not condition(self.seek):
            message = json_of(await self._socket.recv())
            if message["type"] == "seek":
                self.seek = msgspec.convert(message, SeekUpdate).seek
        return self.seek

    async def until_found(self) -> FoundTable:
        seek = await self.until(lambda seek: seek is not None and seek.found is not None)
        assert seek is not None
        assert seek.found is not None
        return seek.found


def json_of(text: str | bytes) -> dict[str, Any]:
    return msgspec.json.decode(text, type=dict[str, Any])


@asynccontextmanager
async def searchers(*urls_and_names: tuple[str, str]) -> AsyncIterator[list[Searcher]]:
    async with AsyncExitStack() as stack:
        found = []
        for url, name in urls_and_names:
            client = await Client.guest(url, name)
            found.append(await stack.enter_async_context(in_the_lobby(client, url)))
        yield found


@asynccontextmanager
async def in_the_lobby(client: Client, url: str) -> AsyncIterator[Searcher]:
    address = url.replace("http", "ws") + "/api/lobby/socket?changes=true&seeks=true"
    async with connect(address, additional_headers={"Cookie": client.cookie}) as socket:
        yield Searcher(client, socket)


@asynccontextmanager
async def at_the_table(searcher: Searcher, found: FoundTable) -> AsyncIterator[TableConnection]:
    async with searcher.client.join(found.table, found.invite) as table:
        await table.ready()
        yield table


def is_waiting(seek: Seek | None) -> bool:
    return seek is not None and seek.found is None


def test_two_people_find_each_other_and_play_a_rated_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve(tmp_path) as server,
            searchers((server.url, "Ada"), (server.url, "Ben")) as (ada, ben),
            in_the_lobby(ada.client, server.url) as other_tab,
        ):
            await ada.search()
            alone = await ada.until(is_waiting)
            assert alone is not None
            assert (alone.game, alone.clock, alone.others) == ("coloryam", "quick", 0)
            assert alone.gap < alone.widest_gap
            await ben.search()
            found = await ada.until_found()
            assert [other.person.name for other in found.others] == ["Ben"]
            assert 0 < found.left <= TIME_TO_COME_MS
            assert (await other_tab.until_found()).table == found.table, "all tabs are told"
            theirs = await ben.until_found()
            async with at_the_table(ada, found) as table, at_the_table(ben, theirs):
                await table.until(lambda: table.latest is not None)
                assert table.table.rated
                assert not table.table.open
                assert table.table.starts_by is None
                for searcher in (ada, ben, other_tab):
                    assert await searcher.until(lambda seek: seek is None) is None

    run(work())


def test_whoever_comes_alone_searches_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve(tmp_path) as server,
            searchers((server.url, "Ada"), (server.url, "Ben")) as (ada, ben),
        ):
            await ada.search()
            await ben.search()
            found = await ada.until_found()
            async with at_the_table(ada, found) as table:
                assert table.table.starts_by is not None
                await ada.until(lambda seek: seek is not None and seek.found.arrived)  # type: ignore[union-attr]
                await advance_clock(server.app, found.table, TIME_TO_COME_MS)
                await table.until(lambda: table.table.phase == "closed")
                again = await ada.until(is_waiting)
                assert again is not None
                assert again.waited >= TIME_TO_COME_MS
                assert await ben.until(lambda seek: seek is None) is None

    run(work())


def test_a_game_that_was_found_can_be_declined(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve(tmp_path) as server,
            searchers((server.url, "Ada"), (server.url, "Ben")) as (ada, ben),
        ):
            await ada.search()
            await ben.search()
            await ada.until_found()
            await ben.until_found()
            await ben.cancel()
            await ben.until(lambda seek: seek is None)
            # Ada had not come yet, but it is not her fault.
            await ada.until(is_waiting)

    run(work())


def test_nobody_can_be_put_in_place_of_a_person_who_was_paired(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve(tmp_path) as server,
            searchers((server.url, "Ada"), (server.url, "Ben")) as (ada, ben),
        ):
            await ada.search()
            await ben.search()
            found = await ada.until_found()
            async with (
                ada.client.join(found.table, found.invite) as mine,
                ben.client.join(found.table, found.invite) as theirs,
            ):
                tables = {table.table.host.id == table.you.id: table for table in (mine, theirs)}
                assert await refusal_of(tables[True].seat_bot(1, "easy")) == "NotAllowed"

    run(work())


def test_a_search_is_cancelled_and_ends_with_the_last_connection(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            async with searchers((server.url, "Ada"), (server.url, "Ben")) as (ada, ben):
                await ada.search()
                await ada.until(is_waiting)
                await ada.cancel()
                await ada.until(lambda seek: seek is None)
                await ada.search()
                await ben.search("quivvit")
                await ben.until(is_waiting)
            async with searchers((server.url, "Cleo")) as (cleo,):
                await cleo.search()
                server.app.state.tables.registry.services.clock._before += 60_000
                seek = await cleo.until(lambda seek: is_waiting(seek) and not seek.others)  # type: ignore[union-attr]
                assert seek is not None, "Ada left the lobby, and is not found any more"

    run(work())


def test_programs_cannot_search(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            owner = await Client.guest(server.url, "Ada")
            await owner.register("ada", "correct horse battery")
            token = (await owner.create_bot_account("Deep")).token
            program = await Client.with_token(server.url, token)
            wanted = {"game": "coloryam", "clock": "quick"}
            assert await refusal_of(call(program, "POST", "/api/pairing", wanted)) == "PeopleOnly"
            assert (
                await refusal_of(
                    call(owner, "POST", "/api/pairing", {**wanted, "clock": "untimed"})
                )
                == "NotAllowed"
            )

    run(work())


def test_people_at_two_processes_find_each_other(postgres_server: Postgres, tmp_path: Path) -> None:
    """The process that holds the round may not be the one to which the people are connected."""
    database = postgres_server.new_database()

    async def work(one: str, other: str) -> None:
        async with searchers((one, "Ada"), (other, "Ben")) as (ada, ben):
            await ada.search()
            await ada.until(is_waiting)
            await ben.search()
            found, theirs = await ada.until_found(), await ben.until_found()
            assert found.table == theirs.table
            async with at_the_table(ada, found) as table, at_the_table(ben, theirs):
                await table.until(lambda: table.latest is not None)
                assert table.table.rated

    with running_server(tmp_path, database) as one, running_server(tmp_path, database) as other:
        run(work(one.url, other.url))
