"""The command line. Each command is a module; an error is printed as one line, with exit code 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from quincunx import __version__
from quincunx.cli.commands import (
    admin,
    duel,
    games,
    generate,
    play,
    puzzle,
    replay,
    report,
    serve,
    settings,
    sit,
    solve,
    train,
    verify,
    warm,
    worker,
)
from quincunx.cli.language import preferred_language, split_language
from quincunx.cli.parser import Parser, help_text
from quincunx.cli.terminal.output import print_plain, replace_missing_characters
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import use_language

_EXIT_ERROR = 2
_EXIT_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in the arguments and return the exit code."""
    replace_missing_characters(sys.stdout, sys.stderr)
    with use_language(preferred_language(os.environ)):
        return _run(sys.argv[1:] if argv is None else argv)


def _run(argv: Sequence[str]) -> int:
    try:
        language, argv = split_language(argv)
        with use_language(language) if language else nullcontext():
            return _run_command(argv)
    except QuincunxError as error:
        return _print_error(error)


def _run_command(argv: Sequence[str]) -> int:
    try:
        arguments = command_parser().parse_args(argv)
        arguments.run(arguments)
        sys.stdout.flush()
    except QuincunxError as error:
        return _print_error(error)
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of the pipe has closed it; Python must not write the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _print_error(error: QuincunxError) -> int:
    # Messages quote the arguments, which may contain line breaks.
    print_plain(" ".join(["quincunx:", *str(error).split()]), stderr=True)
    return _EXIT_ERROR


def command_parser() -> Parser:
    """Return the parser of all commands, with its help in the current language."""
    parser = Parser(prog="quincunx", description=help_text("quincunx"))
    version = f"quincunx {__version__}"
    parser.add_argument("--version", action="version", version=version, help=help_text("version"))
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (
        games,
        play,
        serve,
        worker,
        settings,
        admin,
        replay,
        verify,
        solve,
        puzzle,
        duel,
        generate,
        report,
        train,
        sit,
        warm,
    ):
        command.add_to(commands)
    return parser
