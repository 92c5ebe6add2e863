"""Retries for a database that is unavailable for a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from sqlalchemy.exc import DBAPIError

T = TypeVar("T")

RETRY_DELAYS_S: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Pauses between attempts: together they outlast a restart of the database."""

TRANSIENT_SQLSTATES: Final = ("08", "57P", "40", "53300")
"""Prefixes of PostgreSQL's codes for errors that soon pass: a lost connection, a server that is
starting or stopping, a serialization failure or deadlock, too many connections."""


async def retry_while_unavailable(attempt: Callable[[], Awaitable[T]]) -> T:
    """Call `attempt` again after each transient error, for a few seconds."""
    for delay_s in RETRY_DELAYS_S:
        try:
            return await attempt()
        except Exception as error:
            if not is_transient(error):
                raise
        await asyncio.sleep(delay_s)
    return await attempt()


def is_transient(error: Exception) -> bool:
    """Return whether the same operation may succeed in a moment."""
    if isinstance(error, DBAPIError):
        code = getattr(error.orig, "sqlstate", None) or ""
        return error.connection_invalidated or code.startswith(TRANSIENT_SQLSTATES)
    return isinstance(error, OSError)
