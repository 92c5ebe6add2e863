"""Parsing arguments with argparse; its errors become exceptions like all others."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from quincunx.cli.errors import BadUsage
from quincunx.core.game import Game
from quincunx.core.options import parse_values

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    Commands = _SubParsersAction["Parser"]


class Parser(ArgumentParser):
    """Raises `BadUsage` instead of printing the error and exiting."""

    def error(self, message: str) -> NoReturn:
        raise BadUsage("cli.bad_usage", why=message, prog=self.prog)


def add_options(parser: Parser) -> None:
    """Add the arguments for a game's options."""
    parser.add_argument(
        "--preset",
        metavar="NAME",
        default="base",
        help="a named set of options (“quincunx games GAME” lists them)",
    )
    parser.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        nargs="+",
        action="extend",
        default=[],
        help="an option of the game (“quincunx games GAME” lists them)",
    )


def option_values(game: Game, preset: str, pairs: Sequence[str]) -> dict[str, object]:
    """Parse options of the form NAME=VALUE, added to a preset's; the game checks them."""
    texts = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BadUsage("cli.not_a_pair", text=pair)
        texts[name] = text
    return {**game.find_preset(preset).options, **parse_values(game.options, texts)}
