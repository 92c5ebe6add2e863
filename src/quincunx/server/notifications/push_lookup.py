"""Looks up the addresses of push services, in threads of its own.

The names come from users, and a name server of theirs may take many seconds to answer. In the
event loop's own threads, which also check passwords, such names would keep people from logging in.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Final

from aiohttp.abc import AbstractResolver, ResolveResult

THREADS: Final = 8
"""Lookups at a time."""

NOT_FOUND_FOR_S: Final = 60.0
"""For how long a name that was not found is not looked up again."""

MAX_NOT_FOUND: Final = 1000
"""Names that were not found; of more, the oldest are forgotten."""

NUMERIC: Final = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV


class PushLookup(AbstractResolver):
    """Resolve names for the HTTP client, which keeps what was found."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """`clock` gives the seconds by which the names that were not found are forgotten."""
        self._clock = clock
        self._threads = ThreadPoolExecutor(THREADS, "push-lookup")
        self._not_found: dict[str, float] = {}
        """By name, until when it is not looked up."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the addresses of a name; raise `OSError` if it has none, or had none lately."""
        if self._clock() < self._not_found.get(host, 0.0):
            raise OSError("the name was not found lately")
        try:
            found = await asyncio.get_running_loop().run_in_executor(
                self._threads, _look_up, host, port, family
            )
        except OSError:
            self._remember(host)
            raise
        return [
            ResolveResult(
                hostname=host,
                host=address[0],
                port=port,
                family=found_family,
                proto=protocol,
                flags=NUMERIC,
            )
            for found_family, _, protocol, _, address in found
        ]

    async def close(self) -> None:
        """Begin no more lookups."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _remember(self, host: str) -> None:
        self._not_found.pop(host, None)
        self._not_found[host] = self._clock() + NOT_FOUND_FOR_S
        if len(self._not_found) > MAX_NOT_FOUND:
            del self._not_found[next(iter(self._not_found))]


def _look_up(host: str, port: int, family: socket.AddressFamily) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = socket.getaddrinfo(
        host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG
    )
    return found
