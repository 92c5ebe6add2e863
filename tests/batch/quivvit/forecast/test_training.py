"""The training: it learns, it can be interrupted, and seeds repeat it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from quincunx.batch.quivvit.forecast import Progress, Trained, train
from quincunx.batch.quivvit.forecast.files import NotACheckpoint, OtherTraining
from tests.batch.quivvit.forecast.small import SMALL


def interrupted_after(updates: int, checkpoint: Path) -> None:
    """Train until so many updates are done; then the user interrupts."""

    def interrupt(progress: Progress) -> None:
        if progress.done == updates:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SMALL, checkpoint=checkpoint, report=interrupt)


@pytest.fixture(scope="module")
def trained() -> Trained:
    """A training that was not interrupted."""
    return train(SMALL)


def test_an_interrupted_training_loses_nothing(tmp_path: Path, trained: Trained) -> None:
    checkpoint = tmp_path / "training"
    interrupted_after(3, checkpoint)
    seen: list[Progress] = []
    again = train(SMALL, checkpoint=checkpoint, report=seen.append)
    assert [progress.done for progress in seen] == [3, 4]
    assert again.curve == trained.curve
    assert again.wins == trained.wins
    for one, other in zip(trained.weights, again.weights, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training"
    interrupted_after(0, checkpoint)
    stored = checkpoint.read_bytes()
    for settings, seed in ((SMALL, 1), (replace(SMALL, width=16), 0)):
        with pytest.raises(OtherTraining):
            train(settings, seed=seed, checkpoint=checkpoint)
    assert checkpoint.read_bytes() == stored
    middle = len(stored) // 2
    flipped = stored[:middle] + bytes([stored[middle] ^ 0xFF]) + stored[middle + 1 :]
    for broken in (stored[:-30], flipped, b"", b"something else"):
        checkpoint.write_bytes(broken)
        with pytest.raises(NotACheckpoint):
            train(SMALL, checkpoint=checkpoint)


def test_every_seed_can_be_used() -> None:
    for seed in (2**80, -1):
        with pytest.raises(InterruptedError):
            train(SMALL, seed=seed, report=stop)


def stop(progress: Progress) -> None:
    raise InterruptedError


@pytest.mark.exhaustive
def test_the_network_learns_what_the_next_turn_scores() -> None:
    settings = replace(SMALL, updates=60, tables=(256,), minibatch=512, width=32, hidden=32)
    curve = train(replace(settings, learning_rate=0.004)).curve
    assert curve[-1] > 0.15
