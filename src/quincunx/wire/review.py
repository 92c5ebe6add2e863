"""The analysis of a finished game."""

from __future__ import annotations

import msgspec

from quincunx.core.analysis import Point
from quincunx.core.messages import Message
from quincunx.wire.responses import LegalMove


class Judged(msgspec.Struct, frozen=True):
    """The assessment of one decision in a finished game."""

    version: int
    """The version at which it was made."""
    seat: int
    played: LegalMove
    better: LegalMove
    """The best move; the same as `played` if that was the best."""
    loss: float
    """How much worse the move was than the best one, in the game's own measure."""
    message: Message
    """The assessment in words."""


class GameReview(msgspec.Struct, frozen=True):
    """The analysis of a finished game."""

    measure: Message
    """What the curve shows."""
    curve: tuple[Point, ...]
    """From the deal to the end."""
    judged: tuple[Judged, ...]
    decided: Message | None
    """What decided the game; `None` if that may have been in the game it was branched off from."""
    can_retry: bool = False
    """Whether another move in place of a judged one can be judged too."""
