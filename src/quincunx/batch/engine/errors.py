"""Typed errors of the batch backend."""

from __future__ import annotations

from quincunx.core.errors import QuincunxError


class NoKernel(QuincunxError):
    """The game, or the game with these options, cannot be played on arrays."""
