"""What is learnt: to fill a sheet of ColorYam alone, for the highest average total."""

from __future__ import annotations

from typing import Final, Self

import msgspec

from quincunx.games.coloryam.notation import format_sheet, parse_sheet
from quincunx.games.coloryam.options import ColorYamOptions
from quincunx.games.coloryam.sheet import SHEETS
from quincunx.learning.errors import BadTraining

GAME: Final = "coloryam"


class Task(msgspec.Struct, frozen=True):
    """A sheet, and whether beginners’ rules apply. Another sheet is another task."""

    sheet: str
    """The six challenges, as text."""
    beginner: bool = False

    @classmethod
    def of(cls, options: ColorYamOptions) -> Self:
        """Return the task of these options; refuse random sheets."""
        match options.sheet:
            case "random":
                raise BadTraining("learning.drawn_sheet")
            case "own":
                sheet = parse_sheet(options.own)
            case printed:
                sheet = SHEETS[printed]
        return cls(format_sheet(sheet), options.beginner)

    def options(self) -> dict[str, object]:
        """Return the options of a game with this task."""
        return {"sheet": "own", "own": self.sheet, "beginner": self.beginner}

    def optimum(self) -> float:
        """Return the average total of the best strategy, computed exactly."""
        from quincunx.games.coloryam.solver import solo_plan

        return solo_plan(parse_sheet(self.sheet), self.beginner).value
