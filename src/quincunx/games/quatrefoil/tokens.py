"""TODO."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("B", "G", "P", "R", "Y")
"""Blue, green, purple, red, yellow, by the letters of the palette."""
POSITIONS: Final = ("NW", "NE", "SE", "SW")
"""Clockwise. A position's place in this tuple is also its place in an arrangement."""
FREE: Final = 4
"""The place of the free token in an arrangement."""
Arrangement = tuple[str, str, str, str, str]
"""The colours that lie at NW, NE, SE, SW, and the free token's."""
