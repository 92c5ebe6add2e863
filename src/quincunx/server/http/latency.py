"""How long a message takes to a client and back, measured so that a client gains little by lying.

Where moments decide, the delay of a connection is credited to its player's claims. A client that
answers probes late would look slow; so the smallest recent round trip counts, and never more than
what the operating system itself has measured for the connection, where it can.
"""

from __future__ import annotations

import socket
import struct
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

PROBES_KEPT: Final = 15
"""Answered probes that are looked at: about a minute's worth."""

_MIN_RTT_OFFSET: Final = 148
"""Where Linux's `struct tcp_info` holds the smallest recent round trip, in microseconds."""


class Latency:
    """The round trips of one connection, in milliseconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._number = 0
        self._sent_at: float | None = None
        self._round_trips: deque[float] = deque(maxlen=PROBES_KEPT)

    def probe(self) -> int:
        """Return the number of the probe that is sent now."""
        self._number, self._sent_at = self._number + 1, self._clock()
        return self._number

    def echo(self, number: int) -> None:
        """Take in an answer. Only the first one to the last probe counts."""
        if number == self._number and self._sent_at is not None:
            self._round_trips.append((self._clock() - self._sent_at) * 1000)
            self._sent_at = None

    def delay_ms(self, kernel_ms: float | None) -> int:
        """Return what the connection takes at its best; nothing is known before the first answer.

        `kernel_ms` is what the operating system has measured; a client's program cannot delay it.
        """
        if not self._round_trips:
            return 0
        shortest = min(self._round_trips)
        return round(shortest if kernel_ms is None else min(shortest, kernel_ms))


def kernel_round_trip_ms(connection: Any) -> float | None:
    """Return the smallest recent round trip that the operating system has measured for a socket.

    `None` if it does not say, as on systems other than Linux.
    """
    option = getattr(socket, "TCP_INFO", None)
    if connection is None or option is None:
        return None
    size = _MIN_RTT_OFFSET + 4
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, option, size)
    except OSError:
        return None
    if len(info) < size:
        return None
    (microseconds,) = struct.unpack_from("I", info, _MIN_RTT_OFFSET)
    # The kernel's way to say that it has not measured anything yet.
    return None if microseconds == 0xFFFFFFFF else microseconds / 1000
