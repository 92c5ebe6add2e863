"""States are tuples; a new state has another value in one place."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replace_item(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The same values with another one in that place.

    >>> replaced((False, False, False), 1, True)
    (False, True, False)
    """
    return (*values[:place], value, *values[place + 1 :])
