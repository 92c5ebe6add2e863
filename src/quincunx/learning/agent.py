"""A trained agent: its weights and the task that it has learnt, in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from quincunx.lab.errors import BadFile
from quincunx.learning.array_files import read_arrays, write_arrays
from quincunx.learning.network import Weights, shapes
from quincunx.learning.task import GAME, Task
from quincunx.registry import find

FORMAT: Final = "quincunx-agent/1"


class About(msgspec.Struct, frozen=True):
    """The description of the weights in a file."""

    format: str
    task: Task
    rules: int
    """The version of the game’s rules."""


class Agent(msgspec.Struct, frozen=True):
    """Weights, as NumPy arrays, and the task that they have learnt."""

    task: Task
    weights: Weights

    def save(self, path: Path) -> None:
        """Write the agent to a file."""
        about = About(FORMAT, self.task, find(GAME).version)
        write_arrays(path, about, self.weights._asdict())

    @classmethod
    def load(cls, path: Path) -> Agent:
        """Read an agent from a file."""
        about, arrays = read_arrays(path, About, "learning.not_agent")
        if about.format != FORMAT or set(arrays) != set(Weights._fields):
            raise BadFile("learning.not_agent", file=str(path))
        weights = Weights(**arrays)
        if any(array.dtype != np.float32 for array in weights) or not _fit_together(weights):
            raise BadFile("learning.not_agent", file=str(path))
        if about.rules != find(GAME).version:
            raise BadFile("lab.other_rules", file=str(path))
        return cls(about.task, weights)


def _fit_together(weights: Weights) -> bool:
    """Return whether these are the arrays of one network."""
    width, hidden = weights.dice.shape[-1:], weights.output.shape[-1:]
    if not (width and hidden):
        return False
    found = tuple(array.shape for array in weights)
    return found == shapes(width[0], hidden[0])
