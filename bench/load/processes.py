"""Several processes that serve one PostgreSQL: what sharing costs, and what it gains.

The seats of every table are spread over the processes, as a load balancer would. With two cores
for servers, clients and PostgreSQL together, no more than the rest of the second core is to be had.
"""

from __future__ import annotations

from bench.load import machine, moves
from bench.load.clients import Clients
from bench.load.moves import Moves
from bench.load.servers import on_postgresql

TABLES = (16, 128)
PROCESSES = (1, 2)


def measure(*, short: bool) -> list[Moves]:
    rows = []
    for processes in PROCESSES:
        name = f"{processes} process{'' if processes == 1 else 'es'}"
        with (
            on_postgresql(processes, cores=machine.EVERYWHERE) as server,
            Clients(server) as clients,
        ):
            clients.open(max(TABLES))
            rows += [moves.play(name, server, clients, tables) for tables in TABLES]
    moves.show(rows)
    return rows
