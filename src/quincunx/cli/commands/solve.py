"""`quincunx solve`: solve a position."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

import quincunx
from quincunx.cli.terminal.output import print_json, print_plain
from quincunx.core.messages import render

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("solve", help="solve a position")
    parser.set_defaults(run=run)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("position", metavar="POSITION", help="in the game's notation")
    parser.add_argument(
        "--younger",
        action="store_true",
        help="Pivit: use the younger players' rules (the same as “younger” before the tiles)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> None:
    position = f"younger {arguments.position}" if arguments.younger else arguments.position
    solution = quincunx.solve(arguments.game, position)
    if arguments.json:
        print_json(solution.data)
        return
    for line in solution.lines:
        print_plain(render(line))
