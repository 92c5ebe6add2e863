"""What a server process counts, for whoever looks after it: Prometheus reads it at `/metrics`."""

from __future__ import annotations

import asyncio
from collections import Counter as Tally
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

MEDIA_TYPE = CONTENT_TYPE_LATEST

# When counting began is when the process did, which is told anyway.
disable_created_metrics()  # type: ignore[no-untyped-call]

LAG_EVERY = 1.0
"""Seconds between two looks at how late the event loop is."""

TABLES = Gauge("quincunx_tables", "Tables at hand in this process.", ["game"])
SOCKETS = Gauge("quincunx_sockets", "Open sockets.", ["kind"])
"""Kinds: `table`, `lobby`."""

MOVES = Counter("quincunx_moves_acknowledged", "Moves that are stored and acknowledged.", ["game"])
REFUSALS = Counter("quincunx_refusals", "What was refused, by kind.", ["error"])

COMMIT_SECONDS = Histogram(
    "quincunx_commit_seconds",
    "How long a commit took.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
COMMIT_JOBS = Histogram(
    "quincunx_commit_jobs",
    "How many jobs were gathered into a commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
)
STORE_FAILURES = Counter("quincunx_store_failures", "Commits that failed.")
LISTENER_DISCONNECTS = Counter(
    "quincunx_bus_lost", "How often the line to the other processes was lost."
)

THINKING_SECONDS = Histogram(
    "quincunx_thinking_seconds",
    "How long a bot, a hint or a review took to think, waiting for its turn included.",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)
THINKING_RESTARTS = Counter(
    "quincunx_thinking_restarts", "Bot processes that had to be replaced.", ["why"]
)
"""Why: `died`, `too_long`."""
LOOP_LAG_SECONDS = Histogram(
    "quincunx_event_loop_lag_seconds",
    "How late the event loop was, looked at once a second.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)


@asynccontextmanager
async def measure_event_loop_lag() -> AsyncIterator[None]:
    """Measures again and again how much later than asked for a task is woken."""
    watching = asyncio.create_task(_watch_the_loop())
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def _watch_the_loop() -> None:
    now = asyncio.get_running_loop().time
    while True:
        due = now() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        LOOP_LAG_SECONDS.observe(max(0.0, now() - due))


def render_metrics(games_in_use: Iterable[str]) -> bytes:
    """All of it as Prometheus reads it; the game of each table that is at hand."""
    # Counted when somebody looks, and not as tables come and go: so it cannot be wrong for long.
    TABLES.clear()
    for game, tables in Tally(games_in_use).items():
        TABLES.labels(game).set(tables)
    return generate_latest()
