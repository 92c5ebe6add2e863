"""How long a vacation may be: the yearly allowance, and the days that a vacation takes from it.

Times are server time, like those of the clocks: while no server runs, neither goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from quincunx.server.common.times import ServerTime

DAY_MS: Final = 24 * 3_600_000

YEAR_MS: Final = 365 * DAY_MS

ALLOWANCE_DAYS: Final = 30
"""Days of vacation in 365 days: what most people have as holidays in a year. A lost game can be put
off by no more."""

PLANNED_AHEAD_MS: Final = YEAR_MS
"""How far ahead a vacation may be planned: further, the allowance has begun anew."""

DAY_CLOCK_S: Final = 24 * 3600
"""From so many seconds for a move, or for all moves, on, vacation stops a player's clock."""

Vacation = tuple[ServerTime, ServerTime]
"""From a server time up to, but without, another one."""


def charged_days(vacation: Vacation) -> int:
    """Return the whole days that a vacation takes from the allowance, at least one."""
    starts, ends = vacation
    return max(1, -(-(ends - starts) // DAY_MS))


def days_left(taken: Iterable[Vacation], starts: ServerTime) -> int:
    """Return how many days a vacation may have that begins then, after those taken before.

    Vacations count that began in the 365 days before, so that two allowances never meet.
    """
    counted = sum(charged_days(each) for each in taken if each[0] > starts - YEAR_MS)
    return max(0, ALLOWANCE_DAYS - counted)
