"""Environments for learning: PettingZoo and Gymnasium on the games' own rules.

`env` makes a PettingZoo environment in which every seat is an agent. `gymnasium.make` makes one in
which one learner plays with bots, or alone: importing this package registers the ids. Everything
here needs the extra `[rl]`.
"""

from __future__ import annotations

from quincunx.envs.aec import QuincunxAEC, env
from quincunx.envs.learner import LearnerEnv
from quincunx.envs.registration import register_environments
from quincunx.envs.rewards import ILLEGAL_REWARD
from quincunx.envs.shaping import PotentialShaping
from quincunx.envs.table import STEP_MS

__all__ = [
    "ILLEGAL_REWARD",
    "STEP_MS",
    "LearnerEnv",
    "PotentialShaping",
    "QuincunxAEC",
    "env",
    "register_environments",
]

register_environments()
