"""`/health` and `/metrics`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import event, text
from sqlalchemy.engine import Connection, Engine

from quincunx.client import Client, Refusal
from quincunx.server.ops import metrics
from quincunx.server.storage import health as storage_health
from quincunx.server.storage import retry
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.wire import NewTable
from tests.helpers.failing_store import make_inserts_fail
from tests.helpers.in_process_server import serve_database
from tests.helpers.postgres import Postgres, running_postgres
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

UNWELL = {
    "error": "StoreFailed",
    "message": {"id": "table.refusal.unwell", "args": {}},
}


async def health(url: str) -> tuple[int, Any]:
    (answer,) = await asked_by(1, url)
    return answer


async def asked_by(many: int, url: str) -> list[tuple[int, Any]]:
    """What they are told who all ask at once."""
    async with httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http:
        answers = await asyncio.gather(*(http.get("/health") for _ in range(many)))
    return [(answer.status_code, answer.json()) for answer in answers]


# Health


@pytest.fixture(autouse=True)
def always_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test breaks is noticed at once."""
    monkeypatch.setattr(storage_health, "CHECK_INTERVAL_S", 0.0)


class CountedStore(Store):
    written = 0

    async def write(self, job: Any) -> Any:
        self.written += 1
        return await super().write(job)


def test_the_health_check_writes_at_most_once_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_health, "CHECK_INTERVAL_S", 1.0)

    async def work() -> None:
        await upgrade(sqlite_url(tmp_path))
        store = CountedStore(sqlite_url(tmp_path))
        async with store:
            now = 100.0
            checked = storage_health.HealthCheck(store, lambda: now)
            for _ in range(100):
                await checked.check()
                now += 0.05
            assert 4 <= store.written <= 6

    run(work())


