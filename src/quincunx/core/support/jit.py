"""Compile functions with numba if it is installed; otherwise they run as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

HAS_NUMBA: Final = find_spec("numba") is not None


def jit(function: F) -> F:
    """Compile the function at its first call; numba caches the result on disk."""
    if not HAS_NUMBA:
        return function
    from numba import njit

    try:
        return cast("F", njit(cache=True)(function))
    except RuntimeError:
        # No folder for the cache is writable: every process compiles for itself.
        return cast("F", njit(function))
