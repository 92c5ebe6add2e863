"""One socket at a table: reads requests, answers them in order, and sends what happens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Coroutine
from statistics import median
from time import monotonic
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from quincunx.core.errors import IllegalMove, QuincunxError
from quincunx.server.errors import Unreadable
from quincunx.server.live import LiveTable
from quincunx.server.tables import Tables
from quincunx.wire import (
    Answer,
    AskHints,
    AskRematch,
    Done,
    Draft,
    Echo,
    FromClient,
    FromTable,
    Hello,
    Leave,
    Person,
    Ping,
    Play,
    Pong,
    Probe,
    Propose,
    Ready,
    Refused,
    Report,
    Resume,
    Return,
    Say,
    SeatBot,
    Sit,
)

log = logging.getLogger(__name__)

MOST_WAITING = 256
"""A client that has so many messages unread is dropped; it will reconnect and catch up."""

LARGEST_MESSAGE = 64 * 1024

PROBE_EVERY = 4.0
"""Seconds between two measurements of a line, where moments decide."""
DELAYS_KEPT = 5

_decoder = msgspec.json.Decoder(FromClient)
_encode = msgspec.json.Encoder().encode


class Connection:
    """A `Guest` of a table."""

    def __init__(self, socket: WebSocket[Any, Any, Any], person: Person, tables: Tables) -> None:
        self.person = person
        self._socket = socket
        self._tables = tables
        self._outgoing: asyncio.Queue[FromTable] = asyncio.Queue(MOST_WAITING)
        self._hang_up = asyncio.Event()
        self._answering: set[asyncio.Task[None]] = set()
        self._probe = (0, 0.0)
        self._delays: deque[int] = deque(maxlen=DELAYS_KEPT)

    @property
    def delay(self) -> int:
        """Milliseconds that the line takes, there and back: usually, not at its worst."""
        return round(median(self._delays)) if self._delays else 0

    def dismiss(self) -> None:
        """Hangs up; a person who may come back will."""
        self._hang_up.set()

    def send(self, message: FromTable) -> None:
        try:
            self._outgoing.put_nowait(message)
        except asyncio.QueueFull:
            self._hang_up.set()

    async def serve(self, table_id: str) -> None:
        """Until the socket closes."""
        hello = await self._receive()
        if hello is None:
            return
        if not isinstance(hello, Hello):
            await self._refuse_and_close(Unreadable("table.refusal.no_hello"))
            return
        try:
            table = await self._tables.find(table_id)
            await table.join(self, hello.invite, hello.since)
        except QuincunxError as error:
            await self._refuse_and_close(error)
            return
        try:
            await self._converse(table)
        finally:
            self._tables.part(table, self)

    async def _converse(self, table: LiveTable) -> None:
        works: list[Coroutine[Any, Any, Any]] = [
            self._listen(table),
            self._talk(),
            self._hang_up.wait(),
        ]
        if table.sheet.game.race:
            works.append(self._measure())
        tasks = [asyncio.create_task(work) for work in works]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                _log_failure(task)
        finally:
            for task in (*tasks, *self._answering):
                task.cancel()
            await asyncio.gather(*tasks, *self._answering, return_exceptions=True)
            with contextlib.suppress(Exception):
                await self._socket.close()

    async def _talk(self) -> None:
        while True:
            message = await self._outgoing.get()
            await self._socket.send_data(_encode(message).decode())

    async def _measure(self) -> None:
        while True:
            number = self._probe[0] + 1
            self._probe = (number, monotonic())
            self.send(Probe(number))
            await asyncio.sleep(PROBE_EVERY)

    def _hear_echo(self, number: int) -> None:
        expected, sent = self._probe
        if number == expected and sent:
            self._delays.append(round((monotonic() - sent) * 1000))
            self._probe = (expected, 0.0)

    async def _listen(self, table: LiveTable) -> None:
        while True:
            request = await self._receive()
            if request is None:
                return
            if isinstance(request, QuincunxError):
                self.send(refused(None, request))
                continue
            request_id = getattr(request, "id", None)
            try:
                await self._carry_out(table, request)
            except QuincunxError as error:
                self.send(refused(request_id, error))

    def _beside(self, answering: Awaitable[FromTable], request_id: str) -> None:
        """Answers a request while others are heard."""

        async def answer() -> None:
            try:
                self.send(await answering)
            except QuincunxError as error:
                self.send(refused(request_id, error))

        task = asyncio.create_task(answer())
        self._answering.add(task)
        task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._answering.discard(task)
        _log_failure(task)

    async def _carry_out(self, table: LiveTable, request: FromClient) -> None:
        match request:
            case Sit():
                self.send(await table.sit(self.person, request))
            case Leave():
                self.send(await table.leave(self.person, request.id))
            case SeatBot():
                self.send(await table.seat_bot(self.person, request))
            case Ready():
                self.send(await table.ready(self.person, request))
            case Play():
                await table.play(self, request)
            case Draft():
                self.send(await table.draft(self.person, request))
            case AskHints():
                # A solver may take its time: what is asked after this need not wait for it.
                self._beside(table.hints(self.person, request), request.id)
            case Return():
                self.send(await table.come_back(self.person, request.id))
            case Propose():
                self.send(await table.propose(self.person, request))
            case Answer():
                self.send(await table.answer(self.person, request))
            case Resume():
                self.send(await table.resume(self.person, request.id))
            case Say():
                self.send(await table.say(self.person, request))
            case Report():
                self.send(await table.report(self.person, request))
            case AskRematch():
                await table.ask_rematch(
                    self.person, lambda: self._tables.open_again(table, self.person)
                )
                self.send(Done(request.id))
            case Echo(number):
                self._hear_echo(number)
            case Ping():
                self.send(Pong(table.now))
            case Hello():
                raise Unreadable("table.refusal.hello_again")

    async def _receive(self) -> FromClient | QuincunxError | None:
        """The next request, what is wrong with it, or nothing once the socket is closed."""
        try:
            text = await self._socket.receive_data("text")
        except WebSocketDisconnect:
            return None
        if len(text) > LARGEST_MESSAGE:
            return Unreadable("table.refusal.long_message")
        try:
            request: FromClient = _decoder.decode(text)
        except msgspec.DecodeError as error:
            return Unreadable("table.refusal.unreadable", why=str(error))
        return request

    async def _refuse_and_close(self, error: QuincunxError) -> None:
        await self._socket.send_data(_encode(refused(None, error)).decode())
        await self._socket.close(4000)


def _log_failure(task: asyncio.Task[Any]) -> None:
    """A socket that closes under our words is nothing to tell; anything else is a fault of ours."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, WebSocketDisconnect | OSError):
        log.error("a connection failed", exc_info=error)


def refused(request_id: str | None, error: QuincunxError) -> Refused:
    """The error as it goes over the wire."""
    rule, offending = (
        (error.rule, error.offending) if isinstance(error, IllegalMove) else (None, ())
    )
    return Refused(request_id, type(error).__name__, error.message, rule, offending)
