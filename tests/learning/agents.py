"""Agents that have learnt nothing, for tests of what surrounds the learning."""

from __future__ import annotations

import numpy as np

from quincunx.games.coloryam.options import ColorYamOptions
from quincunx.learning import Agent, Task
from quincunx.learning.network import Weights, shapes

TASK = Task.of(ColorYamOptions())


def untrained_agent(seed: int = 0) -> Agent:
    """Return a small agent with random weights for sheet 1."""
    rng = np.random.default_rng(seed)
    by_array = shapes(width=8, hidden=4)
    arrays = (np.asarray(rng.normal(size=shape), np.float32) for shape in by_array)
    return Agent(TASK, Weights(*arrays))
