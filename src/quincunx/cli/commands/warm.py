"""`quincunx warm`: compile bots and solvers once, so that the first game does not wait for it."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from quincunx.cli.parser import help_text
from quincunx.cli.terminal.output import print_plain
from quincunx.core.bots.warm_up import warm_up
from quincunx.core.messages import Arg, Message, pattern, render
from quincunx.registry import find, game_names

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("warm", help=help_text("warm"))
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> None:
    names = game_names()
    for number, name in enumerate(names, 1):
        args: dict[str, Arg] = {
            "game": pattern(f"{name}.name"),
            "number": number,
            "all": len(names),
        }
        print_plain(render(Message("cli.warm", args)), flush=True)
        warm_up(find(name))
