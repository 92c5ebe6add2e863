"""The three kinds of time, all in milliseconds; mypy keeps them apart."""

from __future__ import annotations

import time
from typing import NamedTuple, NewType

WallTime = NewType("WallTime", int)
"""Time of day: milliseconds since 1970. It may jump, so nothing is timed by it."""

ServerTime = NewType("ServerTime", int)
"""How long the server has been running, restarts included: the same in all its processes."""

TableTime = NewType("TableTime", int)
"""How long a game has been played: stands still in pauses and while no server runs."""


class Now(NamedTuple):
    """The current time, as a command gets it: commands read no clock."""

    server: ServerTime
    wall: WallTime


def wall_clock() -> WallTime:
    """Return the time of day."""
    return WallTime(time.time_ns() // 1_000_000)
