"""`quincunx verify`: check a record against its commitment."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import quincunx
from quincunx.cli.files import read_record
from quincunx.cli.parser import help_text
from quincunx.cli.terminal.output import print_plain
from quincunx.core.messages import Message, render

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("verify", help=help_text("verify"))
    parser.set_defaults(run=run)
    parser.add_argument("file", type=Path, metavar="FILE", help=help_text("replay.file"))


def run(arguments: Namespace) -> None:
    verified = quincunx.verify(read_record(arguments.file))
    print_plain(render(Message("cli.verified", msgspec.structs.asdict(verified))))
