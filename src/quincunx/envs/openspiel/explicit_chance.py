"""Chance of which every result is chosen from outside, one card or die after the other."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core.chance import Chance, Deck, Owner

Weighted = tuple[tuple[int, int], ...]
"""Possible values with their weights."""


class UndecidedResult(Exception):
    """A result is needed that has not been chosen yet."""

    def __init__(self, possible: Weighted) -> None:
        super().__init__()
        self.possible = possible


class ExplicitChance(Chance):
    """Gives the chosen values in order, and raises `UndecidedResult` after the last."""

    def __init__(self, chosen: Sequence[int]) -> None:
        super().__init__()
        self._left = [*chosen]

    def _choice(self, possible: Weighted) -> int:
        if not self._left:
            raise UndecidedResult(possible)
        return self._left.pop(0)

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        left, values = [*deck], []
        for _ in range(count):
            kind = self._choice(tuple((kind, many) for kind, many in enumerate(left) if many))
            left[kind] -= 1
            values.append(kind)
        return tuple(values)

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        each = tuple((face, 1) for face in range(faces))
        return tuple(self._choice(each) for _ in range(count))
