"""Viewers: a seat, a spectator, or one who sees everything."""

from __future__ import annotations

from typing import Final

Viewer = int | None
"""A seat number, `None` for a spectator, or `OMNISCIENT`."""

OMNISCIENT: Final = -2
"""The viewer who sees what any seat knows: replays after the game."""


def sees(viewer: Viewer, owner: int) -> bool:
    """Whether `viewer` may see a secret of the seat `owner`."""
    return viewer in (owner, OMNISCIENT)
