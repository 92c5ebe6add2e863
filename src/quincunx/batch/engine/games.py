"""The games that can be played on arrays."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from .batch_game import BatchGame
from .errors import NoKernel

_GAMES: Final = ("quatrefoil", "coloryam", "quivvit")
"""The module `quatrefoil` defines `QUATREFOIL`, and so on; it is imported when first needed."""


def batch_game_names() -> tuple[str, ...]:
    """Return the names of the games that can be played on arrays."""
    return _GAMES


def batch_game(name: str) -> BatchGame:
    """Return the functions that connect the game's kernel with its rules."""
    if name not in _GAMES:
        raise NoKernel("batch.error.no_game", game=name, known=_GAMES)
    found: BatchGame = getattr(import_module(f".{name}", __package__), name.upper())
    return found
