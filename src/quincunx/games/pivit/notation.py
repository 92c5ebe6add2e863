"""Read moves and grids, write hands, and describe moves in words. `str` of a move writes it.

A grid is its rows from the top down with `/` between them; a cell is a tile or `..`:

    r1 r2 r3 / .. g2 .. / .. b2 ..

Moves: `ready`, `trade r1`, `claim r1 r2 r3 / …` (with `credit 40` after it where the table has
measured a delay), `withdraw`, `stop`, `resume`.
"""

from __future__ import annotations

import re
from typing import Final

from quincunx.core.errors import MalformedMove
from quincunx.core.messages import Message
from quincunx.games.pivit.grid import EMPTY, MAX_COORDINATE, PlacedTiles, normalise
from quincunx.games.pivit.moves import (
    CREDIT_DIGITS,
    ClaimGrid,
    DeclareReady,
    PivitMove,
    TradeTile,
    VoteToResume,
    VoteToStop,
    WithdrawClaim,
)
from quincunx.games.pivit.state import HAND_SIZE
from quincunx.games.pivit.tiles import TEXT, TILE, PivitTiles

_PLAIN: Final[dict[str, PivitMove]] = {
    str(move): move for move in (DeclareReady(), WithdrawClaim(), VoteToStop(), VoteToResume())
}
MAX_TILES_READ: Final = 2 * HAND_SIZE
"""Grids with up to this many tiles are read, so that a refusal can name the surplus ones."""
_FULL_ROW: Final = len(EMPTY + " ") * MAX_COORDINATE + 2
_EMPTY_ROWS: Final = MAX_COORDINATE + 1 - HAND_SIZE
LONGEST_MOVE: Final = (
    len("claim r1")
    + (HAND_SIZE - 1) * _FULL_ROW
    + _EMPTY_ROWS * len(EMPTY)
    + MAX_COORDINATE * len(" / ")
    + len(" credit 200")
)
"""A claim with each tile in its own row, and all but one as far to the right as possible."""
_CREDIT: Final = re.compile(rf"(.*?)(?:\bcredit\s+([0-9]{{1,{CREDIT_DIGITS}}}))?", re.DOTALL)


def parse_grid(text: str) -> PlacedTiles | None:
    """Return the grid, or `None` if the text is malformed or has too many tiles."""
    cells = {}
    for y, row in enumerate(text.lower().replace("\n", "/").split("/")):
        for x, word in enumerate(row.split()):
            if word in TILE:
                cells[x, y] = TILE[word]
                if len(cells) > MAX_TILES_READ:
                    return None
            elif word != EMPTY:
                return None
    return normalise(cells)


def format_hand(hand: PivitTiles) -> str:
    return " ".join(TEXT[tile] for tile in hand)


def parse_move(text: str) -> PivitMove:
    word, _, rest = text.strip().lower().partition(" ")
    if word in _PLAIN and not rest:
        return _PLAIN[word]
    if word == "trade" and rest.strip() in TILE:
        return TradeTile(TILE[rest.strip()])
    if word == "claim":
        found = _CREDIT.fullmatch(rest)
        grid = parse_grid(found[1]) if found else None
        if found and grid:
            return ClaimGrid(grid, int(found[2] or 0))
    raise MalformedMove("pivit.refusal.unknown_move", text=_shortened(text.strip()))


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


def describe_move(move: PivitMove) -> Message:
    """Return the message that names the move."""
    if isinstance(move, TradeTile):
        return Message("pivit.move.trade", {"tile": TEXT[move.tile]})
    word = "claim" if isinstance(move, ClaimGrid) else str(move)
    return Message(f"pivit.move.{word}")
