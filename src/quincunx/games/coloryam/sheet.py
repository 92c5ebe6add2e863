"""The score sheet: ten lines in three sections, and six predefined sheets.

The printed sheets of the game are not known; these six are our own. Together they use each kind of
challenge at least once.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.chance import Chance
from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import COLOURS

Sheet = tuple[Challenge, ...]
"""The six challenges, from the top down: two red, two yellow, two blue."""

SECTIONS: Final = ("red", "yellow", "blue")

LINES: Final = 10
COLORYAM_LINES: Final = (2, 5, 8, 9)
"""The lines of the four ColorYam fields."""

CHALLENGE_OF_LINE: Final = (0, 1, None, 2, 3, None, 4, 5, None, None)
"""CHALLENGE_OF_LINE[line]: the index of its challenge; `None` for a ColorYam line."""

SECTION_OF_LINE: Final = (0, 0, 0, 1, 1, 1, 2, 2, 2, 2)
"""SECTION_OF_LINE[line]: the index of its section."""

FIELDS_OF_SECTION: Final = ((2,), (5,), (8, 9))
"""FIELDS_OF_SECTION[section]: its ColorYam lines, in the order in which they are filled."""

X: Final = 0
"""The entry of a failed line; totals begin at 6."""


def _challenge(kind: str, colours: str = "") -> Challenge:
    return Challenge(kind, tuple(colours))


SHEETS: Final[dict[str, Sheet]] = {
    "1": (
        _challenge("none", "Y"),
        _challenge("two", "B"),
        _challenge("three colours"),
        _challenge("four alike"),
        _challenge("different", "RG"),
        _challenge("all different", "OBY"),
    ),
    "2": (
        _challenge("one", "G"),
        _challenge("none of two", "RK"),
        _challenge("never two"),
        _challenge("three alike"),
        _challenge("more", "BR"),
        _challenge("equal", "GO"),
    ),
    "3": (
        _challenge("one and none", "YG"),
        _challenge("none", "K"),
        _challenge("two pairs"),
        _challenge("never three"),
        _challenge("most", "O"),
        _challenge("different", "BK"),
    ),
    "4": (
        _challenge("two", "O"),
        _challenge("one", "R"),
        _challenge("four alike"),
        _challenge("never two"),
        _challenge("equal", "YK"),
        _challenge("more", "GO"),
    ),
    "5": (
        _challenge("none of two", "BG"),
        _challenge("one and none", "KR"),
        _challenge("three alike"),
        _challenge("three colours"),
        _challenge("all different", "RGK"),
        _challenge("most", "B"),
    ),
    "6": (
        _challenge("none", "R"),
        _challenge("two", "K"),
        _challenge("never three"),
        _challenge("two pairs"),
        _challenge("more", "YB"),
        _challenge("equal", "RO"),
    ),
}


def random_sheet(chance: Chance) -> Sheet:
    """Draw two different kinds of challenge for each section, and their colours."""
    sheet = []
    for section in SECTIONS:
        kinds = [kind for kind in KINDS if KINDS[kind].section == section]
        for number in chance.draw("sheet", (1,) * len(kinds), 2):
            kind = kinds[number]
            colours = chance.draw("sheet", (1,) * len(COLOURS), KINDS[kind].colours)
            sheet.append(Challenge(kind, tuple(COLOURS[colour] for colour in colours)))
    return tuple(sheet)
