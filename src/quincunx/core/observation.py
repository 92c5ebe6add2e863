"""What a seat has seen so far: bots, records and non-interference all look here."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from quincunx.core.messages import Message

M_co = TypeVar("M_co", covariant=True)


class Observation(msgspec.Struct, Generic[M_co], frozen=True):
    """One step of the game as one viewer saw it."""

    version: int
    at: int
    seat: int | None
    """Who acted; `None` for the deal and for time."""
    move: M_co | None
    """The move as this viewer may know it."""
    events: tuple[Message, ...]
