"""Qwirkle Cards' daily game: the puzzle, alone."""

from __future__ import annotations

from typing import Final

from quincunx.core.daily import DailySetup

DAILY: Final = DailySetup(seats=1, options=lambda day: {"puzzle": True})
