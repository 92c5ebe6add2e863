"""How long a level of bots takes for its grid, and how careful it is."""

from __future__ import annotations

from math import log
from typing import Final, NamedTuple

CALM_MINUTES: Final = 12
"""With at least this time limit bots build at their calm pace."""
HURRIED_MINUTES: Final = 1.5
"""With at most this time limit bots build as fast as they can."""

Seconds = tuple[int, int]
"""A shortest and a longest time in seconds."""


class PivitPace(NamedTuple):
    """How long a level takes and how careful it is."""

    grid: Seconds
    """From the start of the round to the whole grid, without time pressure."""
    hurried_grid: Seconds
    """The same under the shortest time limit."""
    study: Seconds
    """The time before the bot gives up on a hand, and trades or votes to stop."""
    hurried_study: Seconds
    sprint: float
    """The fraction of the usual time that the bot needs in a last minute or race."""
    mistake_rate: float
    """The probability of claiming a wrong grid where claims are checked at scoring."""
    notice_rate: float
    """The probability of noticing that later."""

    def time_for_grid(self, limit: float | None) -> Seconds:
        """Return the time to build a grid under a time limit in minutes."""
        return _under_limit(limit, self.grid, self.hurried_grid)

    def time_for_study(self, limit: float | None) -> Seconds:
        """Return the time to study a hand under a time limit in minutes."""
        return _under_limit(limit, self.study, self.hurried_study)


def _under_limit(limit: float | None, calm: Seconds, hurried: Seconds) -> Seconds:
    """Interpolate between the calm and the hurried time.

    A limit speeds up all levels by the same degree, so that they keep their order.
    """
    if limit is None:
        return calm
    hurry = log(CALM_MINUTES / limit) / log(CALM_MINUTES / HURRIED_MINUTES)
    hurry = min(1.0, max(0.0, hurry))
    fewest, most = (
        round(slow + hurry * (fast - slow)) for slow, fast in zip(calm, hurried, strict=True)
    )
    return fewest, most
