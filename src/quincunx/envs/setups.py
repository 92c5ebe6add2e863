"""What an environment is made of: a game, its options, and a number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from quincunx.core.encoding import AnyEncoding
from quincunx.core.options import make_options
from quincunx.envs.table import STEP_MS, EnvTable
from quincunx.registry import find

GameOptions = Mapping[str, Any]
"""The options that differ from those of the preset."""


def make_table(
    game: str,
    seats: int | None,
    preset: str,
    options: GameOptions | None,
    step_ms: int = STEP_MS,
) -> EnvTable:
    """Return a table; without a number of seats it is for two, or for as few as the game allows."""
    found = find(game)
    values = {**found.find_preset(preset).options, **(options or {})}
    made = make_options(found.options, values, game=game)
    allowed = found.seats(made)
    if seats is None:
        seats = min(max(2, allowed.start), allowed[-1])
    return EnvTable(found, made, seats, step_ms)


def observation_space(encoding: AnyEncoding) -> gymnasium.spaces.Box:
    """Return the space of the observations."""
    features = encoding.features
    return gymnasium.spaces.Box(features.low, features.high, dtype=np.int16)


def action_space(encoding: AnyEncoding) -> gymnasium.spaces.Discrete:
    """Return the space of the actions."""
    return gymnasium.spaces.Discrete(encoding.actions.size)
