"""A finished game, looked at again."""

from __future__ import annotations

import msgspec

from quincunx.core.analysis import Point
from quincunx.core.messages import Message
from quincunx.wire.responses import LegalMove


class Judged(msgspec.Struct, frozen=True):
    """One decision of a finished game, looked at again."""

    version: int
    """The version at which it was taken."""
    seat: int
    played: LegalMove
    better: LegalMove
    """The best there was: what was played, where nothing was given away."""
    loss: float
    """What was given away, in the game's own measure."""
    message: Message
    """What it came to, in words."""


class GameReview(msgspec.Struct, frozen=True):
    """A finished game, looked at again."""

    measure: Message
    """What the curve shows."""
    curve: tuple[Point, ...]
    """From the deal to the end."""
    judged: tuple[Judged, ...]
    decided: Message | None
    """What decided the game; none where it may have been in the game that this one goes on from."""
