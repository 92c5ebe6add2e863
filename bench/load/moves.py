"""Measure moves per second: each table plays on as soon as its last move has been delivered."""

from __future__ import annotations

from collections import defaultdict
from statistics import median

import msgspec

from bench.load.clients import Clients
from bench.load.servers import CONTENDERS, Server

TABLES = (1, 16, 64, 256)
TABLES_IN_SHORT = (1, 128)
ROUNDS = 2
SECONDS = 3.0
SPARES = 80
"""Tables that replace those whose game is over: enough for 40,000 moves."""
GOALS = "goals: ≥ 3,000 moves/s with p99 ≤ 100 ms on both databases, and more than boardgame.io"


class Moves(msgspec.Struct, frozen=True):
    """The result of a server with that number of tables."""

    contender: str
    tables: int
    a_second: float
    p50: float
    p99: float
    """Milliseconds until a move is acknowledged."""
    cpu: float
    """Microseconds of the server's CPU time for a move."""
    database_cpu: float
    """The same for PostgreSQL's processes, which run on the clients' core."""
    clients: float
    """The load of the clients' core: close to 1 the clients would limit the result."""


def measure(*, short: bool) -> list[Moves]:
    """Return medians of several rounds; each uses a new server."""
    sizes = TABLES_IN_SHORT if short else TABLES
    found: dict[tuple[str, int], list[Moves]] = defaultdict(list)
    for _ in range(1 if short else ROUNDS):
        for name, contender in CONTENDERS.items():
            with contender() as server, Clients(server) as clients:
                for tables in sizes:
                    found[name, tables].append(play(name, server, clients, tables))
                _check(server, clients)
    medians = [_median(rows) for rows in found.values()]
    show(medians)
    print(GOALS)
    return medians


def play(name: str, server: Server, clients: Clients, tables: int) -> Moves:
    """Play for some seconds at that number of tables, after a warm-up."""
    clients.open(tables + SPARES)
    clients.play(tables, 1.0)
    clients.open(tables + SPARES)
    before = server.cpu_seconds, server.database_cpu_seconds
    played = clients.play(tables, SECONDS)
    after = server.cpu_seconds, server.database_cpu_seconds
    return Moves(
        contender=name,
        tables=tables,
        a_second=played.moves / SECONDS,
        p50=played.p50,
        p99=played.p99,
        cpu=(after[0] - before[0]) / played.moves * 1e6,
        database_cpu=(after[1] - before[1]) / played.moves * 1e6,
        clients=played.cpu / SECONDS,
    )


def _check(server: Server, clients: Clients) -> None:
    """Check that all acknowledged moves are stored."""
    if server.stored is not None and server.stored() != clients.acknowledged:
        raise RuntimeError(f"{clients.acknowledged} acknowledged, {server.stored()} stored")


def show(rows: list[Moves]) -> None:
    for row in rows:
        print(
            f"{row.contender:24} {row.tables:4} tables {row.a_second:7,.0f} moves/s   "
            f"p50 {row.p50:6.2f} ms   p99 {row.p99:6.2f} ms   "
            f"CPU {row.cpu:5.0f} µs a move (database {row.database_cpu:4.0f})   "
            f"clients {row.clients:4.0%} busy"
        )


def _median(rows: list[Moves]) -> Moves:
    figures = ("a_second", "p50", "p99", "cpu", "database_cpu", "clients")
    return msgspec.structs.replace(
        rows[0], **{name: median(getattr(row, name) for row in rows) for name in figures}
    )
