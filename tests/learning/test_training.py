"""Training: an agent learns, and an interruption changes nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quincunx.lab.errors import BadFile
from quincunx.learning import LearningSettings
from quincunx.learning.errors import BadTraining, OtherTraining
from quincunx.learning.network import Weights
from quincunx.learning.result import TrainingProgress
from quincunx.learning.training import train
from tests.learning.agents import TASK

SMALL = LearningSettings(
    updates=8, tables=16, steps=8, minibatch=64, width=8, hidden=4, learning_rate=0.01
)
RANDOM_PLAY = 82.0
"""The mean score of random actions on sheet 1."""


def test_an_agent_learns_to_beat_random_play() -> None:
    settings = LearningSettings(updates=150, tables=128, minibatch=256, width=32, hidden=16)
    finished = train(TASK, settings=settings, games=1000)
    assert finished.evaluation.games == 1000
    assert finished.evaluation.low > 1.5 * RANDOM_PLAY
    assert finished.optimum == pytest.approx(216.448350)
    assert finished.curve[-1].score > finished.curve[0].score + 30


def interrupted_after(updates: int, checkpoint: Path) -> None:
    """Train until so many updates are done; then the user interrupts."""

    def interrupt(progress: TrainingProgress) -> None:
        if progress.done == updates:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(TASK, settings=SMALL, games=10, checkpoint=checkpoint, report=interrupt)


@pytest.fixture(scope="module")
def weights() -> Weights:
    """The weights after a training that was not interrupted."""
    return train(TASK, settings=SMALL, games=10).agent.weights


@pytest.mark.parametrize("updates", [0, 3, 8])
def test_an_interrupted_training_loses_nothing(
    tmp_path: Path, weights: Weights, updates: int
) -> None:
    checkpoint = tmp_path / "training"
    interrupted_after(updates, checkpoint)
    seen: list[TrainingProgress] = []
    finished = train(TASK, settings=SMALL, games=10, checkpoint=checkpoint, report=seen.append)
    assert [progress.done for progress in seen] == list(range(updates, 9))
    for one, other in zip(weights, finished.agent.weights, strict=True):
        np.testing.assert_array_equal(one, other)


def test_seeds_give_different_agents(weights: Weights) -> None:
    other = train(TASK, settings=SMALL, games=10, seed=1).agent.weights
    assert not np.array_equal(weights.hidden, other.hidden)


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training"
    interrupted_after(0, checkpoint)
    stored = checkpoint.read_bytes()
    with pytest.raises(OtherTraining, match="another training"):
        train(TASK, settings=SMALL, seed=1, checkpoint=checkpoint)
    assert checkpoint.read_bytes() == stored
    checkpoint.write_bytes(stored[:-30])
    with pytest.raises(BadFile, match="not the checkpoint of a training"):
        train(TASK, settings=SMALL, checkpoint=checkpoint)


def test_a_training_needs_an_update() -> None:
    with pytest.raises(BadTraining, match="“updates” must be at least 1, not 0"):
        train(TASK, settings=LearningSettings(updates=0))
