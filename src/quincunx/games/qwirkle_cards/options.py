"""The options of a game of Qwirkle Cards."""

from __future__ import annotations

from typing import Final

from quincunx.core.options import Options, Preset

SEATS: Final = range(2, 5)
PUZZLE_SEATS: Final = range(1, 2)


class QwirkleCardsOptions(Options, frozen=True, kw_only=True):
    """A whole game, or one turn as a puzzle."""

    puzzle: bool = False


PRESETS: Final = (Preset("base"), Preset("puzzle", {"puzzle": True}))


def seats(options: QwirkleCardsOptions) -> range:
    """Return the possible numbers of seats."""
    return PUZZLE_SEATS if options.puzzle else SEATS
