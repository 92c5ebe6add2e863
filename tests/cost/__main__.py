"""Prints what each request costs: `python -m tests.cost [routes | GAME …]`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from quincunx.registry import game_names
from tests.cost.meter import Cost, MeteredServer
from tests.cost.routes import World
from tests.cost.table_requests import TableRequests, every_request


def main() -> None:
    for name in sys.argv[1:] or ("routes", *game_names()):
        with (
            tempfile.TemporaryDirectory() as folder,
            MeteredServer(Path(folder), eager=name == "routes") as server,
        ):
            _print(name, asyncio.run(_measured(server, name)))


async def _measured(server: MeteredServer, name: str) -> Iterable[tuple[str, Cost]]:
    if name == "routes":
        world = World(server)
        await world.prepare()
        return (await world.every_route()).items()
    return (await every_request(TableRequests(server, name))).items()


def _print(title: str, costs: Iterable[tuple[str, Cost]]) -> None:
    print(f"\n{title:42}", *(f"{name:>8}" for name in Cost._fields))
    for name, cost in costs:
        print(f"{name:42}", *(f"{value:8}" for value in cost))


main()
