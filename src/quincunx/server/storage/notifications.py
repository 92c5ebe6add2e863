"""Notifications between server processes on one PostgreSQL (`LISTEN` and `NOTIFY`).

A notification is sent within the transaction that it is about and says only what has changed: the
receiver reads the database. A process that could not listen for a while reloads everything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import func, select

from quincunx.server.common.background import BackgroundService
from quincunx.server.ops import metrics
from quincunx.server.storage.connection import StoreConnection

log = logging.getLogger(__name__)

NotificationKind = Literal[
    "changed", "present", "renamed", "dismissed", "forgotten", "contacted", "seeking", "reload"
]
"""`changed`: tables with their new revisions (`id:revision`). `present`: tables whose connected
people changed. `renamed`, `dismissed`, `forgotten`: people. `contacted`: people whose friend
requests or invitations changed. `seeking`: people whose search for a game has changed. `reload`:
the whole database was replaced; the subject is its server time."""

CHANNEL: Final = "quincunx"

MAX_SUBJECTS: Final = 200
"""As many fit into one notification, which PostgreSQL limits to 8,000 bytes."""

CHECK_INTERVAL_S: Final = 5.0
"""How often a silent connection is checked."""

RECONNECT_DELAY_S: Final = 0.5


class Notification(msgspec.Struct, frozen=True):
    """What one process tells the others."""

    sender: str
    """The id of the process, which ignores its own notifications."""
    kind: NotificationKind
    subjects: tuple[str, ...] = msgspec.field(name="about")


_decode = msgspec.json.Decoder(Notification).decode


async def notify(
    connection: StoreConnection, sender: str, kind: NotificationKind, *subjects: str
) -> None:
    """Notify the other processes once the transaction is committed. SQLite has only one process."""
    if connection.dialect.name != "postgresql":
        return
    for start in range(0, len(subjects), MAX_SUBJECTS):
        some = subjects[start : start + MAX_SUBJECTS]
        payload = msgspec.json.encode(Notification(sender, kind, some)).decode()
        await connection.execute(select(func.pg_notify(CHANNEL, payload)))


class Listener(BackgroundService):
    """Receives the other processes' notifications while it is open (`async with`)."""

    def __init__(
        self,
        connect: Callable[[], Any],
        process_id: str,
        on_notification: Callable[[Notification], None],
        on_gap: Callable[[], Awaitable[None]],
    ) -> None:
        """`connect` opens a driver connection.

        `on_gap` is called when notifications may have been missed.
        """
        self._connect = connect
        self._process_id = process_id
        self._on_notification = on_notification
        self._on_gap = on_gap

    async def _run(self) -> None:
        while True:
            try:
                async with self._connect() as connection:
                    await self._listen(connection)
            except Exception as error:
                log.warning("lost the connection for notifications", exc_info=error)
            metrics.LISTENER_DISCONNECTS.inc()
            await asyncio.sleep(RECONNECT_DELAY_S)

    async def _listen(self, connection: Any) -> None:
        """Listen until the connection is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        await connection.add_listener(CHANNEL, self._receive)
        await self._on_gap()
        while not lost.is_set():
            try:
                await asyncio.wait_for(lost.wait(), CHECK_INTERVAL_S)
            except TimeoutError:
                await asyncio.wait_for(connection.execute("SELECT 1"), CHECK_INTERVAL_S)

    def _receive(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        try:
            notification = _decode(str(payload))
        except msgspec.DecodeError:
            log.warning("received a notification of an unknown kind")
            return
        if notification.sender != self._process_id:
            self._on_notification(notification)
