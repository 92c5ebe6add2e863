"""Measure how many tables a server can hold, with four sockets and a move every five seconds."""

from __future__ import annotations

import msgspec

from bench.load import machine
from bench.load.clients import Clients
from bench.load.servers import CONTENDERS, Server

TABLES = (500, 1000, 2000, 3000)
TABLES_IN_SHORT = (500,)
CONTENDING = ("quincunx, SQLite", "boardgame.io, memory")
SOCKETS = 4
MOVE_PERIOD_S = 5.0
SECONDS = 10.0
MAX_DELAY_MS = 100.0
GOALS = "goal: 2,000 tables with p99 ≤ 100 ms"


class Tables(msgspec.Struct, frozen=True):
    """The result of a server with that number of tables."""

    contender: str
    tables: int
    a_second: float
    p50: float
    p99: float
    """Milliseconds from when a move was due until it was acknowledged."""
    busy: float
    """The load of the server's core."""
    memory: int
    """Bytes."""

    @property
    def are_held(self) -> bool:
        in_time = self.a_second > 0.95 * self.tables / MOVE_PERIOD_S
        return in_time and self.p99 <= MAX_DELAY_MS


def measure(*, short: bool) -> list[Tables]:
    """Increase the number of tables until a server is too slow."""
    rows = []
    most_tables = (machine.open_files() - 200) // SOCKETS
    for name in CONTENDING:
        with CONTENDERS[name]() as server, Clients(server) as clients:
            for tables in TABLES_IN_SHORT if short else TABLES:
                if tables > most_tables:
                    print(f"{name:24} {tables:5} tables need more open files than are allowed")
                    break
                rows.append(_hold(name, server, clients, tables))
                if not rows[-1].are_held:
                    break
    print(GOALS)
    return rows


def _hold(name: str, server: Server, clients: Clients, tables: int) -> Tables:
    clients.open(tables)
    clients.play(tables, MOVE_PERIOD_S, MOVE_PERIOD_S)
    before = server.cpu_seconds
    played = clients.play(tables, SECONDS, MOVE_PERIOD_S)
    row = Tables(
        contender=name,
        tables=tables,
        a_second=played.moves / SECONDS,
        p50=played.p50,
        p99=played.p99,
        busy=(server.cpu_seconds - before) / SECONDS,
        memory=server.memory,
    )
    print(
        f"{name:24} {tables:5} tables {row.a_second:6.0f} moves/s   p50 {row.p50:6.2f} ms   "
        f"p99 {row.p99:7.2f} ms   CPU {row.busy:4.0%}   memory {row.memory / 1e6:5.0f} MB"
        f"{'' if row.are_held else '   (too late)'}",
        flush=True,
    )
    return row
