"""Limit the work of checking one certificate, so that no certificate can stop the checker.

Only the steps about arrangements need a limit: the time for any other step is short, whatever it
says.
"""

from __future__ import annotations

from typing import Final

MAX_WORK: Final = 5_000_000
"""More work is not done: the certificate is not accepted, even if it might be a proof."""


class UnprovedError(Exception):
    """A step of a certificate does not hold, or checking it takes too much work."""


class Work:
    """The work that is left for a certificate, in uses and tiles that can still be tried."""

    def __init__(self) -> None:
        self._left = MAX_WORK

    def spend(self, amount: int = 1) -> None:
        """Count work; raise `UnprovedError` if it was too much."""
        self._left -= amount
        if self._left < 0:
            raise UnprovedError
