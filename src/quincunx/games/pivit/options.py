"""The options of a game of Pivit."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from quincunx.core.options import Options, Preset


class PivitOptions(Options, frozen=True, kw_only=True):
    """How grids are checked, and what makes the game easier or shorter."""

    referee: Literal["instant", "at-scoring"] = "instant"
    younger: bool = False
    limit: Annotated[int, msgspec.Meta(ge=1, le=60)] | None = None
    """The time limit of a round in minutes."""


PRESETS: Final = (
    Preset("base"),
    Preset("younger", {"younger": True}),
    Preset("at-scoring", {"referee": "at-scoring"}),
)


def seats(options: PivitOptions) -> range:
    """Return the allowed numbers of seats; checking at scoring needs three or four."""
    return range(3 if options.referee == "at-scoring" else 1, 5)
