"""Turn the faults of a grid into messages for its player."""

from __future__ import annotations

from typing import Final

from quincunx.core.errors import IllegalMove
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import Fault
from quincunx.games.pivit.grid import Cell, GridFault
from quincunx.games.pivit.tiles import text_of

MAX_TILES_NAMED: Final = 24
"""The most tiles named in a message; a refused claim can hold many more foreign tiles."""


def to_fault(fault: GridFault) -> Fault:
    """Return the fault as it is shown in drafts and after a check."""
    return Fault(
        Message(f"pivit.refusal.{fault.reason}", _args(fault)), tuple(map(_cell_name, fault.cells))
    )


def to_refusal(fault: GridFault) -> IllegalMove:
    """Return the refusal of a claim with this fault."""
    return IllegalMove(
        f"pivit.refusal.{fault.reason}",
        rule=f"pivit:{fault.rule}",
        offending=tuple(map(_cell_name, fault.cells)) or _tile_texts(fault),
        **_args(fault),
    )


def _cell_name(cell: Cell) -> str:
    """Return a cell as clients know it: column and row."""
    return f"{cell[0]},{cell[1]}"


def _tile_texts(fault: GridFault) -> tuple[str, ...]:
    return tuple(map(text_of, fault.tiles[:MAX_TILES_NAMED]))


def _args(fault: GridFault) -> dict[str, Arg]:
    return {"tiles": _tile_texts(fault), "count": len(fault.tiles)} if fault.tiles else {}
