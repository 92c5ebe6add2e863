"""Printing messages and boards with rich."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from textwrap import fill
from typing import TYPE_CHECKING

from quincunx.cli.extras import needs_extra
from quincunx.cli.terminal.output import plain
from quincunx.core.messages import Arg, Message, pattern, render

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


def print_table(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table. Its first column holds names or ids, which stay on one line."""
    console = open_console()
    from rich.table import Table
    from rich.text import Text

    first, *others = headings
    table = Table()
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading)
    for row in rows:
        # As plain text, because names may contain rich's markup.
        table.add_row(*(Text(plain(cell)) for cell in row))
    console.print(table)


class Screen:
    """Prints messages and boards, with the players' names; `you` is the reader's seat."""

    def __init__(self, names: Sequence[str] = (), you: int | None = None) -> None:
        self._console = open_console()
        self._names = names
        self._you = you

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The names as tables and lists show them: the reader is "You"."""
        you = pattern("cli.you")
        return tuple(you if seat == self._you else name for seat, name in enumerate(self._names))

    def sentence(self, message: Message) -> str:
        return render(message, names=self._names, you=self._you)

    def print_message(self, message: Message, style: str = "") -> None:
        self.write(self.sentence(message), style)

    def print_text(self, message_id: str, style: str = "", **args: Arg) -> None:
        """Print a message of the command line."""
        self.print_message(Message(message_id, args), style)

    def write(self, text: str, style: str = "", indent: int = 0) -> None:
        """Print a text; its further lines are indented."""
        # Wrap lines only on a terminal, not in files and pipes.
        text = plain(text)
        if self._console.is_terminal:
            text = fill(text, self._console.width, subsequent_indent=" " * indent) or text
        self._console.print(text, style=style, markup=False, soft_wrap=True)

    def draw(self, board: str) -> None:
        """Print a board in rich's markup, between empty lines."""
        # A record may contain any markup: colours are allowed, links are not.
        safe = plain(board).replace("[link", r"\[link")
        self._console.print(f"\n{safe}\n", soft_wrap=True)

    def thinking(self) -> AbstractContextManager[object]:
        """Show in a terminal that the program is working, until the context ends."""
        if not self._console.is_terminal:
            return nullcontext()
        return self._console.status(pattern("cli.thinking"))

    def print_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Print texts with their explanations beside them."""
        width = max((len(plain(left)) for left, _ in rows), default=0)
        for left, right in rows:
            self.write(f"  {left:<{width}}  {right}", indent=width + 4)

    def print_markdown(self, text: str) -> None:
        from rich.markdown import Markdown

        self._console.print(Markdown(plain(text), hyperlinks=False))


def as_minutes(milliseconds: int) -> str:
    """Format table time as minutes and seconds.

    >>> as_minutes(83_000)
    '1:23'
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02}"
