"""Checkpoints: everything a training needs to go on as if it had not been interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import jax
import msgspec
import numpy as np

from quincunx.lab.errors import BadFile
from quincunx.learning.array_files import read_arrays, write_arrays
from quincunx.learning.errors import OtherTraining
from quincunx.learning.settings import LearningSettings
from quincunx.learning.task import Task

FORMAT: Final = "quincunx-training/1"


class TrainingHeader(msgspec.Struct, frozen=True):
    """What has to stay the same for a training to go on."""

    format: str
    task: Task
    settings: LearningSettings
    seed: int
    rules: int
    """The version of the game’s rules."""


def save_checkpoint(path: Path, header: TrainingHeader, state: Any) -> None:
    """Write a state, which is a tree of arrays."""
    leaves = jax.tree.leaves(state)
    arrays = {f"{number:03}": np.asarray(leaf) for number, leaf in enumerate(leaves)}
    write_arrays(path, header, arrays)


def load_checkpoint(path: Path, header: TrainingHeader, like: Any) -> Any:
    """Return the state in a file, with the structure of `like`; refuse another training’s file."""
    found, arrays = read_arrays(path, TrainingHeader, "learning.not_training")
    if found != header:
        raise OtherTraining("learning.other_training", file=str(path))
    leaves, structure = jax.tree.flatten(like)
    read = [arrays[name] for name in sorted(arrays)]
    if [_kind(leaf) for leaf in leaves] != [_kind(leaf) for leaf in read]:
        raise BadFile("learning.not_training", file=str(path))
    return jax.tree.unflatten(structure, map(jax.numpy.asarray, read))


def _kind(array: Any) -> tuple[Any, tuple[int, ...]]:
    return array.dtype, array.shape
