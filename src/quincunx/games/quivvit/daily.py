"""Quivvit's daily game: the person against one expert bot."""

from __future__ import annotations

from typing import Final

from quincunx.core.daily import DailySetup

DAILY: Final = DailySetup(seats=2)
