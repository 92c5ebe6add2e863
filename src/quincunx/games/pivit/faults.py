"""What is wrong with a grid, in words, for its maker alone."""

from __future__ import annotations

from typing import Final

from quincunx.core.errors import IllegalMove
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import Fault
from quincunx.games.pivit.grid import Cell, GridFault
from quincunx.games.pivit.tiles import text_of

MAX_TILES_NAMED: Final = 24
"""A refused claim can hold far more foreign tiles than a hand has; naming some is enough."""


def to_fault(wrong: GridFault) -> Fault:
    return Fault(
        Message(f"pivit.refusal.{wrong.reason}", _args(wrong)), tuple(map(_name, wrong.cells))
    )


def to_refusal(wrong: GridFault) -> IllegalMove:
    return IllegalMove(
        f"pivit.refusal.{wrong.reason}",
        rule=f"pivit:{wrong.rule}",
        offending=tuple(map(_name, wrong.cells)) or _texts(wrong),
        **_args(wrong),
    )


def _name(cell: Cell) -> str:
    """A cell as faults name it: column, row."""
    return f"{cell[0]},{cell[1]}"


def _texts(wrong: GridFault) -> tuple[str, ...]:
    return tuple(map(text_of, wrong.tiles[:MAX_TILES_NAMED]))


def _args(wrong: GridFault) -> dict[str, Arg]:
    return {"tiles": _texts(wrong), "count": len(wrong.tiles)} if wrong.tiles else {}
