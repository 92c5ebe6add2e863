"""The options and numbers of seats with which the kit plays a game: all of them or a sample."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from quincunx.core.game import Game
from quincunx.core.options import Options, as_values
from tests.kit.play import every_options, seat_counts

KitSetup = tuple[Game, Options, int]
"""A game, its options and the number of seats."""


def every_setup(game: Game) -> list[KitSetup]:
    """Return every combination of options, with the fewest and the most seats."""
    return [
        (game, options, seats)
        for options in every_options(game)
        for seats in seat_counts(game, options)
    ]


def covering(setups: Sequence[KitSetup], size: int) -> list[KitSetup]:
    """Return a few of the setups of one game that cover every combination of `size` values.

    With size 1 every value of every option occurs; with size 2 every pair of values that can occur
    together does. The number of seats counts as an option.
    """
    covered_by = {index: _combinations(setup, size) for index, setup in enumerate(setups)}
    missing = set().union(*covered_by.values())
    chosen = []
    while missing:
        best = max(covered_by, key=lambda index: len(covered_by[index] & missing))
        missing -= covered_by[best]
        chosen.append(best)
    return [setups[index] for index in sorted(chosen)]


def _combinations(setup: KitSetup, size: int) -> set[tuple[tuple[str, Any], ...]]:
    _, options, seats = setup
    values = {**as_values(options), "seats": seats}
    return set(combinations(sorted(values.items(), key=lambda item: item[0]), size))


def setup_name(setup: KitSetup) -> str:
    """Return the game, the seats and the options that are not the default."""
    game, options, seats = setup
    defaults = as_values(game.options())
    changed = {k: v for k, v in as_values(options).items() if v != defaults[k]}
    return "-".join([game.name, str(seats), *(f"{k}={v}" for k, v in changed.items())])
