"""Samples of what chance decides, and checks of how often each result occurs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import jax
import numpy as np

_SAMPLES: Final = 30_000
_STANDARD_DEVIATIONS: Final = 5
"""Counts may be this far from what is expected. Seeds are fixed, so no run differs from others."""


def sample(function: Callable[[Any], Any]) -> Any:
    """Return what the function of a key returns for many keys."""
    keys = jax.random.split(jax.random.key(1), _SAMPLES)
    return jax.jit(jax.vmap(function))(keys)


def check_even(numbers: Any, size: int) -> None:
    """Check that each number below `size` occurs about equally often."""
    check_chances(numbers, np.full(size, 1 / size))


def check_chances(numbers: Any, chances: np.ndarray) -> None:
    """Check that each number occurs about as often as its chance says."""
    counts = np.bincount(np.asarray(numbers).ravel(), minlength=len(chances))
    assert len(counts) == len(chances)
    expected = counts.sum() * chances
    assert (abs(counts - expected) <= _STANDARD_DEVIATIONS * expected**0.5).all()
