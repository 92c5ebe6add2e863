"""Connect the batch backend with the rules engine; only this folder needs the full package."""

from __future__ import annotations

from .batch_game import BatchGame, PlainStep
from .errors import NoKernel
from .games import batch_game, batch_game_names
from .making import make_environment
from .pictures import draw
from .plain_tables import plain_table

__all__ = [
    "BatchGame",
    "NoKernel",
    "PlainStep",
    "batch_game",
    "batch_game_names",
    "draw",
    "make_environment",
    "plain_table",
]
