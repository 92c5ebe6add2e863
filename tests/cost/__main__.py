"""Prints what each request costs: `python -m tests.cost [GAME …]`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from quincunx.registry import games
from tests.cost.evening import Evening, every_request
from tests.cost.meter import Cost, MeteredServer


def main() -> None:
    for game in sys.argv[1:] or games():
        with tempfile.TemporaryDirectory() as folder, MeteredServer(Path(folder)) as server:
            costs = asyncio.run(every_request(Evening(server, game)))
        print(f"\n{game:22}", *(f"{name:>8}" for name in Cost._fields))
        for name, cost in costs.items():
            print(f"{name:22}", *(f"{value:8}" for value in cost))


main()
