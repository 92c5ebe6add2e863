"""Compare two server processes on one PostgreSQL with one; each table uses one of them.

With two cores for servers, clients and PostgreSQL together, no more than what the others leave of
the second core is to be had.
"""

from __future__ import annotations

from bench.load import machine, moves
from bench.load.clients import Clients
from bench.load.moves import Moves
from bench.load.servers import on_postgresql

TABLES = (16, 64, 256)
TABLES_IN_SHORT = (64,)
PROCESSES = (1, 2)


def measure(*, short: bool) -> list[Moves]:
    rows = []
    for processes in PROCESSES:
        name = f"{processes} process{'' if processes == 1 else 'es'}"
        with (
            on_postgresql(processes, cores=machine.EVERYWHERE) as server,
            Clients(server) as clients,
        ):
            sizes = TABLES_IN_SHORT if short else TABLES
            rows += [moves.play(name, server, clients, tables) for tables in sizes]
    moves.show(rows)
    return rows
