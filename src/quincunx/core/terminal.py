"""What a game provides for play in the terminal, besides its board."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from quincunx.core.messages import Message, render
from quincunx.core.rules import Fault

_TAG: Final = re.compile(r"(\\*)(\[[a-z#/@][^[]*?])")
"""What rich reads as markup."""


class DrawBoard(Protocol):
    """Draws a view as text, with rich's markup; `names` are the players' names by seat."""

    def __call__(self, view: Any, names: Sequence[str] = ()) -> str: ...


class DraftEditor(ABC):
    """Builds a move step by step with commands such as `lay r1 at b3`."""

    commands: tuple[tuple[str, str], ...]
    """Examples of the commands, each with the id of the message that explains it."""

    @abstractmethod
    def edit(self, typed: str, view: Any) -> bool:
        """Carry out a command; return whether it was one. Raise `MoveError` if it cannot be."""

    @abstractmethod
    def move(self, typed: str, view: Any) -> str | None:
        """Return the move that a command such as `done` makes of the draft, else `None`."""

    @abstractmethod
    def draft(self) -> Any:
        """Return the draft as the rules know it."""

    @abstractmethod
    def draw(self, view: Any, names: Sequence[str], faults: Sequence[Fault]) -> str:
        """Draw the board with the draft on it, with rich's markup."""

    @abstractmethod
    def example(self, view: Any) -> str:
        """Return a command that is possible now; empty if none is worth showing."""

    @abstractmethod
    def update(self, view: Any) -> None:
        """Drop what the player no longer has, after the position has changed."""


def _no_goal(view: Any) -> Message | None:
    return None


def _no_examples(view: Any) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, kw_only=True)
class TerminalHelp:
    """How the terminal helps a player with this game."""

    goal: Callable[[Any], Message | None] = _no_goal
    """Says what the viewer should do now."""
    examples: Callable[[Any], tuple[str, ...]] = _no_examples
    """Examples of moves of every kind that these options have."""
    legend: Message | None = None
    """Explains the letters and numbers on the board."""
    editor: Callable[[], DraftEditor] | None = None
    """Makes the editor of moves that are too long to type at once."""


NO_HELP: Final = TerminalHelp()


def seat_name(names: Sequence[str], seat: int) -> str:
    """Return the name of a seat's player, safe within rich's markup.

    >>> seat_name(("Ada", "[red]Ben"), 1)
    '\\\\[red]Ben'
    """
    if seat >= len(names):
        return render(Message("core.seat", {"number": seat + 1}))
    return _TAG.sub(lambda found: f"{found[1] * 2}\\{found[2]}", names[seat])


def standing(names: Sequence[str], values: Sequence[object], turn: int | None = None) -> str:
    """Return each player's name with a value beside it; an arrow marks the player on turn.

    >>> standing(("You", "Bot"), (7, 5), turn=0)
    '▶ You: 7     Bot: 5'
    """
    texts = (
        render(Message("core.standing", {"name": seat_name(names, seat), "value": str(value)}))
        for seat, value in enumerate(values)
    )
    return "   ".join(f"{'▶' if seat == turn else ' '} {text}" for seat, text in enumerate(texts))
