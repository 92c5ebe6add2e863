"""Make the environment of a game with given options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quincunx.core.options import make_options
from quincunx.registry import find

from ..environment import BatchEnv
from .games import batch_game


def make_environment(
    game: str, *, seats: int | None, preset: str, options: Mapping[str, Any] | None
) -> BatchEnv:
    """Return an environment, by default for two seats or the nearest number that is allowed."""
    found = find(game)
    kernel_of = batch_game(game).kernel_of
    values = {**found.find_preset(preset).options, **(options or {})}
    made = make_options(found.options, values, game=game)
    allowed = found.seats(made)
    if seats is None:
        seats = min(max(2, allowed.start), allowed[-1])
    found.check_seats(seats, made)
    return BatchEnv(kernel_of(made, seats))
