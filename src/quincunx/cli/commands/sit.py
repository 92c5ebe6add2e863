"""`quincunx sit`: let a bot play at a live table."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import TYPE_CHECKING, Final

from quincunx.cli.errors import BadUsage, MissingPackage
from quincunx.cli.parser import help_text
from quincunx.cli.terminal.output import print_plain
from quincunx.core.messages import Message, render

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands

TOKEN_VARIABLE: Final = "QUINCUNX_TOKEN"


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("sit", help=help_text("sit"))
    parser.set_defaults(run=run)
    parser.add_argument("url", metavar="URL", help=help_text("sit.url"))
    parser.add_argument("--bot", required=True, metavar="BOT", help=help_text("sit.bot"))
    parser.add_argument(
        "--token", metavar="TOKEN", help=help_text("sit.token", variable=TOKEN_VARIABLE)
    )
    parser.add_argument("--seat", type=int, metavar="K", help=help_text("sit.seat"))
    parser.add_argument("--rematches", action="store_true", help=help_text("sit.rematches"))


def run(arguments: Namespace) -> None:
    token = arguments.token or os.environ.get(TOKEN_VARIABLE, "")
    if not (token.strip() and token.isascii() and token.isprintable()):
        raise BadUsage("cli.no_token", variable=TOKEN_VARIABLE)
    try:
        from quincunx.client import sit
    except ModuleNotFoundError as error:
        if error.name != "websockets":
            raise
        raise MissingPackage("cli.needs_client") from None
    outcome = sit(
        arguments.url,
        arguments.bot,
        token=token.strip(),
        seat=None if arguments.seat is None else arguments.seat - 1,
        rematches=arguments.rematches,
        report=lambda message: print_plain(render(message), stderr=True),
    )
    print_plain(render(Message("cli.sit_ended") if outcome is None else outcome.reason))
