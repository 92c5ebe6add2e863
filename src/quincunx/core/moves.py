"""Sets of legal moves: listed, or sampled if there are too many to list."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Any, Final, Generic, TypeVar

from quincunx.core.errors import NoLegalMove, UncountableMoves

M = TypeVar("M")


class Moves(ABC, Generic[M]):
    """The legal moves of a seat, as a collection.

    `move in moves` is exact and never raises. Iteration is lazy; it yields at least one move if
    there is any, and all of them if `complete`. In some games there are too many moves to list:
    there `len(moves)` raises `UncountableMoves`, and `sample` still reaches every legal move.

    >>> import quincunx
    >>> moves = quincunx.new("quatrefoil", seed=7).legal_moves()
    >>> len(moves), str(next(iter(moves)))
    (11, 'push north from west')
    """

    __slots__ = ()

    complete: bool
    """Whether iteration yields every legal move."""

    @abstractmethod
    def __contains__(self, move: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[M]: ...

    @abstractmethod
    def sample(self, rng: Random) -> M:
        """Return a random legal move; every legal move is possible."""

    def __len__(self) -> int:
        if not self.complete:
            raise UncountableMoves("core.error.uncountable_moves")
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None


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

    def __bool__(self) -> bool:
        return bool(self._moves)

    def __repr__(self) -> str:
        return f"ListedMoves({self._moves!r})"

    def sample(self, rng: Random) -> M:
        moves = self._moves
        if not moves:
            raise NoLegalMove("core.error.no_legal_move")
        return moves[int(rng.random() * len(moves))]


NO_MOVES: Final[ListedMoves[Any]] = ListedMoves(())
"""The moves of a seat that may not act."""
