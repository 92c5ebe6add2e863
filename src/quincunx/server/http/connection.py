"""One socket at a table: reads requests, checks limits, and sends replies and broadcasts."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from quincunx.core.errors import IllegalMove, QuincunxError
from quincunx.server.common import limits
from quincunx.server.common.errors import StoreAway, StoreFailed, ThinkingFailed, Unreadable
from quincunx.server.common.limits import Limits
from quincunx.server.common.rate_limiter import TooMany
from quincunx.server.http.latency import Latency
from quincunx.server.http.transport import WebSocketProtocol
from quincunx.server.ops import metrics
from quincunx.server.tables.runtime import TableRuntime
from quincunx.server.tables.tables import Tables
from quincunx.wire import (
    AskHints,
    AskHistory,
    Echo,
    FromClient,
    FromTable,
    Hello,
    PageHidden,
    Person,
    Ping,
    PlayMove,
    Pong,
    Probe,
    Refused,
    RequestId,
    TableId,
    UpdateDraft,
)

log = logging.getLogger(__name__)

PROBE_INTERVAL_S = 4.0
"""Seconds between two latency measurements, in games where moments decide."""

_decoder = msgspec.json.Decoder(FromClient)
_encode = msgspec.json.Encoder().encode


class Connection:
    """A connected person: a `ConnectedClient` of a table."""

    def __init__(
        self,
        socket: WebSocketProtocol,
        address: str,
        person: Person,
        tables: Tables,
        rate_limits: Limits,
        *,
        is_direct: bool = False,
    ) -> None:
        """`is_direct`: no proxy is between the client and this server."""
        self.person = person
        self._socket = socket
        self._address = address
        self._tables = tables
        self._limits = rate_limits
        self._closing: asyncio.Task[None] | None = None
        self._answering: set[asyncio.Task[None]] = set()
        self._next_probe: asyncio.TimerHandle | None = None
        self._is_direct = is_direct
        self.latency = Latency()

    @property
    def delay(self) -> int:
        """Milliseconds that a message takes to the client and back, at best."""
        if not self.latency.is_measured:
            return 0
        return self.latency.delay_ms(self._socket.round_trip_ms() if self._is_direct else None)

    def dismiss(self) -> None:
        """Close the socket; the client may reconnect."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._socket.close())

    def send(self, message: FromTable) -> None:
        self._socket.write(_encode(message))

    def send_text(self, *texts: bytes) -> None:
        self._socket.write(*texts)

    async def serve(self, table_id: TableId) -> None:
        """Join the table and answer requests until the socket closes."""
        try:
            hello = await asyncio.wait_for(self._receive(), limits.HELLO_TIMEOUT_S)
        except TimeoutError:
            raise Unreadable("table.refusal.no_hello") from None
        if hello is None:
            return
        if not isinstance(hello, Hello):
            raise Unreadable("table.refusal.no_hello")
        table = await self._tables.registry.join(self, table_id, hello.invite, hello.since)
        try:
            if table.state.config.game.race:
                self._measure()
            await self._listen(table)
        except Exception:
            log.exception("a connection failed")
        finally:
            self._tables.registry.part(table, self)
            await self._end()

    async def _end(self) -> None:
        if self._next_probe is not None:
            self._next_probe.cancel()
        for task in self._answering:
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)
        await self._socket.close()

    def _measure(self) -> None:
        self.send(Probe(self.latency.probe()))
        self._next_probe = asyncio.get_running_loop().call_later(PROBE_INTERVAL_S, self._measure)

    async def _listen(self, table: TableRuntime) -> None:
        while True:
            request = await self._receive()
            # Requests of a dismissed client are ignored, even if the socket is still closing.
            if request is None or self._closing is not None:
                return
            request_id = getattr(request, "id", None)
            try:
                self._count(request)
                if isinstance(request, Unreadable):
                    raise request
                await self._answer(table, request)
            except StoreAway:
                # It may or may not have happened: the client reconnects and sends it again.
                return
            except (SQLAlchemyError, OSError):
                self.send(refused(request_id, StoreFailed("table.refusal.unwell")))
            except TooMany as error:
                self.send(refused(request_id, error))
                # Meanwhile nothing is read: further requests wait at the client's end.
                await asyncio.sleep(error.seconds)
            except QuincunxError as error:
                self._refuse(request_id, error)

    def _count(self, request: FromClient | Unreadable) -> None:
        """Refuse a request that exceeds a rate limit."""
        sender = self._address, self.person
        if not isinstance(request, Echo | Ping):
            # Echoes and pings cannot be refused: they show that the connection is alive.
            self._limits.refusals.check(*sender)
        match request:
            case PlayMove():
                self._limits.moves.take(*sender)
            case UpdateDraft() | Echo() | Ping() | Unreadable():
                self._limits.messages.take(*sender)
            case AskHints():
                self._limits.hints.take(*sender)
            case AskHistory():
                self._limits.history.take(*sender)
            case _:
                self._limits.actions.take(*sender)

    def _refuse(self, request_id: RequestId | None, error: QuincunxError) -> None:
        """Answer a request with a refusal, and count it."""
        self._limits.refusals.count(self._address, self.person)
        self.send(refused(request_id, error))

    def _answer_aside(self, table: TableRuntime, request: AskHints) -> None:
        """Answer a request while others are received; one such request at a time."""
        if self._answering:
            raise TooMany(1)

        async def answer() -> None:
            try:
                await table.handle(self, request)
            except QuincunxError as error:
                self._refuse(request.id, error)
            except Exception:
                # Whatever went wrong, the client must not wait forever.
                log.exception("a request failed")
                self.send(refused(request.id, ThinkingFailed("table.refusal.thinking_failed")))

        task = asyncio.create_task(answer())
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, table: TableRuntime, request: FromClient) -> None:
        """Carry out a request. What it does to a table is decided by `tables.commands`."""
        match request:
            case Echo(number):
                self.latency.echo(number)
            case Ping():
                self.send(Pong(table.time))
            case PageHidden(hidden):
                table.clients.set_hidden(self, hidden=hidden)
            case Hello():
                raise Unreadable("table.refusal.hello_again")
            case AskHints():
                # A solver may take its time: later requests need not wait for it.
                self._answer_aside(table, request)
            case _:
                await table.handle(self, request)

    async def _receive(self) -> FromClient | Unreadable | None:
        """Return the next request, why it is unreadable, or `None` if the socket has closed."""
        text = await self._socket.receive_text()
        if text is None:
            return None
        if len(text) > limits.MAX_MESSAGE_CHARACTERS:
            return Unreadable("table.refusal.long_message")
        try:
            request: FromClient = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            return Unreadable("table.refusal.unreadable", why=str(error))
        return request


async def refuse(socket: WebSocketProtocol, error: QuincunxError) -> None:
    """Send a refusal and close the socket."""
    socket.write(_encode(refused(None, error)))
    await socket.close(4000)


def refused(request_id: RequestId | None, error: QuincunxError) -> Refused:
    """Return a refusal as it is sent to the client."""
    metrics.REFUSALS.labels(type(error).__name__).inc()
    rule, offending = (
        (error.rule, error.offending) if isinstance(error, IllegalMove) else (None, ())
    )
    return Refused(request_id, type(error).__name__, error.message, rule, offending)
