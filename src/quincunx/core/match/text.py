"""A match as plain text: what `print(match)` shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from quincunx.core.messages import Message, render
from quincunx.core.viewers import OMNISCIENT

if TYPE_CHECKING:
    from quincunx.core.match.match import Match

_MARKUP: Final = re.compile(r"\\(\[)|\[/?[a-z# ][^\[\]]*\]|\[/\]")
"""An escaped bracket, or a tag of rich's markup."""


def match_text(match: Match) -> str:
    """Return the board with all secrets, and whose turn it is or how the game ended."""
    board = without_markup(match.game.board(match.view(OMNISCIENT), match.names))
    lines = [line.rstrip() for line in board.split("\n")]
    return "\n".join((*lines, "", render(_status(match), names=match.names)))


def _status(match: Match) -> Message:
    if match.outcome is not None:
        return match.outcome.reason
    if match.awaited:
        return Message("core.match.to_move", {"seats": match.awaited})
    return Message("core.match.waiting", {"at": match.deadline or match.now})


def without_markup(text: str) -> str:
    """Return a text in rich's markup without its tags.

    >>> without_markup(r"[bold red]R[/] in \\[brackets]")
    'R in [brackets]'
    """
    return _MARKUP.sub(lambda found: found[1] or "", text)
