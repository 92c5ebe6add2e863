"""The commands of a player in the terminal, in English and in the player's language."""

from __future__ import annotations

from typing import Final, Literal, get_args

from quincunx.core.messages import pattern

CommandName = Literal["help", "guide", "hint", "moves", "undo", "view", "save", "quit"]
COMMANDS: Final[tuple[CommandName, ...]] = get_args(CommandName)

_OTHER_WORDS: Final[dict[str, CommandName]] = {
    "?": "help",
    "show": "view",
    "board": "view",
    "exit": "quit",
    "q": "quit",
    "take": "undo",
}


def command_word(name: CommandName) -> str:
    """Return the word for a command in the player's language."""
    return pattern(f"cli.command.{name}")


def find_command(typed: str) -> tuple[CommandName, str] | None:
    """Return the command that was typed, with the text after it; `None` if it is not a command."""
    word, _, rest = typed.strip().partition(" ")
    words: dict[str, CommandName] = {name: name for name in COMMANDS}
    words |= {command_word(name): name for name in COMMANDS} | _OTHER_WORDS
    name = words.get(word.lower())
    if name is None or (word.lower() == "take" and rest.strip() not in ("", "back")):
        return None
    return name, rest.strip()
