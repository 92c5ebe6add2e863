"""Measure the memory of a server for each table and each socket."""

from __future__ import annotations

import msgspec

from bench.load.clients import Clients
from bench.load.servers import CONTENDERS, Server

CONTENDING = ("quincunx, SQLite", "boardgame.io, memory")
SEATS = 4
WARM = 20
TABLES = 300
TABLES_IN_SHORT = 150
GOALS = "goal: a quiet socket ≤ 30 kB"


class Memory(msgspec.Struct, frozen=True):
    """Memory in bytes."""

    contender: str
    server: int
    """Of the server with a few tables."""
    table: float
    """Of a table that has just been dealt, without its sockets."""
    socket: float
    """Of an idle socket."""


def measure(*, short: bool) -> list[Memory]:
    """Create tables with four sockets each, then add four more sockets at each."""
    rows = []
    for name in CONTENDING:
        with CONTENDERS[name]() as server, Clients(server) as clients:
            row = _weigh(name, server, clients, TABLES_IN_SHORT if short else TABLES)
        print(
            f"{name:24} server {row.server / 1e6:4.0f} MB   a table {row.table / 1e3:5.1f} kB   "
            f"a socket {row.socket / 1e3:5.1f} kB"
        )
        rows.append(row)
    print(GOALS)
    return rows


def _weigh(name: str, server: Server, clients: Clients, tables: int) -> Memory:
    clients.open(WARM)
    clients.play(WARM, 1.5)
    at_first = server.memory
    clients.open(WARM + tables)
    with_tables = server.memory
    clients.watch(tables * SEATS)
    with_watchers = server.memory
    socket = (with_watchers - with_tables) / (tables * SEATS)
    table = (with_tables - at_first) / tables - SEATS * socket
    return Memory(contender=name, server=at_first, table=table, socket=socket)
