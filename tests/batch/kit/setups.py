"""The games, seats and options with which the kit plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from quincunx.batch import BatchEnv, make
from quincunx.batch.engine import NoKernel, batch_game
from quincunx.core.options import as_values
from quincunx.registry import find
from tests.kit.setups import every_setup


@dataclass(frozen=True)
class BatchSetup:
    """A game with options that differ from the default."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def make(self) -> BatchEnv:
        return make(self.game, seats=self.seats, options=self.options)


def every_batch_setup(game: str) -> list[BatchSetup]:
    """Return every combination of options that has a kernel, with the fewest and the most seats."""
    found = []
    for _, options, seats in every_setup(find(game)):
        try:
            batch_game(game).kernel_of(options, seats)
        except NoKernel:
            continue
        defaults = as_values(find(game).options())
        changed = {k: v for k, v in as_values(options).items() if v != defaults[k]}
        found.append(BatchSetup(game, seats, changed))
    return found


def setup_id(setup: BatchSetup) -> str:
    """Return a name for a test."""
    options = (f"{name}={value}" for name, value in setup.options.items())
    return "-".join([setup.game, str(setup.seats), *options])