def test_a_healthy_server_reports_it(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            assert await health(url) == (200, {"status": "ok"})

    run(work())


@contextmanager
def every_transaction(pragma: str) -> Iterator[None]:
    """SQLite, from now on, as it is on a disk that is full or that nothing can be written to."""

    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA {pragma}")

    event.listen(Engine, "begin", begun)
    try:
        yield
    finally:
        event.remove(Engine, "begin", begun)


@pytest.mark.parametrize(
    ("ill", "well"),
    [("max_page_count = 1", "max_page_count = 1000000"), ("query_only = ON", "query_only = OFF")],
    ids=["full", "read-only"],
)
def test_a_read_only_disk_is_reported(tmp_path: Path, ill: str, well: str) -> None:
    """And it is green again when it can."""

    async def work() -> None:
        async with serve_database(f"sqlite:///{tmp_path / 'quincunx.db'}") as url:
            with every_transaction(ill):
                assert await health(url) == (503, UNWELL)
            with every_transaction(well):
                assert await health(url) == (200, {"status": "ok"})

    run(work())


def test_a_lost_database_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        with running_postgres() as running:
            database = running.new_database()
            serving = serve_database(database)
            url = await serving.__aenter__()
            assert (await health(url))[0] == 200
        # It stays down, and closing the server must not wait for it.
        monkeypatch.setattr(retry, "RETRY_DELAYS_S", ())
        assert await health(url) == (503, UNWELL)
        await serving.__aexit__(None, None, None)

    run(work())


@asynccontextmanager
async def held_up(database: str) -> AsyncIterator[None]:
    """Another process holds an exclusive lock on the store."""
    async with Store(database) as other, other.connect() as connection:
        if not other.is_shared:
            await connection.exec_driver_sql("COMMIT")
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            await connection.execute(text("LOCK TABLE orders"))
        yield


def test_a_hanging_store_is_reported_without_waiting(database: str) -> None:
    """PostgreSQL itself would give up after half a minute; SQLite is made to take as long."""
    is_sqlite = database.startswith("sqlite")
    patient = every_transaction("busy_timeout = 60000") if is_sqlite else nullcontext()

    async def work() -> None:
        async with serve_database(database) as url:
            async with held_up(database):
                asked = monotonic()
                assert await asked_by(20, url) == [(503, UNWELL)] * 20
                assert monotonic() - asked < 25
            while (await health(url))[0] != 200:
                await asyncio.sleep(0.1)

    with patient:
        run(work())


def test_concurrent_health_checks_share_one_check(postgres_server: Postgres) -> None:
    """PostgreSQL numbers the orders, also those that nobody sees."""
    database = postgres_server.new_database()

    async def work() -> int:
        async with serve_database(database) as url:
            async with held_up(database):
                await asked_by(20, url)
            while (await health(url))[0] != 200:
                await asyncio.sleep(0.1)
            async with Store(database) as shared, shared.connect() as connection:
                numbered = await connection.scalar(text("SELECT last_value FROM orders_id_seq"))
                return int(numbered or 0)

    assert run(work()) <= 3


# Metrics


def counted(server: ServerProcess) -> dict[tuple[str, str], float]:
    """By name and label."""
    answer = httpx.get(f"{server.url}/metrics", timeout=MAX_WAIT_S)
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name, "".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@contextmanager
def more(server: ServerProcess) -> Iterator[Callable[[str, str], float]]:
    """By how much something has grown."""
    before = counted(server)

    def grown(name: str, label: str = "") -> float:
        return counted(server).get((name, label), 0) - before.get((name, label), 0)

    yield grown


def test_metrics_count_events(own_server: ServerProcess) -> None:
    async def work(grown: Callable[..., float]) -> None:
        ada = await Client.guest(own_server.url, "Ada")
        opened = await ada.create_table(NewTable("coloryam", seats=2, bots={1: "random"}))
        async with ada.join(opened.id) as table:
            await table.ready()
            await table.my_turn()
            with pytest.raises(Refusal):
                await table.play("stop")
            played = 0
            while all(step.seat != 1 for step in table.steps):
                await table.play(table.position.moves[0].move)
                played += 1
                await table.my_turn()
            assert grown("quincunx_tables", "coloryam") == 1
            assert grown("quincunx_sockets", "table") == 1
            assert grown("quincunx_moves_acknowledged_total", "coloryam") == played
            assert grown("quincunx_refusals_total", "IllegalMove") == 1
            assert grown("quincunx_commit_seconds_count") >= 4
            # In this order: the server continues to store between the two requests.
            assert grown("quincunx_commit_jobs_count") <= grown("quincunx_commit_jobs_sum")
            assert grown("quincunx_thinking_seconds_count") >= 1
            assert grown("quincunx_store_failures_total") == 0
        while grown("quincunx_sockets", "table"):
            await asyncio.sleep(0.05)

    with more(own_server) as grown:
        run(work(grown))


def test_event_loop_lag_is_measured(own_server: ServerProcess) -> None:
    async def work() -> None:
        with more(own_server) as grown:
            while not grown("quincunx_event_loop_lag_seconds_count", ""):
                await asyncio.sleep(0.1)

    run(work())


def test_store_failures_are_counted(own_server: ServerProcess, tmp_path: Path) -> None:
    async def work(grown: Callable[..., float]) -> None:
        ada = await Client.guest(own_server.url, "Ada")
        opened = await ada.create_table(NewTable("coloryam", seats=1))
        async with ada.join(opened.id) as table:
            await table.ready()
            await table.my_turn()
            make_inserts_fail(tmp_path, "entries")
            with pytest.raises(Refusal) as refused:
                await table.play("roll")
            assert refused.value.refused.error == "StoreFailed"
            assert grown("quincunx_store_failures_total") >= 1
            assert grown("quincunx_moves_acknowledged_total", "coloryam") == 0

    with more(own_server) as grown:
        run(work(grown))


@pytest.mark.parametrize(
    ("readers", "reader", "status"),
    [
        ("127.0.0.1,::1", "127.0.0.1", 200),
        ("127.0.0.1,::1", "203.0.113.9", 404),
        ("203.0.113.0/24", "203.0.113.9", 200),
        ("203.0.113.0/24", "2001:db8::1", 404),
    ],
)
def test_only_allowed_addresses_read_the_metrics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, readers: str, reader: str, status: int
) -> None:
    """A web server in front says who it is that asks; others see what is at any wrong address."""
    monkeypatch.setenv("QUINCUNX_METRICS_FROM", readers)
    with running_server(tmp_path) as server:
        headers = {"X-Forwarded-For": reader}
        answer = httpx.get(f"{server.url}/metrics", headers=headers, timeout=MAX_WAIT_S)
        nowhere = httpx.get(f"{server.url}/nowhere", headers=headers, timeout=MAX_WAIT_S)
        assert answer.status_code == status
        assert ("quincunx_sockets" in answer.text) == (status == 200)
        assert status == 200 or answer.text == nowhere.text


def test_metrics_contain_no_names() -> None:
    """Labels are few and known beforehand: no names, tables or addresses."""
    labels = {
        label
        for family in text_string_to_metric_families(metrics.render_metrics([]).decode())
        if family.name.startswith("quincunx_")
        for sample in family.samples
        for label in sample.labels
    }
    assert labels <= {"game", "kind", "error", "le", "why", "outcome"}
