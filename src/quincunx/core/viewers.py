"""Who looks: a seat, a bystander, or somebody who may see all."""

from __future__ import annotations

from typing import Final

Viewer = int | None
"""A seat's number, `None` for a bystander, or `OMNISCIENT`."""

OMNISCIENT: Final = -2
"""The viewer from whom nothing that any seat knows is hidden: replays after the end."""


def sees(viewer: Viewer, owner: int) -> bool:
    """Whether `viewer` may see what belongs to the seat `owner` alone."""
    return viewer in (owner, OMNISCIENT)
