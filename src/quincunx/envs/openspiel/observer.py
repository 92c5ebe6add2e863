"""Tensors and texts of observations and information states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from quincunx.envs.openspiel.game import OpenSpielTable
    from quincunx.envs.openspiel.state import OpenSpielState


class OpenSpielObserver:
    """Writes what a player sees into a tensor: the present, or with perfect recall all steps.

    With perfect recall each step has a row: the player's own action in it plus 1 (0 if it did not
    act), and what the player saw after it.
    """

    def __init__(self, table: OpenSpielTable, *, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        size = table.encoding.features.size
        rows = table.max_steps if perfect_recall else 1
        self._rows = np.zeros((rows, 1 + size if perfect_recall else size), np.float32)
        self.tensor: NDArray[np.float32] = self._rows.reshape(-1)
        self.dict = {"steps" if perfect_recall else "observation": self._rows}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what the player knows in that state."""
        self.tensor.fill(0)
        observed = state.observed(player)
        if self._perfect_recall:
            for row, (action, seen) in enumerate(observed):
                self._rows[row, 0] = action + 1
                self._rows[row, 1:] = seen
        elif observed:
            self._rows[0] = observed[-1][1]

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the same as a text: different texts for different knowledge."""
        observed = state.observed(player)
        if not self._perfect_recall:
            return _text(observed[-1][1]) if observed else ""
        return f"{player}/" + "/".join(f"{action}:{_text(seen)}" for action, seen in observed)


def _text(seen: Any) -> str:
    return bytes(seen.tobytes()).hex()
