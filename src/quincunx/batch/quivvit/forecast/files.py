"""Files in NumPy's format `.npz`: arrays by name, and a description as JSON."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import jax
import numpy as np

_ABOUT: Final = "about"
"""The name of the array that holds the description, as the bytes of its JSON."""
_DAMAGE: Final = (
    AttributeError,  # A lone array has no names.
    BadZipFile,
    EOFError,
    KeyError,
    RuntimeError,  # The format of the archive is unknown, or it is encrypted.
    TypeError,
    ValueError,  # NumPy takes any other file for a pickle, which it refuses.
    zlib.error,
)
"""What is raised for a file that is damaged or of another kind."""


class NotACheckpoint(ValueError):
    """The file is not the checkpoint of a training."""


class OtherTraining(ValueError):
    """The checkpoint belongs to a training with another seed or other settings."""


def write_arrays(path: Path, about: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write a file; under its final name it is always complete."""
    unfinished = path.with_name(f"{path.name}.part")
    description = np.frombuffer(json.dumps(about).encode(), np.uint8)
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **{**arrays, _ABOUT: description})
    unfinished.replace(path)


def read_arrays(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the description and the arrays of a file."""
    with path.open("rb") as file, np.load(file, allow_pickle=False) as named:
        arrays = {name: named[name] for name in named}
    return json.loads(arrays.pop(_ABOUT).tobytes()), arrays


def save_checkpoint(path: Path, header: Mapping[str, Any], state: Any) -> None:
    """Write the state of a training, which is a tree of arrays."""
    leaves = enumerate(jax.tree.leaves(state))
    write_arrays(path, header, {f"{number:03}": np.asarray(leaf) for number, leaf in leaves})


def load_checkpoint(path: Path, header: Mapping[str, Any], like: Any) -> Any:
    """Return the state in a file, with the structure of `like`.

    Raises `NotACheckpoint` or `OtherTraining` if it does not belong to the training of `header`.
    """
    try:
        found, arrays = read_arrays(path)
    except _DAMAGE:
        raise NotACheckpoint(f"{path} is not the checkpoint of a training") from None
    if found != json.loads(json.dumps(header)):
        raise OtherTraining(f"{path} belongs to a training with another seed or other settings")
    leaves, structure = jax.tree.flatten(like)
    read = [arrays[name] for name in sorted(arrays)]
    if [_kind(leaf) for leaf in leaves] != [_kind(leaf) for leaf in read]:
        raise NotACheckpoint(f"{path} is not the checkpoint of a training")
    return jax.tree.unflatten(structure, read)


def _kind(array: Any) -> tuple[Any, tuple[int, ...]]:
    return array.dtype, array.shape
