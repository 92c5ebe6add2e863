"""Starts a worker, which handles timers and bots' turns of all tables: `quincunx worker`."""

from __future__ import annotations

import asyncio
import signal

from quincunx.core.errors import QuincunxError
from quincunx.registry import load_games
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.notifications.notifier import Notifier
from quincunx.server.notifications.push_sender import push_options
from quincunx.server.ops.logs import configure_logging
from quincunx.server.ops.settings import Settings
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.server.tables.tables import WORKER_SWEEPS, Tables


class CannotWork(QuincunxError):
    """A worker needs a PostgreSQL database, which it shares with the servers."""


def work(settings: Settings) -> None:
    """Work until the process is stopped."""
    if settings.database is None:
        raise CannotWork("server.worker_needs_postgresql")
    configure_logging(settings.log)
    load_games()
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    stopped = asyncio.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signal_number, stopped.set)
    await upgrade(settings.store)
    async with (
        Store(settings.store) as store,
        ServerClock.running(store) as clock,
        BotPools(max(1, settings.thinkers)) as bot_pools,
        Notifier(store, push_options(settings)) as notifier,
        Tables(
            store,
            bot_pools,
            clock,
            on_commit=notifier.table_committed,
            sweeps=WORKER_SWEEPS,
        ),
    ):
        bot_pools.warm_up()
        print("The worker takes the bots' turns (Ctrl-C stops it)", flush=True)
        await stopped.wait()
