"""The options of a game of ColorYam."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

import msgspec

from quincunx.core.errors import BadOption, MalformedPosition
from quincunx.core.options import OptionNotes, Options, Preset
from quincunx.games.coloryam.notation import SHEET_COMPOSITION, format_sheet, parse_sheet

SEATS: Final = range(1, 6)
MAX_SHEET_LENGTH: Final = 200
"""The most characters of a player's own sheet; six challenges need far fewer."""


class ColorYamOptions(Options, frozen=True, kw_only=True):
    """The sheet, and whether beginners' rules apply."""

    sheet: Literal["1", "2", "3", "4", "5", "6", "random", "own"] = "1"
    own: Annotated[
        str,
        msgspec.Meta(max_length=MAX_SHEET_LENGTH),
        OptionNotes(needs={"sheet": ("own",)}, listed=False, composed=SHEET_COMPOSITION),
    ] = ""
    beginner: bool = False

    def check(self) -> None:
        if self.sheet == "own":
            try:
                parse_sheet(self.own)
            except MalformedPosition as error:
                raise BadOption(error.message.id, **error.message.args) from None

    def canonical(self) -> Self:
        """Return the options with an own sheet in the notation of `format_sheet`."""
        if self.sheet != "own":
            return self
        return msgspec.structs.replace(self, own=format_sheet(parse_sheet(self.own)))


PRESETS: Final = (
    Preset("base"),
    Preset("beginner", {"beginner": True}),
    Preset("random-sheet", {"sheet": "random"}),
)
