"""The network of `quincunx.batch.quivvit.forecast`, computed with NumPy."""

from __future__ import annotations

import json
import zlib
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np

from quincunx.core.errors import BadBot
from quincunx.games.quivvit.forecast.features import FEATURES, features
from quincunx.games.quivvit.grid import SIDE
from quincunx.games.quivvit.kernel import KernelArray

TURNS: Final = 8
"""The turns that are forecast."""
SEATS: Final = (2, 3, 4)
"""The numbers of seats with which the network was trained."""
SHIPPED: Final = Path(__file__).with_name("weights.npz")
FORMAT: Final = "quincunx-quivvit-forecast/1"
_AROUND: Final = tuple(product(range(3), repeat=2))
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


class ForecastWeights(NamedTuple):
    """The arrays of the network, as `quincunx.batch.quivvit.forecast.network` explains them."""

    cells: KernelArray
    cells_bias: KernelArray
    convolutions: KernelArray
    convolutions_bias: KernelArray
    hidden: KernelArray
    hidden_bias: KernelArray
    orders: KernelArray
    output: KernelArray
    output_bias: KernelArray


@lru_cache(4)
def read_weights(file: str | Path | None = None) -> ForecastWeights:
    """Return the weights in a file, by default those that come with the package.

    A process reads each file once, so a file that changes later makes no difference to it.
    """
    path = Path(file or SHIPPED)
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as named:
            about = json.loads(named["about"].tobytes())
            weights = ForecastWeights(*(named[name] for name in ForecastWeights._fields))
    except OSError as error:
        why = error.strerror or str(error)
        raise BadBot("quivvit.error.unreadable_weights", file=str(path), why=why) from None
    except _DAMAGE:
        raise _not_weights(path) from None
    if not (isinstance(about, dict) and about.get("format") == FORMAT and _fit_together(weights)):
        raise _not_weights(path)
    return ForecastWeights(*(array.astype(np.float32) for array in weights))


def _not_weights(path: Path) -> BadBot:
    return BadBot("quivvit.error.not_weights", file=str(path))


def _fit_together(weights: ForecastWeights) -> bool:
    """Return whether these are the arrays of one network; its sizes can be chosen."""
    if weights.convolutions.ndim != 3 or weights.hidden.ndim != 2:
        return False
    layers, _, width = weights.convolutions.shape
    hidden = weights.hidden.shape[1]
    shapes: tuple[Any, ...] = (
        (FEATURES, width),
        (width,),
        (layers, len(_AROUND) * width, width),
        (layers, width),
        (2 * width, hidden),
        (hidden,),
        (sum(SEATS), hidden),
        (hidden, 2 * TURNS),
        (2 * TURNS,),
    )
    is_float = all(np.issubdtype(array.dtype, np.floating) for array in weights)
    return is_float and width > 0 and layers % 2 == 0 and shapes == tuple(a.shape for a in weights)


def forecast(
    weights: ForecastWeights, grids: KernelArray, seats: int, turns_before: int
) -> KernelArray:
    """Return what the next turns will take: by grid, by turn, and by points (0) or cards (1).

    `turns_before` is the number of turns of the game that led to the grids.
    """
    planes = _rectified(features(grids) @ weights.cells + weights.cells_bias)
    for layer in range(0, len(weights.convolutions), 2):
        middle = _rectified(_convolved(weights, layer, planes))
        planes = _rectified(planes + _convolved(weights, layer + 1, middle))
    cells = planes.reshape(len(grids), SIDE * SIDE, -1)
    pooled = np.concatenate((cells.mean(1), cells.max(1)), -1)
    order = weights.orders[seats * (seats - 1) // 2 - 1 + turns_before % seats]
    hidden = _rectified(pooled @ weights.hidden + weights.hidden_bias + order)
    taken: KernelArray = hidden @ weights.output + weights.output_bias
    return taken.reshape(len(grids), TURNS, -1)


def _rectified(numbers: KernelArray) -> KernelArray:
    return np.maximum(numbers, 0, out=numbers)


def _convolved(weights: ForecastWeights, layer: int, planes: KernelArray) -> KernelArray:
    bordered = np.pad(planes, ((0, 0), (1, 1), (1, 1), (0, 0)))
    around = np.concatenate(
        [bordered[:, row : row + SIDE, column : column + SIDE] for row, column in _AROUND], axis=-1
    )
    convolved: KernelArray = around @ weights.convolutions[layer] + weights.convolutions_bias[layer]
    return convolved
