"""What is stored together with the next change of a table, or not at all."""

from __future__ import annotations

import msgspec

from quincunx.server.tables.chat import Line


class Along(msgspec.Struct):
    """Gathered while something is done; gone if that fails."""

    request: str | None = None
    """What is carried out by it: sent once more, it is not done once more."""
    seating: bool = False
    """Whether people sit elsewhere, or otherwise, than the store knows."""
    lines: list[Line] = msgspec.field(default_factory=list)
    """What is said and noted."""
