"""The ids of the environments, for `gymnasium.make` and `pettingzoo.make`."""

from __future__ import annotations

from typing import Final

import gymnasium
import pettingzoo

from quincunx.registry import find, game_names

NAMESPACE: Final = "quincunx"
_LEARNER: Final = "quincunx.envs.learner:LearnerEnv"
_AEC: Final = "quincunx.envs.aec:env"


def register_environments() -> None:
    """Register an environment for each game, and one alone for each game that one can play alone.

    The ids are `quincunx/GAME-v0` and, for Gymnasium, `quincunx/GAME-alone-v0`.
    """
    for name in game_names():
        if not find(name).listed or f"{NAMESPACE}/{name}-v0" in gymnasium.registry:
            continue
        gymnasium.register(f"{NAMESPACE}/{name}-v0", _LEARNER, kwargs={"game": name})
        pettingzoo.register("aec", f"{NAMESPACE}/{name}-v0", _AEC, kwargs={"game": name})
        preset = preset_alone(name)
        if preset is not None:
            gymnasium.register(
                f"{NAMESPACE}/{name}-alone-v0",
                _LEARNER,
                kwargs={"game": name, "preset": preset, "seats": 1},
            )


def preset_alone(name: str) -> str | None:
    """Return the first preset of a game that one player can play alone; `None` without one."""
    game = find(name)
    for preset in game.presets:
        if 1 in game.seats(game.options(**preset.options)):
            return preset.name
    return None
