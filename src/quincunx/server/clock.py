"""Table time: milliseconds since the deal, standing still while the server is down."""

from __future__ import annotations

import time


class TableClock:
    """Runs from `at` on, whatever the wall's clock does."""

    def __init__(self, at: int = 0) -> None:
        self._at = at
        self._since = time.monotonic()

    def now(self) -> int:
        return self._at + int((time.monotonic() - self._since) * 1000)
