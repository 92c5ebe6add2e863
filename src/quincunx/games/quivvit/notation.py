"""Read moves, and describe them in words. `str` of a move writes it:

`c3 left`, `c3 right`, `c3 half`, `claim c3`, `block d4`, `draw`, `decline`, `quiet`, `ask`.
"""

from __future__ import annotations

from typing import Final, get_args

from quincunx.core.errors import MalformedMove
from quincunx.core.messages import Message
from quincunx.games.quivvit.grid import CELL_BY_NAME
from quincunx.games.quivvit.moves import (
    AskAgain,
    Block,
    ClaimFreeLink,
    Decline,
    Draw,
    QuivvitMove,
    Rotate,
    Rotation,
    StopAsking,
)

_PLAIN: Final[dict[str, QuivvitMove]] = {
    str(move): move for move in (Draw(), Decline(), StopAsking(), AskAgain())
}
_WAYS: Final[dict[str, Rotation]] = {way: way for way in get_args(Rotation)}


def parse_move(text: str) -> QuivvitMove:
    match text.lower().split():
        case [word] if word in _PLAIN:
            return _PLAIN[word]
        case [cell, way] if cell in CELL_BY_NAME and way in _WAYS:
            return Rotate(cell, _WAYS[way])
        case ["claim", cell] if cell in CELL_BY_NAME:
            return ClaimFreeLink(cell)
        case ["block", cell] if cell in CELL_BY_NAME:
            return Block(cell)
    raise MalformedMove("quivvit.refusal.unknown_move", text=text.strip())


def describe_move(move: QuivvitMove) -> Message:
    """Return the message that describes the move in words."""
    match move:
        case Rotate(cell, way):
            return Message("quivvit.move.rotate", {"cell": cell, "way": way})
        case ClaimFreeLink(cell):
            return Message("quivvit.move.claim", {"cell": cell})
        case Block(cell):
            return Message("quivvit.move.block", {"cell": cell})
        case _:
            return Message(f"quivvit.move.{move!s}")
