"""Train a network that forecasts the points of the next turns of Quivvit.

The bot `forecast` uses it to judge what a play leaves to the others. The network plays games
against itself on the tables of the batch backend, which needs only JAX and NumPy. Begin with
`network` (what is learnt), `players` (how it is used) and `learning` (how it is learnt).
"""

from __future__ import annotations

from .settings import Settings
from .training import Progress, Trained, train

__all__ = ["Progress", "Settings", "Trained", "train"]
