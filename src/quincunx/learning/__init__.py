"""Agents that learn to play ColorYam alone, on arrays, and bots that play as they do.

`training.train` trains an agent; it needs the extra `[rl]`. `TrainedBot` plays as one, and needs
only NumPy. To see how an agent learns, begin with the algorithm in `q_learning.py` and with what
it learns in `network.py`.
"""

from __future__ import annotations

from quincunx.learning.agent import Agent
from quincunx.learning.bot import TrainedBot
from quincunx.learning.settings import LearningSettings
from quincunx.learning.task import Task

__all__ = ["Agent", "LearningSettings", "Task", "TrainedBot"]
