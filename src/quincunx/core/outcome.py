"""How a game ended."""

from __future__ import annotations

import msgspec

from quincunx.core.messages import Message


class Outcome(msgspec.Struct, frozen=True):
    """Who won, with what scores, and why it ended."""

    winners: tuple[int, ...]
    """The winning seats: several after a tie or together, none where everybody loses."""
    scores: tuple[int, ...]
    """By seat; what a score means is the game's matter."""
    reason: Message
