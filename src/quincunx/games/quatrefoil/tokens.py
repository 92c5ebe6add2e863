"""The five tokens and their places."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("B", "G", "P", "R", "Y")
"""Blue, green, purple, red, yellow, by the letters of the palette."""
POSITIONS: Final = ("NW", "NE", "SE", "SW")
"""Clockwise. A position has the same index here and in an arrangement."""
FREE: Final = 4
"""The index of the free token in an arrangement."""
Arrangement = tuple[str, str, str, str, str]
"""The colours of the tokens at NW, NE, SE and SW, and of the free token."""
