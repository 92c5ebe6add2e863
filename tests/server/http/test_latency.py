"""The delay of a connection, which is credited where moments decide: not to be inflated."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect

from quincunx.client import Client
from quincunx.server.http.app import create_app
from quincunx.server.http.latency import MAX_ROUND_TRIPS, Latency, kernel_round_trip_ms
from quincunx.wire import Echo, Hello, NewTable
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import run

LATE_MS = 180
"""By so much a cheating client delays its answers: nearly all that can be credited."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def measured(*round_trips_ms: float) -> Latency:
    clock = Clock()
    latency = Latency(clock)
    for round_trip in round_trips_ms:
        number = latency.probe()
        clock.now += round_trip / 1000
        latency.echo(number)
    return latency


def test_the_smallest_recent_round_trip_counts() -> None:
    assert measured(80, 30, 200, 190).delay_ms(None) == 30
    old = measured(10, *[150] * MAX_ROUND_TRIPS)
    assert old.delay_ms(None) == 150, "a line that has become slower gets its credit"


def test_a_late_answer_earns_nothing_if_the_system_measures_too() -> None:
    assert measured(*[LATE_MS] * 20).delay_ms(kernel_ms=2.4) == 2
    assert measured(40, 41).delay_ms(kernel_ms=900.0) == 40


def test_only_the_first_answer_to_the_last_probe_counts() -> None:
    clock = Clock()
    latency = Latency(clock)
    first, second = latency.probe(), latency.probe()
    clock.now += 0.1
    latency.echo(first)
    assert latency.delay_ms(None) == 0, "an answer to an older probe is none"
    latency.echo(second)
    clock.now += 5
    latency.echo(second)
    latency.echo(second + 1)
    assert latency.delay_ms(None) == 100


def _uvloop() -> asyncio.AbstractEventLoop:
    loop: asyncio.AbstractEventLoop = pytest.importorskip("uvloop").new_event_loop()
    return loop


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, _uvloop])
def test_a_closed_socket_has_no_round_trip(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def work() -> None:
        connected: asyncio.Future[asyncio.StreamWriter] = asyncio.Future()
        server = await asyncio.start_server(
            lambda _, writer: connected.set_result(writer), "127.0.0.1", 0
        )
        async with server:
            _, client = await asyncio.open_connection(*server.sockets[0].getsockname())
            transport = (await connected).transport
            transport.abort()
            await connected.result().wait_closed()
            assert kernel_round_trip_ms(transport.get_extra_info("socket")) is None
            client.close()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(asyncio.wait_for(work(), 10))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what it has measured")
def test_a_client_that_answers_probes_late_gets_no_credit(tmp_path: Path) -> None:
    """The attack: wait before each echo, and have that time credited to one's claims."""

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            ada = await Client.guest(url, "Ada")
            opened = await ada.create_table(NewTable("pivit", seats=2))
            address = f"ws{url.removeprefix('http')}/api/tables/{opened.id}/socket"
            async with connect(address, additional_headers={"Cookie": ada.cookie}) as socket:
                await socket.send(msgspec.json.encode(Hello()).decode())
                while (told := msgspec.json.decode(await socket.recv()))["type"] != "probe":
                    pass
                await asyncio.sleep(LATE_MS / 1000)
                await socket.send(msgspec.json.encode(Echo(told["number"])).decode())
                table = await app.state.tables.registry.find(opened.id)
                (guest,) = table._audience._clients
                while not guest.latency.delay_ms(None):
                    await asyncio.sleep(0.01)
                assert guest.latency.delay_ms(None) >= LATE_MS, "that is what it pretends"
                assert guest.delay < LATE_MS / 2, "and this is what it gets"

    run(work())
