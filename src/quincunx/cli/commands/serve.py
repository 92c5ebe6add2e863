"""`quincunx serve`: start the server."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from quincunx.cli.extras import needs_extra
from quincunx.cli.parser import help_text
from quincunx.cli.platform import needs_posix
from quincunx.cli.settings import add_settings, read_settings

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("serve", help=help_text("serve"))
    parser.set_defaults(run=run)
    add_settings(parser)


def run(arguments: Namespace) -> None:
    needs_posix("serve")
    settings = read_settings(arguments)
    with needs_extra("table"):
        from quincunx.server.serve import serve
    serve(settings)
