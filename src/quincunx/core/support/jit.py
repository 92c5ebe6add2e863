"""Compiles what must be quick, where numba is installed; elsewhere the same code runs as Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

HAS_NUMBA: Final = find_spec("numba") is not None


def jit(function: F) -> F:
    """The function, compiled when it is first called, once a machine: numba keeps it in a cache."""
    if not HAS_NUMBA:
        return function
    from numba import njit

    try:
        return cast("F", njit(cache=True)(function))
    except RuntimeError:
        # Neither the package's folder nor a home can be written: it is compiled in each process.
        return cast("F", njit(function))
