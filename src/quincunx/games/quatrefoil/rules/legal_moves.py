"""The lists of legal moves. They are built once, since there are few different ones."""

from __future__ import annotations

from typing import Final

from quincunx.core.moves import ListedMoves
from quincunx.games.quatrefoil.moves import ENTRY_POSITION, PUSHES, TWISTS, QuatrefoilMove
from quincunx.games.quatrefoil.tokens import POSITIONS

LEGAL_MOVES: Final = {
    "look": ListedMoves((QuatrefoilMove.LOOK,)),
    "signal": ListedMoves((QuatrefoilMove.SIGNAL,)),
    "turn": ListedMoves((*PUSHES, *TWISTS, QuatrefoilMove.STACK)),
    "turn, signal": ListedMoves((*PUSHES, *TWISTS, QuatrefoilMove.STACK, QuatrefoilMove.SIGNAL)),
    "stack": ListedMoves((QuatrefoilMove.STACK,)),
    "stack, signal": ListedMoves((QuatrefoilMove.STACK, QuatrefoilMove.SIGNAL)),
    "": ListedMoves[QuatrefoilMove](()),
    **{
        position: ListedMoves(
            (
                *(push for push in PUSHES if ENTRY_POSITION[push] == position),
                *TWISTS,
                QuatrefoilMove.STACK,
            )
        )
        for position in POSITIONS
    },
}
"""Every possible list of legal moves; in Dual by the position in which a push must end."""
