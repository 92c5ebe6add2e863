"""The moves that a seat may make, listed or, where there are too many, sampled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Generic, TypeVar

M = TypeVar("M")


class Moves(ABC, Generic[M]):
    """Legal moves: `in` is exact; iteration is lazy, and ends early unless `complete`."""

    complete: bool
    """Whether iteration gives every legal move."""

    @abstractmethod
    def __contains__(self, move: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[M]: ...

    @abstractmethod
    def sample(self, rng: Random) -> M:
        """A random legal move; every legal move can come up."""


class ListedMoves(Moves[M]):
    """Few enough to list."""

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
