"""Play games on arrays and replay them in the engine: every step must be the same."""

from __future__ import annotations

from tests.batch.kit.alone import run_alone
from tests.batch.kit.chances import check_chances, check_even, sample
from tests.batch.kit.replay import Compared, replay
from tests.batch.kit.setups import BatchSetup, every_batch_setup, setup_id

__all__ = [
    "BatchSetup",
    "Compared",
    "check_chances",
    "check_even",
    "every_batch_setup",
    "replay",
    "run_alone",
    "sample",
    "setup_id",
]
