"""Read moves, and describe them in words. `str` of a move writes it.

A move is written in words, each of which may be abbreviated while it stays unambiguous: `push north
from west`, `push n w` and `p n w` are the same.
"""

from __future__ import annotations

from functools import lru_cache

from quincunx.core.errors import MalformedMove
from quincunx.core.messages import Message
from quincunx.games.quatrefoil.moves import QuatrefoilMove

_WORDS = {
    move: tuple(word for word in move.value.split() if word != "from") for move in QuatrefoilMove
}


def describe_move(move: QuatrefoilMove) -> Message:
    """Return the message that names the move."""
    return Message(f"quatrefoil.move.{move.name}")


@lru_cache(maxsize=256)
def parse_move(text: str) -> QuatrefoilMove:
    words = tuple(word for word in text.lower().split() if word != "from")
    matching = [move for move, full in _WORDS.items() if _abbreviates(words, full)]
    if len(matching) != 1:
        reason = "unclear_move" if matching else "unknown_move"
        raise MalformedMove(f"quatrefoil.refusal.{reason}", text=text.strip())
    return matching[0]


def _abbreviates(words: tuple[str, ...], full: tuple[str, ...]) -> bool:
    return len(words) == len(full) and all(
        long.startswith(short) for short, long in zip(words, full, strict=True)
    )
