"""`quincunx games`: list the games with their seats, options and bots."""

from __future__ import annotations

from argparse import Namespace
from textwrap import indent
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.cli.parser import help_text
from quincunx.cli.terminal.output import print_json
from quincunx.core.game import Game
from quincunx.core.messages import Message, UnknownMessage, pattern, render
from quincunx.core.options import Option, OptionValue, describe_options
from quincunx.registry import find, game_names

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("games", help=help_text("games"))
    parser.set_defaults(run=run)
    parser.add_argument("game", metavar="GAME", nargs="?", help=help_text("games.game"))
    parser.add_argument("--json", action="store_true", help=help_text("json"))


def run(arguments: Namespace) -> None:
    listed = [find(name) for name in ([arguments.game] if arguments.game else game_names())]
    if arguments.json:
        print_json([_data(game) for game in listed])
    else:
        print("\n\n".join(_text(game) for game in listed))


def _data(game: Game) -> dict[str, Any]:
    seats = game.seats(game.options())
    return {
        "name": game.name,
        "title": _words(f"{game.name}.name"),
        "tagline": _words(f"{game.name}.tagline"),
        "seats": {"low": seats.start, "high": seats.stop - 1},
        "bots": list(game.bots),
        "presets": [
            {
                **msgspec.to_builtins(preset),
                "title": _words(f"{game.name}.preset.{preset.name}"),
                "help": _words(f"{game.name}.preset_help.{preset.name}"),
            }
            for preset in game.presets
        ],
        "options": [
            {
                **msgspec.to_builtins(option),
                "title": _words(f"{game.name}.option.{option.name}"),
                "help": _words(f"{game.name}.option_help.{option.name}"),
                "choices_help": _choices(game, option),
            }
            for option in describe_options(game.options)
        ],
    }


def _text(game: Game) -> str:
    seats = game.seats(game.options())
    low, high = seats.start, seats.stop - 1
    same = "yes" if low == high else "no"
    players = render(Message("cli.seats", {"low": low, "high": high, "same": same}))
    bots = render(Message("cli.bots", {"bots": tuple(game.bots)}))
    tagline = _words(f"{game.name}.tagline")
    options = (_option_text(game, option) for option in describe_options(game.options))
    presets = render(Message("cli.presets", {"presets": tuple(p.name for p in game.presets)}))
    head = "\n".join([game.name, *_lines(tagline, players, bots, presets)])
    return "\n\n".join([head, *options])


def _option_text(game: Game, option: Option) -> str:
    takes = render(Message("cli.option_takes", option.allowed))
    default = render(Message("cli.option_default", {"value": _typed(option.default)}))
    choices = _choices(game, option)
    width = max(map(len, choices), default=0)
    return "\n".join(
        [
            f"  {option.name} ({takes}; {default})",
            *_lines(_described(game, option.name), depth=2),
            *_lines(*(f"{name:<{width}}  {words}" for name, words in choices.items()), depth=3),
            *_lines(*_conditions("cli.option_needs", option.needs), depth=2),
            *_lines(*_conditions("cli.option_excludes", option.excludes), depth=2),
        ]
    )


def _choices(game: Game, option: Option) -> dict[str, str]:
    """Return the description of each value of a choice."""
    return {choice: _described(game, f"{option.name}.{choice}") for choice in option.choices}


def _described(game: Game, name: str) -> str:
    """Return an option's name and help text, or those of one of its values."""
    title = _words(f"{game.name}.option.{name}")
    help_text = _words(f"{game.name}.option_help.{name}")
    return f"{title}. {help_text}" if help_text else title


def _conditions(message_id: str, others: dict[str, tuple[OptionValue, ...]]) -> list[str]:
    return [
        render(Message(message_id, {"other": other, "values": tuple(map(_typed, values))}))
        for other, values in others.items()
    ]


def _typed(value: OptionValue) -> str:
    """Return a value as it is typed."""
    return value if isinstance(value, str) else str(value).lower()


def _words(message_id: str) -> str:
    """Return the text of that id; empty if there is none."""
    try:
        return pattern(message_id)
    except UnknownMessage:
        return ""


def _lines(*texts: str, depth: int = 1) -> list[str]:
    return [indent(text, "  " * depth) for text in texts if text]
