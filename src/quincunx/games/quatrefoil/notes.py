"""A player's private notes: which token may belong where."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from quincunx.games.quatrefoil.tokens import COLOURS, FREE

PLACES: Final = FREE + 1
"""The places of an arrangement: four positions, and beside them."""
MAX_DEALS: Final = 5
"""The most deals of a series."""


class QuatrefoilNotes(msgspec.Struct, frozen=True):
    """A table of marks, with a row for each colour and a column for each place."""

    deal: Annotated[int, msgspec.Meta(ge=0, lt=MAX_DEALS)]
    """The deal that the marks are about, from 0."""
    marks: Annotated[str, msgspec.Meta(pattern=f"^[.xo?]{{{len(COLOURS) * PLACES}}}\\Z")]
    """Row by row, colours as in `COLOURS` and places as in an arrangement: `x` for no, `o` for
    yes, `?` for perhaps, `.` where there is no mark."""
