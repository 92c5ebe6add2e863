"""Limit the work of a search by counting possibilities, so that answers do not depend on speed."""

from __future__ import annotations


class UndecidedError(Exception):
    """The search ended without an answer."""


class Budget:
    """The number of possibilities that a search can still consider."""

    def __init__(self, possibilities: int) -> None:
        self._left = possibilities

    def spend(self, count: int = 1) -> None:
        """Count possibilities; raise `UndecidedError` if too many were considered."""
        self._left -= count
        if self._left < 0:
            raise UndecidedError
