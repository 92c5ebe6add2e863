"""Printing messages and boards with rich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quincunx.cli.extras import needs_extra
from quincunx.cli.terminal.output import plain
from quincunx.core.messages import Arg, Message, render

if TYPE_CHECKING:
    from rich.console import Console


def open_console(*, stderr: bool = False) -> Console:
    """Return rich's console; rich is an optional dependency."""
    with needs_extra("cli"):
        from rich.console import Console

    class PipeConsole(Console):
        """Leaves a closed pipe to the command line, as all other output does."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return PipeConsole(stderr=stderr, highlight=False, emoji=False)


class Screen:
    """Prints messages and boards, with the players' names; `you` is the reader's seat."""

    def __init__(self, names: Sequence[str] = (), you: int | None = None) -> None:
        self._console = open_console()
        self._names = names
        self._you = you

    def print_message(self, message: Message, style: str = "") -> None:
        self.write(render(message, names=self._names, you=self._you), style)

    def print_text(self, message_id: str, style: str = "", **args: Arg) -> None:
        """Print a message of the command line."""
        self.print_message(Message(message_id, args), style)

    def write(self, text: str, style: str = "", end: str = "\n") -> None:
        # Wrap lines only on a terminal, not in files and pipes.
        wraps = self._console.is_terminal
        self._console.print(plain(text), style=style, markup=False, soft_wrap=not wraps, end=end)

    def draw(self, board: str) -> None:
        """Print a board in rich's markup, between empty lines."""
        # A record may contain any markup: colours are allowed, links are not.
        safe = plain(board).replace("[link", r"\[link")
        self._console.print(f"\n{safe}\n", soft_wrap=True)


def as_minutes(milliseconds: int) -> str:
    """Format table time as minutes and seconds.

    >>> as_minutes(83_000)
    '1:23'
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02}"
