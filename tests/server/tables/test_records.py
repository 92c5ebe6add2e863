"""Records as files: built once, kept within bounds, charged by what they cost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from quincunx.client import Client, Refusal
from quincunx.core.records.record import Record, make_record
from quincunx.core.viewers import OMNISCIENT
from quincunx.registry import find
from quincunx.server.common.compression import decompress
from quincunx.server.common.limits import RateLimit
from quincunx.server.common.rate_limiter import Rate
from quincunx.server.common.slices import ITEMS_PER_SLICE, Slices
from quincunx.server.http.app import create_app
from quincunx.server.tables.view import records
from quincunx.server.tables.view.records import Cache, Records, WantedRecord, as_json
from quincunx.wire import TableId
from tests.cost.long_games import finished, long_match, new_table_id, put_game
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

LONG = 300
"""Log entries."""


class Built(list[str]):
    """The tables whose records were built, in order."""


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Built:
    seen = Built()

    async def counted(match, viewer, slices):  # type: ignore[no-untyped-def]
        seen.append(match.table)
        return await as_json(match, viewer, slices)

    monkeypatch.setattr(records, "as_json", counted)
    return seen


@asynccontextmanager
async def a_long_game(folder: Path, *, over: bool) -> AsyncIterator[tuple[Litestar, Client, str]]:
    app = create_app(sqlite_url(folder))
    async with serve_app(app) as url:
        people = [await Client.guest(url, f"Player {seat}") for seat in range(4)]
        match = long_match(find("quatrefoil"), LONG, new_table_id())
        match = finished(match, LONG + 1000) if over else match
        assert (match.outcome is not None) == over
        sitting = [client.person for client in people]
        yield app, people[0], await put_game(app.state.store, match, sitting)


async def read_in_parallel(client: Client, table: str, times: int) -> list[str]:
    return await asyncio.gather(*(client.record(TableId(table)) for _ in range(times)))


def test_parallel_reads_of_a_finished_game_share_one_build(tmp_path: Path, built: Built) -> None:
    async def work() -> None:
        async with a_long_game(tmp_path, over=True) as (_, ada, table):
            first, *others = await read_in_parallel(ada, table, 20)
            assert all(other == first for other in others)
            await ada.record(TableId(table))
            assert built == [table], "it is built once, and kept"
            record = Record.from_json(first)
            assert record.whole
            assert len(record.steps) > LONG

    run(work())


def test_a_game_in_play_is_built_again_for_each_version(tmp_path: Path, built: Built) -> None:
    async def work() -> None:
        async with a_long_game(tmp_path, over=False) as (_, ada, table):
            before = Record.from_json(await ada.record(TableId(table)))
            async with ada.join(TableId(table)) as there:
                made = await there.play("twist clockwise") if 0 in there.position.active else 0
            after = Record.from_json(await ada.record(TableId(table)))
            assert len(after.steps) == len(before.steps) + bool(made)
            assert len(built) == 2, "what may still change is not kept"

    run(work())


def test_the_record_equals_that_of_the_library() -> None:
    async def work() -> None:
        for viewer in (OMNISCIENT, None, 0):
            match = finished(long_match(find("quatrefoil"), 30), 1000)
            sent = await as_json(match, viewer, Slices())
            assert Record.from_json(sent) == make_record(match, viewer)

    run(work())


def test_clients_that_cannot_decompress_get_plain_json(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            a_long_game(tmp_path, over=True) as (_, ada, table),
            httpx.AsyncClient(base_url=ada.url, timeout=MAX_WAIT_S) as http,
        ):
            address = f"/api/tables/{table}/record"
            plain = await http.get(address, headers={"Accept-Encoding": "identity"})
            packed = await http.get(address, headers={"Accept-Encoding": "gzip"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert plain.content == packed.content
            assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 4

    run(work())


def test_a_record_request_is_charged_by_its_cost(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_long_game(tmp_path, over=False) as (app, ada, table):
            app.state.limits.read_work = RateLimit(person=Rate(per_minute=1, burst=LONG + 50))
            await ada.record(TableId(table))
            with pytest.raises(Refusal) as refusal:
                await ada.record(TableId(table))
            assert refusal.value.refused.error == "TooMany"

    run(work())


def test_deleted_names_are_removed_from_cached_records(tmp_path: Path, built: Built) -> None:
    async def work() -> None:
        async with a_long_game(tmp_path, over=True) as (app, ada, table):
            assert "Player 0" in await ada.record(TableId(table))
            await app.state.accounts.delete(ada.person, None)
            await app.state.tables.news.forget(ada.person.id)
            assert "Player 0" not in await ada.record(TableId(table))

    run(work())


def test_the_cache_is_bounded_by_bytes() -> None:
    cache = Cache(max_bytes=100)
    for number in range(10):
        cache.put(number, b"x" * 30)
        assert cache.size <= 100
    assert [number for number in range(10) if cache.get(number)] == [7, 8, 9]
    cache.get(7)
    cache.put(10, b"x" * 30)
    assert cache.get(7), "the one that was used last stays"
    cache.put(7, b"y" * 101)
    assert (cache.get(7), cache.size) == (None, 0), "what is larger than all of it is not kept"


def test_a_record_built_before_a_deletion_is_not_cached() -> None:
    async def work() -> None:
        kept = Records(Slices())
        match = finished(long_match(find("quatrefoil"), 100), 1000)

        async def find_it() -> WantedRecord:
            return WantedRecord(match, OMNISCIENT, final=True)

        reading = asyncio.create_task(kept.compressed(TableId("t"), None, find_it, lambda _: None))
        await asyncio.sleep(0)
        kept.forget()
        assert Record.from_json(decompress(await reading)).whole
        assert kept._cache.size == 0

    run(work())


def test_slices_yield_to_other_tasks() -> None:
    async def work() -> None:
        slices, turns, done = Slices(), 0, False

        async def others() -> None:
            nonlocal turns
            while not done:
                turns += 1
                await asyncio.sleep(0)

        waiting = asyncio.create_task(others())
        first, second = await asyncio.gather(
            slices.run(iter(range(100))), slices.run(iter(range(100)))
        )
        done = True
        await waiting
        assert first == second == list(range(100))
        assert turns >= 200 / ITEMS_PER_SLICE, "one slice for each turn of the loop, of all work"

    run(work())
