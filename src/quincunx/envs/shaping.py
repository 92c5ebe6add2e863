"""Shaped rewards, as a wrapper: the environments themselves reward only the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from quincunx.envs.learner import LearnerEnv

Potential = Callable[[Mapping[str, NDArray[Any]]], float]
"""How promising an observation is, from its features by name."""


class PotentialShaping(gymnasium.Wrapper[NDArray[np.int16], int, NDArray[np.int16], int]):
    """Add the discounted gain in a potential to each reward.

    This does not change which policy is best (Ng, Harada and Russell, 1999): the potential of the
    end counts as 0, so what is added up to there is the negative potential of the beginning.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], potential: Potential, discount: float = 1.0):
        """`potential` is a function of the features, such as `lambda seen: seen["points"][0]`."""
        super().__init__(env)
        assert isinstance(env.unwrapped, LearnerEnv)
        self._split = env.unwrapped.encoding.features.split
        self._potential = potential
        self._discount = discount
        self._before = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        self._before = float(self._potential(self._split(observation)))
        return observation, info

    def step(self, action: int) -> tuple[NDArray[np.int16], Any, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        now = 0.0 if terminated else float(self._potential(self._split(observation)))
        shaped = float(reward) + self._discount * now - self._before
        self._before = now
        return observation, shaped, terminated, truncated, info
