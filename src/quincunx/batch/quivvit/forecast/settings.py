"""The settings of a training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Settings:
    """How the network learns.

    The same settings and seed give the same network on the same device.
    """

    updates: int = 220
    tables: tuple[int, ...] = (8192, 4096, 4096)
    """The games of an update with two seats, with three, and so on."""
    minibatch: int = 16384
    learning_rate: float = 0.002
    """At the beginning; it falls to `training.LAST_RATE` of this."""
    noise: float = 0.8
    """About how many points are added to plays at random in some turns."""
    updates_per_copy: int = 20
    """After this many updates the copy that plays is renewed."""
    width: int = 64
    layers: int = 6
    hidden: int = 64
    games: int = 32768
    """The games with each number of seats that measure the strength at the end."""


DEFAULT_SETTINGS: Final = Settings()
