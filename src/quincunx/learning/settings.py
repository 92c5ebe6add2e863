"""How an agent learns: the numbers that decide how much is played and how fast it learns."""

from __future__ import annotations

from typing import Final

import msgspec


class LearningSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of the algorithm. The same settings and seed give the same agent."""

    updates: int = 1000
    """How many times games are played and the weights are updated."""
    tables: int = 1024
    """The games that are played at the same time."""
    steps: int = 16
    """The actions at each table before each update."""
    epochs: int = 2
    """How many times an update goes through these actions."""
    minibatch: int = 1024
    """The actions from which one gradient is computed."""
    learning_rate: float = 0.002
    """At the beginning; it falls to 2% of this."""
    exploration: float = 0.02
    """The share of random actions at the beginning; it falls to 10% of this."""
    td_lambda: float = 0.5
    """How much of a target is what happened; the rest is what was expected."""
    width: int = 128
    hidden: int = 64
    """The sizes of the network's two layers."""


DEFAULT_SETTINGS: Final = LearningSettings()
