"""What a viewer has seen so far: the input of bots, records and the non-interference tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import msgspec

from quincunx.core.messages import Message
from quincunx.core.viewers import Viewer

if TYPE_CHECKING:
    from quincunx.core.match import Match

M_co = TypeVar("M_co", covariant=True)


class Observation(msgspec.Struct, Generic[M_co], frozen=True):
    """One step of the game as one viewer saw it."""

    version: int
    at: int
    seat: int | None
    """The seat that acted; `None` for the deal and for a deadline."""
    move: M_co | None
    """The move as this viewer may know it."""
    events: tuple[Message, ...]


class Observations(Sequence[Observation[Any]]):
    """A viewer's observations of some versions, built when they are read.

    Moves that are made later do not change it.
    """

    def __init__(self, match: Match, viewer: Viewer, versions: Sequence[int]) -> None:
        self._match = match
        self._versions = versions
        self._length = len(versions)
        self._viewer = viewer

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Observation[Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Observation[Any]]: ...
    def __getitem__(self, index: int | slice) -> Observation[Any] | Sequence[Observation[Any]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length))]
        return self._match.observation(self._viewer, self._versions[range(self._length)[index]])
