"""What can be chosen before the tiles are mixed."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from quincunx.core.options import Options


class PivitOptions(Options, frozen=True, kw_only=True):
    """Who checks the grids, and what makes it easier or shorter."""

    referee: Literal["instant", "at-scoring"] = "instant"
    younger: bool = False
    limit: Annotated[int, msgspec.Meta(ge=1, le=60)] | None = None
    """Minutes for a round."""


def seats(options: PivitOptions) -> range:
    """At scoring is how three or four check each other."""
    return range(3 if options.referee == "at-scoring" else 1, 5)
