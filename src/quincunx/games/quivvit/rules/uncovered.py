"""Which cards can be rotated, covered and linked: those without a Color Block card on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quincunx.core.errors import IllegalMove
from quincunx.games.quivvit.cards import NO_CARD
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELLS, OUTSIDE
from quincunx.games.quivvit.state import QuivvitState

_ALL_CELLS: Final = 2**CELLS - 1


def uncovered_mask(state: QuivvitState) -> int:
    """Return the cells with an uncovered card as a bit mask."""
    mask = _ALL_CELLS
    if state.grid.index(NO_CARD) < CELLS:
        mask = sum([1 << cell for cell in range(CELLS) if state.grid[cell] != NO_CARD])
    if max(state.blocks) >= 0:
        for cell in state.blocks:
            if cell >= 0:
                mask &= ~(1 << cell)
    return mask


def has_uncovered(state: QuivvitState) -> bool:
    """Return whether any cell has an uncovered card."""
    # The first cell nearly always has one.
    if state.grid[0] != NO_CARD and 0 not in state.blocks:
        return True
    return bool(uncovered_mask(state))


def cells_of_mask(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]


def find_uncovered(state: QuivvitState, name: str) -> int:
    """Return the cell of that name; raise `IllegalMove` if it has no uncovered card."""
    cell = CELL_BY_NAME.get(name, OUTSIDE)
    if cell in state.blocks:
        raise IllegalMove(
            "quivvit.refusal.covered", rule="quivvit:L266d", offending=(name,), cell=name
        )
    if state.grid[cell] == NO_CARD:
        raise IllegalMove(
            "quivvit.refusal.no_card", rule="quivvit:R11", offending=(name,), cell=name
        )
    return cell


def linkable_grid(state: QuivvitState) -> Sequence[int]:
    """Return the grid without its covered cards, which cannot link."""
    if max(state.blocks) < 0:
        return state.grid
    grid = list(state.grid)
    for cell in state.blocks:
        if cell >= 0:
            grid[cell] = NO_CARD
    return grid
