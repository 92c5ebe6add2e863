"""`quincunx solve`: solve a position."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

import quincunx
from quincunx.cli.parser import add_game, help_text
from quincunx.cli.terminal.output import print_json, print_plain
from quincunx.core.messages import render

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("solve", help=help_text("solve"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument("position", metavar="POSITION", help=help_text("solve.position"))
    parser.add_argument(
        "--younger",
        action="store_true",
        help=help_text("solve.younger"),
    )
    parser.add_argument("--json", action="store_true", help=help_text("json"))


def run(arguments: Namespace) -> None:
    position = f"younger {arguments.position}" if arguments.younger else arguments.position
    solution = quincunx.solve(arguments.game, position)
    if arguments.json:
        print_json(solution.data)
        return
    for line in solution.lines:
        print_plain(render(line))
