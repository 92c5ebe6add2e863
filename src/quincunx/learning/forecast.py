"""Train the network that forecasts turns of Quivvit, with this package's errors.

The training itself is in `quincunx.batch.quivvit.forecast`, so that it also runs where only JAX and
NumPy are installed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from quincunx.batch.quivvit.forecast import Progress, Trained, files, settings, train
from quincunx.batch.quivvit.forecast.weights_file import save_weights
from quincunx.lab.errors import BadFile
from quincunx.learning.errors import BadTraining, OtherTraining


def train_forecast(
    *,
    updates: int | None = None,
    seed: int = 0,
    out: Path,
    checkpoint: Path,
    report: Callable[[Progress], object] = lambda progress: None,
) -> Trained:
    """Train the network, by default with all the updates, and write its weights to `out`.

    If the file `checkpoint` exists, the training continues from it.
    """
    chosen = settings.DEFAULT_SETTINGS
    if updates is not None:
        chosen = replace(chosen, updates=updates)
    if chosen.updates < 1:
        raise BadTraining("lab.less_than_one", what="updates", number=chosen.updates)
    try:
        trained = train(chosen, seed=seed, checkpoint=checkpoint, report=report)
        save_weights(out, trained, chosen, seed)
    except files.NotACheckpoint:
        raise BadFile("learning.not_training", file=str(checkpoint)) from None
    except files.OtherTraining:
        raise OtherTraining("learning.other_training", file=str(checkpoint)) from None
    except OSError as error:
        file = error.filename2 or error.filename or out
        why = error.strerror or str(error)
        raise BadFile("lab.unusable_file", file=str(file), why=why) from None
    return trained
