"""Write moves and positions as short text, and read them back.

A move is written in words, each of which may be abbreviated while it stays unambiguous: `push north
from west`, `push n w` and `p n w` are the same. An arrangement is written north row first, then the
free token: `RG/YB P`. A position is an arrangement and its target: `RG/YB P > GR/BY P`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from quincunx.core.errors import MalformedMove, MalformedPosition
from quincunx.core.messages import Message
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.tokens import COLOURS, Arrangement

_WORDS = {
    move: tuple(word for word in move.value.split() if word != "from") for move in QuatrefoilMove
}
_ARRANGEMENT = re.compile(r"\s*(\w)(\w)\s*/\s*(\w)(\w)\s+(\w)\s*")


def format_move(move: QuatrefoilMove) -> str:
    return move.value


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


def format_arrangement(tokens: Arrangement) -> str:
    northwest, northeast, southeast, southwest, free = tokens
    return f"{northwest}{northeast}/{southwest}{southeast} {free}"


def parse_arrangement(text: str) -> Arrangement:
    found = _ARRANGEMENT.fullmatch(text.upper())
    if not found or sorted(found.groups()) != sorted(COLOURS):
        raise MalformedPosition("quatrefoil.refusal.unknown_position", text=text.strip())
    northwest, northeast, southwest, southeast, free = found.groups()
    return northwest, northeast, southeast, southwest, free


def format_position(tokens: Arrangement, target: Arrangement) -> str:
    return f"{format_arrangement(tokens)} > {format_arrangement(target)}"


def parse_position(text: str) -> tuple[Arrangement, Arrangement]:
    tokens, arrow, target = text.partition(">")
    if not arrow:
        raise MalformedPosition("quatrefoil.refusal.unknown_position", text=text.strip())
    return parse_arrangement(tokens), parse_arrangement(target)
