"""The latency of a connection, measured so that a client gains little by cheating.

In real-time games the latency of a connection is credited to its player. A client could answer
probes late to look slow; so the shortest recent round trip counts, and never more than what the
operating system has measured for the connection, where it can.
"""

from __future__ import annotations

import socket
import struct
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

MAX_ROUND_TRIPS: Final = 15
"""How many of the last round trips count: those of about a minute."""

_MIN_RTT_OFFSET: Final = 148
"""Where Linux's `struct tcp_info` has the shortest recent round trip, in microseconds."""


class Latency:
    """The round trips of one connection, in milliseconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._number = 0
        self._sent_at: float | None = None
        self._round_trips: deque[float] = deque(maxlen=MAX_ROUND_TRIPS)

    def probe(self) -> int:
        """Return the number of the probe that is sent now."""
        self._number, self._sent_at = self._number + 1, self._clock()
        return self._number

    def echo(self, number: int) -> None:
        """Note the answer to a probe. Only the first answer to the last probe counts."""
        if number == self._number and self._sent_at is not None:
            self._round_trips.append((self._clock() - self._sent_at) * 1000)
            self._sent_at = None

    @property
    def is_measured(self) -> bool:
        """Whether a probe has been answered; only games in which milliseconds decide send any."""
        return bool(self._round_trips)

    def delay_ms(self, kernel_ms: float | None) -> int:
        """Return the shortest round trip, or 0 before the first answer.

        `kernel_ms` is what the operating system has measured, which no client program can delay.
        """
        if not self._round_trips:
            return 0
        shortest = min(self._round_trips)
        return round(shortest if kernel_ms is None else min(shortest, kernel_ms))


def kernel_round_trip_ms(connection: Any) -> float | None:
    """Return the shortest recent round trip that the operating system has measured for a socket.

    `None` if it does not say, as on systems other than Linux, or if the socket has closed.
    """
    option = getattr(socket, "TCP_INFO", None)
    if connection is None or option is None:
        return None
    size = _MIN_RTT_OFFSET + 4
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, option, size)
    except (OSError, ValueError):
        # The socket has closed: asyncio raises `OSError` then, uvloop `ValueError`.
        return None
    if len(info) < size:
        return None
    (microseconds,) = struct.unpack_from("I", info, _MIN_RTT_OFFSET)
    # The kernel has not measured anything yet.
    return None if microseconds == 0xFFFFFFFF else microseconds / 1000
