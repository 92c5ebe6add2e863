"""The terminal, drawn on with rich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quincunx.cli.errors import MissingPackage
from quincunx.cli.terminal.output import plain
from quincunx.core.messages import Arg, Message, render

if TYPE_CHECKING:
    from rich.console import Console


def open_console(*, stderr: bool = False) -> Console:
    """A terminal to draw on; rich is an extra that not every installation has."""
    try:
        from rich.console import Console
    except ImportError:
        raise MissingPackage("cli.needs_rich") from None
    return Console(stderr=stderr, highlight=False, emoji=False)


class Screen:
    """Sentences and boards, one below the other."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._console = open_console()
        self._names = names

    def say(self, message: Message, style: str = "") -> None:
        self.write(render(message, names=self._names), style)

    def tell(self, message_id: str, style: str = "", **args: Arg) -> None:
        """Says one of the command line's own sentences."""
        self.say(Message(message_id, args), style)

    def write(self, text: str, style: str = "", end: str = "\n") -> None:
        # In a file or a pipe a line stays a line; a terminal gets its words wrapped.
        wraps = self._console.is_terminal
        self._console.print(plain(text), style=style, markup=False, soft_wrap=not wraps, end=end)

    def draw(self, board: str) -> None:
        """A game's board, in rich's markup, between empty lines."""
        # A record may hold anything: of rich's markup it may use colours, but not links.
        safe = plain(board).replace("[link", r"\[link")
        self._console.print(f"\n{safe}\n", soft_wrap=True)


def as_minutes(milliseconds: int) -> str:
    """Table time for people.

    >>> as_minutes(83_000)
    '1:23'
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02}"
