"""Settings of a training that takes seconds."""

from __future__ import annotations

from typing import Final

from quincunx.batch.quivvit.forecast import Settings

SMALL: Final = Settings(
    updates=4,
    tables=(32,),
    minibatch=64,
    updates_per_copy=2,
    width=8,
    layers=2,
    hidden=8,
    games=32,
)
