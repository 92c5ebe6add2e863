"""The games, seats and options with which the environments are tested."""

from __future__ import annotations

from typing import Any, Final

from quincunx.registry import find, game_names

Setup = dict[str, Any]

OTHERS: Final[tuple[Setup, ...]] = (
    {"game": "quatrefoil", "options": {"signals": "by-hand", "limit": 5}},
    {"game": "quatrefoil", "options": {"variant": "dual", "clock": True}},
    {"game": "quivvit", "seats": 5, "options": {"decks": 2, "timed": True, "teams": "2"}},
    {"game": "coloryam", "seats": 5, "options": {"sheet": "random", "beginner": True}},
    {"game": "pivit", "seats": 2, "options": {"limit": 4, "younger": True}},
)
"""Options that no preset has."""


def _presets(name: str) -> list[Setup]:
    """Each preset of a game, with the smallest and the largest number of seats from two on."""
    setups: list[Setup] = []
    for preset in find(name).presets:
        seats = find(name).seats(find(name).options(**preset.options))
        counts = sorted({max(2, seats[0]), seats[-1]}) if seats[-1] > 1 else []
        setups += [{"game": name, "preset": preset.name, "seats": count} for count in counts]
    return setups


SEVERAL: Final = (*(setup for name in game_names() for setup in _presets(name)), *OTHERS)
"""Setups for two players or more: every game, preset and extreme number of seats."""
ALONE: Final[tuple[Setup, ...]] = (
    {"game": "coloryam", "seats": 1},
    {"game": "coloryam", "seats": 1, "options": {"sheet": "4"}},
    {"game": "pivit", "seats": 1},
    {"game": "qwirkle_cards", "preset": "puzzle"},
    {"game": "quivvit", "seats": 1, "preset": "double-rotation"},
)


def setup_id(setup: Setup) -> str:
    """Return a name for a test."""
    return "-".join(str(value) for value in setup.values())
