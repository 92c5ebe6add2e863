"""Quatrefoil's daily game: the person and three expert bots against the deal."""

from __future__ import annotations

from typing import Final

from quincunx.core.daily import DailySetup

DAILY: Final = DailySetup(seats=4)
