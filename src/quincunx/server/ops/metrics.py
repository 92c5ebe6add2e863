"""The metrics of a server process, which Prometheus reads at `/metrics`."""

from __future__ import annotations

import asyncio
from collections import Counter as Tally
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

MEDIA_TYPE = CONTENT_TYPE_LATEST

# All counters start with the process, whose start time is exported anyway.
disable_created_metrics()  # type: ignore[no-untyped-call]

LAG_INTERVAL_S: Final = 1.0
"""How often the lag of the event loop is measured."""

TABLES = Gauge("quincunx_tables", "Tables in memory of this process.", ["game"])
SOCKETS = Gauge("quincunx_sockets", "Open sockets.", ["kind"])
"""Kinds: `table`, `lobby`."""

MOVES = Counter("quincunx_moves_acknowledged", "Moves that are stored and acknowledged.", ["game"])
REFUSALS = Counter("quincunx_refusals", "Requests that were refused, by error.", ["error"])
MAILS = Counter("quincunx_mails", "E-mails, by what became of them.", ["outcome"])
"""Outcomes: `sent`, `failed`, `dropped`."""

ALERTS = Counter("quincunx_alerts", "Push messages, by what became of them.", ["outcome"])
"""Results: `sent`, `gone` (the subscription has ended), `failed`, `dropped` (too many)."""

COMMIT_SECONDS = Histogram(
    "quincunx_commit_seconds",
    "How long a commit took.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
COMMIT_JOBS = Histogram(
    "quincunx_commit_jobs",
    "How many jobs were combined into a commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
)
STORE_FAILURES = Counter("quincunx_store_failures", "Commits that failed.")
LISTENER_DISCONNECTS = Counter(
    "quincunx_bus_lost", "How often the connection for notifications was lost."
)

THINKING_SECONDS = Histogram(
    "quincunx_thinking_seconds",
    "How long a bot, a hint or a review took, including the time in the queue.",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)
THINKING_RESTARTS = Counter(
    "quincunx_thinking_restarts", "Bot processes that had to be replaced.", ["why"]
)
"""Why: `died`, `too_long`."""
LOOP_LAG_SECONDS = Histogram(
    "quincunx_event_loop_lag_seconds",
    "How late the event loop was, measured once a second.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)


@asynccontextmanager
async def measure_event_loop_lag() -> AsyncIterator[None]:
    """Measure how late the event loop wakes a task, while the context is active."""
    measuring = asyncio.create_task(_measure_event_loop_lag())
    try:
        yield
    finally:
        measuring.cancel()
        await asyncio.gather(measuring, return_exceptions=True)


async def _measure_event_loop_lag() -> None:
    now = asyncio.get_running_loop().time
    while True:
        due = now() + LAG_INTERVAL_S
        await asyncio.sleep(LAG_INTERVAL_S)
        LOOP_LAG_SECONDS.observe(max(0.0, now() - due))


def render_metrics(games_in_use: Iterable[str]) -> bytes:
    """Return all metrics in Prometheus’s format, with the number of tables of each game.

    `games_in_use` has the game of each table in memory. Counting them here, instead of whenever a
    table is loaded or dropped, cannot get out of step.
    """
    TABLES.clear()
    for game, tables in Tally(games_in_use).items():
        TABLES.labels(game).set(tables)
    return generate_latest()
