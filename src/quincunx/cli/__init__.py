"""The command line. Each command is a module; what it refuses is one line and exit code 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from quincunx.cli.commands import admin, duel, games, play, replay, serve, solve, verify, worker
from quincunx.cli.language import preferred_language
from quincunx.cli.parser import Parser
from quincunx.cli.terminal.output import print_plain
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import use_language

_REFUSED = 2
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Does what the arguments say; the exit code."""
    with use_language(preferred_language(os.environ)):
        return _obey(argv)


def _obey(argv: Sequence[str] | None) -> int:
    try:
        arguments = _parser().parse_args(argv)
        arguments.run(arguments)
        sys.stdout.flush()
    except QuincunxError as refusal:
        # What was typed is quoted in the sentence and may hold line breaks.
        print_plain(" ".join(["quincunx:", *str(refusal).split()]), stderr=True)
        return _REFUSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read this has read enough; Python must not try to write the rest when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> Parser:
    parser = Parser(prog="quincunx", description="Five tabletop games at one digital table.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (games, play, serve, worker, admin, replay, verify, solve, duel):
        command.add_to(commands)
    return parser
