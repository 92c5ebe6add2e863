"""The kinds of challenges, as the rulebook lists them."""

from __future__ import annotations

KINDS = {
    "red": ("none", "none of two", "one", "two", "one and none"),
    "yellow": (
        "three alike",
        "never three",
        "two pairs",
        "four alike",
        "three colours",
        "never two",
    ),
    "blue": ("more", "equal", "different", "all different", "most"),
}
"""The sixteen kinds, by the section in which they may stand."""
