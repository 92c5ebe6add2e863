"""Files of named arrays with a description, in NumPy’s format `.npz`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeVar
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.lab.errors import BadFile

T = TypeVar("T")

_ABOUT: Final = "about"
"""The name of the array that holds the description, as the bytes of its JSON."""


def write_arrays(path: Path, about: msgspec.Struct, arrays: Mapping[str, Any]) -> None:
    """Write a file; under its final name it is always complete."""
    unfinished = path.with_name(f"{path.name}.part")
    description = np.frombuffer(msgspec.json.encode(about), np.uint8)
    named: dict[str, Any] = {**arrays, _ABOUT: description}
    try:
        with unfinished.open("wb") as file:
            np.savez(file, **named)
        unfinished.replace(path)
    except OSError as error:
        raise _file_error(path, error) from None


def read_arrays(path: Path, kind: type[T], wrong: str) -> tuple[T, dict[str, NDArray[Any]]]:
    """Return the description and the arrays; `wrong` is the message about any other file."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as named:
            arrays = {name: named[name] for name in named}
        return msgspec.json.decode(arrays.pop(_ABOUT).tobytes(), type=kind), arrays
    except OSError as error:
        raise _file_error(path, error) from None
    # A lone array has no names, and any other file is refused as a pickle.
    except (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError):
        raise BadFile(wrong, file=str(path)) from None


def _file_error(path: Path, error: OSError) -> BadFile:
    """Return the error of a file that cannot be used."""
    return BadFile("lab.unusable_file", file=str(path), why=error.strerror or str(error))
