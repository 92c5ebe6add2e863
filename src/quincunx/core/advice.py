"""Hints before a move, judgements after the game, answers to a position: one contract for all."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.core.messages import Message


class Hint(msgspec.Struct, frozen=True):
    """One step of help; a game gives them from the gentlest to the plainest."""

    message: Message
    move: str | None = None
    """The move it advises, in notation."""


class Judgement(msgspec.Struct, frozen=True):
    """One decision of a finished game, looked at again."""

    version: int
    """The version at which the decision was taken."""
    seat: int
    move: str
    best: tuple[str, ...]
    loss: float
    """What it gave away, in the game's own measure; 0 for the best."""
    message: Message


class Solution(msgspec.Struct, frozen=True):
    """What a solver says of a position: `data` for programs, `lines` for people."""

    data: dict[str, Any]
    lines: tuple[Message, ...]
