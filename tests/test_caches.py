"""No cache grows without bound: players choose option values, moves, texts and positions."""

from __future__ import annotations

import asyncio
import functools
import gc
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

import quincunx
from quincunx.core.options import make_options
from quincunx.games.coloryam import COLORYAM
from quincunx.server.common.times import ServerTime
from quincunx.server.tables.timing.scheduler import Scheduler
from quincunx.wire import TableId

NOT_IMPORTED = (
    "quincunx.__main__",
    "quincunx.server.storage.migrations.env",
    "quincunx.envs",
    "quincunx.learning",
)
"""Modules that run something when they are imported, or need packages that are not installed."""


def unbounded_caches() -> Iterator[str]:
    """The caches of functions that take parameters and declare no maximum size."""
    for module in pkgutil.walk_packages(quincunx.__path__, "quincunx."):
        if not module.name.startswith(NOT_IMPORTED) and ".versions" not in module.name:
            importlib.import_module(module.name)
    # Whatever refers to a cache, be it a module, a class, a game's `rules` or a closure.
    for found in gc.get_objects():
        # Not `isinstance`, which asks weak references for the class of what may be gone.
        if type(found) is not functools._lru_cache_wrapper:
            continue
        function: Callable[..., Any] = found.__wrapped__
        is_ours = (inspect.getmodule(function) or quincunx).__name__.startswith("quincunx")
        is_unbounded = found.cache_parameters()["maxsize"] is None
        if is_ours and is_unbounded and inspect.signature(function).parameters:
            yield f"{function.__module__}.{function.__qualname__}"


def test_every_cache_that_has_keys_has_a_maximum_size() -> None:
    assert not list(unbounded_caches())


def test_an_unbounded_cache_would_be_found() -> None:
    @cache
    def unbounded(text: str) -> str:
        return text

    @lru_cache(8)
    def bounded(text: str) -> str:
        return text

    unbounded.__wrapped__.__module__ = bounded.__wrapped__.__module__ = quincunx.__name__
    found = [name.rpartition(".")[2] for name in unbounded_caches()]
    assert found == ["unbounded"]


def test_rules_of_custom_sheets_are_cached_within_bounds() -> None:
    rules = COLORYAM.rules
    assert isinstance(rules, functools._lru_cache_wrapper)
    limit = rules.cache_parameters()["maxsize"]
    assert limit is not None
    for seats in (1, 2, 3, 4, 5):
        for spaces in range(limit):
            own = f"none Y; 2 B; 3 colours; 4 alike; R != G;{' ' * spaces}O != B != Y"
            rules(
                make_options(COLORYAM.options, {"sheet": "own", "own": own}, game="coloryam"), seats
            )
    assert rules.cache_info().currsize <= limit


def test_moving_a_table_s_timer_again_and_again_leaves_one_timer() -> None:
    async def wake_up(table: str, leading: bool) -> None:
        raise AssertionError

    async def work() -> None:
        scheduler, loop = Scheduler(wake_up, lambda: ServerTime(0)), asyncio.get_running_loop()
        scheduler.start()
        for number in range(100_000):
            # Now later than before, now earlier: only an earlier wake-up needs a new timer.
            due = 10**9 + (number if number % 2 else -number)
            scheduler.schedule(TableId("a"), ServerTime(due))
            if number % 100 == 0:
                await asyncio.sleep(0)
        assert scheduler.scheduled(TableId("a")) == 10**9 + 99_999
        # The loop removes cancelled timers in bulk.
        assert len(loop._scheduled) < 500  # type: ignore[attr-defined]
        scheduler.schedule(TableId("a"), None)
        assert scheduler.scheduled(TableId("a")) is None
        await scheduler.stop()

    asyncio.run(work())
