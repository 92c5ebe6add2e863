"""Updating tuples, which states are made of."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replace_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple with another value at that index.

    >>> replace_item((False, False, False), 1, True)
    (False, True, False)
    """
    changed = list(values)
    changed[index] = value
    return tuple(changed)
