"""Parsing arguments with argparse, in the reader's language; its errors become exceptions."""

from __future__ import annotations

import re
from argparse import ArgumentParser, HelpFormatter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from quincunx.cli.errors import BadUsage
from quincunx.core.game import Game
from quincunx.core.messages import Arg, Message, render
from quincunx.core.options import parse_values

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    Commands = _SubParsersAction["Parser"]

_ERRORS: Final = {
    "required": r"the following arguments are required: (?P<names>.+)",
    "unrecognized": r"unrecognized arguments: (?P<text>.+)",
    "choice": (
        r"argument (?P<name>.+?): invalid choice: '(?P<value>.*)' "
        r"\(choose from (?P<choices>.+)\)"
    ),
    "number": r"argument (?P<name>.+?): invalid int value: '(?P<value>.*)'",
    "decimal": r"argument (?P<name>.+?): invalid float value: '(?P<value>.*)'",
    "values": r"argument (?P<name>.+?): expected (?P<count>\d+) arguments",
    "value": r"argument (?P<name>.+?): expected (?:one|at least one) argument",
    "ambiguous": r"ambiguous option: (?P<text>.+?) could match (?P<choices>.+)",
}
"""The errors of argparse, which has no catalogues, by their message `cli.usage.…`."""


class Parser(ArgumentParser):
    """Has the reader's language, and raises `BadUsage` instead of printing an error and exiting."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, formatter_class=_Formatter, **settings)
        self._positionals.title = help_text("arguments")
        self._optionals.title = help_text("options")
        self.add_argument("-h", "--help", action="help", help=help_text("help"))
        # For the help alone: `cli.language` has taken it out of the arguments.
        self.add_argument("--language", metavar="CODE", help=help_text("language"))

    def error(self, message: str) -> NoReturn:
        raise BadUsage("cli.bad_usage", why=_translated(message), prog=self.prog)


class _Formatter(HelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        if prefix is None:
            prefix = f"{help_text('usage')} "
        super().add_usage(usage, actions, groups, prefix)


def _translated(message: str) -> str:
    for name, error in _ERRORS.items():
        found = re.fullmatch(error, message, re.DOTALL)
        if found:
            # Some versions of Python quote each choice.
            args: dict[str, Arg] = {
                key: value.replace("'", "") if key == "choices" else value
                for key, value in found.groupdict().items()
            }
            return render(Message(f"cli.usage.{name}", args))
    return f"{message}."


def help_text(name: str, **args: Arg) -> str:
    """Return the help of a command or argument, from the catalogues."""
    return render(Message(f"cli.help.{name}", args))


def add_game(parser: Parser) -> None:
    """Add the argument that names the game."""
    from quincunx.registry import game_names

    parser.add_argument("game", metavar="GAME", help=help_text("game", games=game_names()))


def add_options(parser: Parser) -> None:
    """Add the arguments for a game's options."""
    parser.add_argument("--preset", metavar="NAME", default="base", help=help_text("preset"))
    parser.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        nargs="+",
        action="extend",
        default=[],
        help=help_text("option"),
    )


def add_workers(parser: Parser) -> None:
    """Add the arguments that say where games are played, and by how many workers."""
    from quincunx.lab.workers import PLACES

    parser.add_argument("--workers", type=int, metavar="N", help=help_text("workers"))
    parser.add_argument("--on", choices=PLACES, default="local", help=help_text("on"))


def option_values(game: Game, preset: str, pairs: Sequence[str]) -> dict[str, object]:
    """Parse options of the form NAME=VALUE, added to a preset's; the game checks them."""
    texts = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BadUsage("cli.not_a_pair", text=pair)
        texts[name] = text
    return {**game.find_preset(preset).options, **parse_values(game.options, texts)}
