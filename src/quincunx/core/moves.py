"""Sets of legal moves: listed, or sampled if there are too many to list."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Any, Final, Generic, TypeVar

M = TypeVar("M")


class Moves(ABC, Generic[M]):
    """Legal moves. `in` is exact; iteration is lazy and may leave moves out unless `complete`."""

    complete: bool
    """Whether iteration yields every legal move."""

    @abstractmethod
    def __contains__(self, move: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[M]: ...

    @abstractmethod
    def sample(self, rng: Random) -> M:
        """Return a random legal move; every legal move is possible."""


class ListedMoves(Moves[M]):
    """Legal moves that are few enough to list."""

    complete = True
    __slots__ = ("_moves",)

    def __init__(self, moves: tuple[M, ...]) -> None:
        self._moves = moves

    def __contains__(self, move: object) -> bool:
        return move in self._moves

    def __iter__(self) -> Iterator[M]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __repr__(self) -> str:
        return f"ListedMoves({self._moves!r})"

    def sample(self, rng: Random) -> M:
        moves = self._moves
        if not moves:
            raise IndexError("there is no legal move to sample")
        return moves[int(rng.random() * len(moves))]


NO_MOVES: Final[ListedMoves[Any]] = ListedMoves(())
"""The moves of a seat that may not act."""
