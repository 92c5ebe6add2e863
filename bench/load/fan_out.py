"""Measure how long it takes until all spectators of one table have received a move."""

from __future__ import annotations

import msgspec

from bench.load.clients import Clients
from bench.load.servers import CONTENDERS

CONTENDING = ("quincunx, SQLite", "boardgame.io, memory")
WATCHERS = (100, 500, 1000, 2000)
WATCHERS_IN_SHORT = (500,)
MOVES = 40


class FanOut(msgspec.Struct, frozen=True):
    """Medians, in milliseconds."""

    contender: str
    watchers: int
    acknowledged: float
    """Until the move was acknowledged to the player."""
    everywhere: float
    """Until the last spectator had received it."""
    cpu: float
    """Microseconds of the server's CPU time for each spectator."""


def measure(*, short: bool) -> list[FanOut]:
    rows = []
    for name in CONTENDING:
        with CONTENDERS[name]() as server, Clients(server) as clients:
            clients.open(1)
            for watchers in WATCHERS_IN_SHORT if short else WATCHERS:
                clients.watch(watchers)
                clients.fan_out(3)
                before = server.cpu_seconds
                found = clients.fan_out(MOVES)
                row = FanOut(
                    contender=name,
                    watchers=watchers,
                    acknowledged=found.acknowledged.p50,
                    everywhere=found.everywhere.p50,
                    cpu=(server.cpu_seconds - before) / MOVES / watchers * 1e6,
                )
                print(
                    f"{name:24} {watchers:5} watchers   acknowledged after "
                    f"{row.acknowledged:6.2f} ms   seen by all after {row.everywhere:7.2f} ms   "
                    f"CPU {row.cpu:4.0f} µs a watcher",
                    flush=True,
                )
                rows.append(row)
    return rows
