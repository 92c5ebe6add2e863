"""How a game ended."""

from __future__ import annotations

import msgspec

from quincunx.core.messages import Message


class Outcome(msgspec.Struct, frozen=True):
    """The winners, the scores, and the reason for the end."""

    winners: tuple[int, ...]
    """The winning seats: several after a tie or a joint win, none if everybody loses."""
    scores: tuple[int, ...]
    """By seat; the game defines what a score means."""
    reason: Message
