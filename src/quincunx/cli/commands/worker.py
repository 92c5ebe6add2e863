"""`quincunx worker`: play bots' turns for servers on other machines."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from quincunx.cli.errors import MissingPackage
from quincunx.cli.settings import add_settings, read_settings

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "worker", help="compute bots' moves for servers that share a PostgreSQL database"
    )
    parser.set_defaults(run=run)
    add_settings(parser, "database", "thinkers", "log")


def run(arguments: Namespace) -> None:
    settings = read_settings(arguments)
    try:
        from quincunx.server.worker import work
    except ModuleNotFoundError:
        raise MissingPackage("cli.needs_table") from None
    work(settings)
