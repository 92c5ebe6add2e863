"""ColorYam's daily game: alone, with another of the six printed sheets each day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from quincunx.core.daily import DailySetup
from quincunx.games.coloryam.sheet import SHEETS


def _sheet_of(day: date) -> Mapping[str, object]:
    return {"sheet": str(1 + day.toordinal() % len(SHEETS))}


DAILY: Final = DailySetup(seats=1, options=_sheet_of)
