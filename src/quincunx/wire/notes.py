"""A player's private notes at a table."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec


class PrivateNotes(msgspec.Struct, frozen=True):
    """What a player has noted, and at which version of the match."""

    version: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    notes: Any
    """Each game that offers notes has a type of its own for them."""
