"""What server processes on one PostgreSQL tell each other.

News goes out within the transaction that it tells of, and says only where to look: whoever hears
it reads the store. A process that could not listen for a while looks at everything again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.server.ops import metrics

log = logging.getLogger(__name__)

Kind = Literal["changed", "present", "renamed", "dismissed", "forgotten", "reload"]
"""Tables and the revisions they have now; tables at which others are; people and what became of
them; and another store in this one's place, with its house time."""

CHANNEL = "quincunx"

AT_ONCE = 200
"""So many subjects fit into one notification, which takes 8000 bytes."""

CHECK_EVERY = 5.0
"""Seconds after which a line that says nothing is asked whether it is still there."""

PAUSE = 0.5
"""Seconds between two attempts to listen again."""


class News(msgspec.Struct, frozen=True):
    sender: str
    """The process; its own news is none to itself."""
    kind: Kind
    about: tuple[str, ...]


_decode = msgspec.json.Decoder(News).decode


async def announce(connection: AsyncConnection, sender: str, kind: Kind, *about: str) -> None:
    """Tells the other processes when the transaction is committed; on SQLite there are none."""
    if connection.dialect.name != "postgresql":
        return
    for start in range(0, len(about), AT_ONCE):
        some = about[start : start + AT_ONCE]
        payload = msgspec.json.encode(News(sender, kind, some)).decode()
        await connection.execute(select(func.pg_notify(CHANNEL, payload)))


class Listener:
    """Hears the others' news while it is open (`async with`)."""

    def __init__(
        self,
        dial: Callable[[], Any],
        sender: str,
        heard: Callable[[News], None],
        missed: Callable[[], Awaitable[None]],
    ) -> None:
        """`dial` opens a line of its own; `missed` is called when news may have gone unheard."""
        self._dial = dial
        self._sender = sender
        self._heard = heard
        self._missed = missed
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Listener:
        self._task = asyncio.create_task(self._keep_listening())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_listening(self) -> None:
        while True:
            try:
                async with self._dial() as line:
                    await self._listen(line)
            except Exception as error:
                log.warning("the line to the other processes is lost", exc_info=error)
            metrics.BUS_LOST.inc()
            await asyncio.sleep(PAUSE)

    async def _listen(self, line: Any) -> None:
        """Until the line is lost."""
        lost = asyncio.Event()
        line.add_termination_listener(lambda _: lost.set())
        await line.add_listener(CHANNEL, self._hear)
        await self._missed()
        while not lost.is_set():
            try:
                await asyncio.wait_for(lost.wait(), CHECK_EVERY)
            except TimeoutError:
                await asyncio.wait_for(line.execute("SELECT 1"), CHECK_EVERY)

    def _hear(self, _line: Any, _process: int, _channel: str, payload: object) -> None:
        try:
            news = _decode(str(payload))
        except msgspec.DecodeError:
            log.warning("news that this version does not understand")
            return
        if news.sender != self._sender:
            self._heard(news)
