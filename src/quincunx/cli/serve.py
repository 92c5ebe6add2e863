"""`quincunx serve`: opens the table for many."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.cli.errors import MissingPackage

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("serve", help="open the table in the browser, for you and others")
    parser.set_defaults(run=run)
    parser.add_argument(
        "--host", default="127.0.0.1", help="who can come: 0.0.0.0 lets your network in"
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--data", type=Path, default=Path("data"), help="the folder where games are kept"
    )
    parser.add_argument(
        "--database", metavar="URL", help="PostgreSQL instead, as postgresql://user@host/name"
    )


def run(arguments: Namespace) -> None:
    try:
        from quincunx.server.serve import serve
    except ImportError:
        raise MissingPackage("core.cli.needs_table") from None
    serve(arguments.host, arguments.port, arguments.data, arguments.database)
