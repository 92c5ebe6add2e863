"""What a server remembers a table by, and a socket."""

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
    """In bytes."""

    contender: str
    server: int
    """With a few tables."""
    table: float
    """One that has just been dealt, without its sockets."""
    socket: float
    """One over which nothing is said."""


def measure(*, short: bool) -> list[Memory]:
    """Tables with four sockets each, then four more sockets at each."""
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
