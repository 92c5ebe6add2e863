"""One socket at a table: reads requests, answers them in order, and sends what happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

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
from quincunx.server.tables.live import LiveTable
from quincunx.server.tables.tables import Tables
from quincunx.wire import (
    Answer,
    AskHints,
    AskHistory,
    AskRematch,
    Done,
    Echo,
    FromClient,
    FromTable,
    Hello,
    Leave,
    Person,
    Ping,
    PlayMove,
    Pong,
    Probe,
    Propose,
    Ready,
    Refused,
    Report,
    RequestId,
    Resume,
    Return,
    Say,
    SeatBot,
    Sit,
    UpdateDraft,
)

log = logging.getLogger(__name__)

PROBE_EVERY = 4.0
"""Seconds between two measurements of a line, where moments decide."""

_decoder = msgspec.json.Decoder(FromClient)
_encode = msgspec.json.Encoder().encode


class Connection:
    """A `Guest` of a table."""

    def __init__(
        self,
        line: WebSocketProtocol,
        address: str,
        person: Person,
        tables: Tables,
        counted: Limits,
        *,
        is_direct: bool = False,
    ) -> None:
        """`is_direct`: no web server stands between the client and this one."""
        self.person = person
        self._line = line
        self._address = address
        self._tables = tables
        self._counted = counted
        self._hanging_up: asyncio.Task[None] | None = None
        self._answering: set[asyncio.Task[None]] = set()
        self._next_probe: asyncio.TimerHandle | None = None
        self._is_direct = is_direct
        self.latency = Latency()

    @property
    def delay(self) -> int:
        """Milliseconds that a message takes to the client and back, at best."""
        return self.latency.delay_ms(self._line.round_trip_ms() if self._is_direct else None)

    def dismiss(self) -> None:
        """Hangs up; a person who may come back will."""
        if self._hanging_up is None:
            self._hanging_up = asyncio.create_task(self._line.close())

    def send(self, message: FromTable) -> None:
        self._line.write(_encode(message))

    def send_text(self, *texts: bytes) -> None:
        self._line.write(*texts)

    async def serve(self, table_id: str) -> None:
        """Until the socket closes; who is not let in is refused."""
        try:
            hello = await asyncio.wait_for(self._receive(), limits.HELLO_TIMEOUT_S)
        except TimeoutError:
            raise Unreadable("table.refusal.no_hello") from None
        if hello is None:
            return
        if not isinstance(hello, Hello):
            raise Unreadable("table.refusal.no_hello")
        table = await self._tables.welcome(self, table_id, hello.invite, hello.since)
        try:
            if table.sheet.game.race:
                self._measure()
            await self._listen(table)
        except Exception:
            log.exception("a connection failed")
        finally:
            self._tables.part(table, self)
            await self._end()

    async def _end(self) -> None:
        if self._next_probe is not None:
            self._next_probe.cancel()
        for task in self._answering:
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)
        await self._line.close()

    def _measure(self) -> None:
        self.send(Probe(self.latency.probe()))
        self._next_probe = asyncio.get_running_loop().call_later(PROBE_EVERY, self._measure)

    async def _listen(self, table: LiveTable) -> None:
        while True:
            request = await self._receive()
            # Who was hung up on is not heard any more, even if the line is still being closed.
            if request is None or self._hanging_up is not None:
                return
            request_id = getattr(request, "id", None)
            try:
                self._count(request)
                if isinstance(request, Unreadable):
                    raise request
                await self._carry_out(table, request)
            except StoreAway:
                # Whether it happened nobody knows: who comes back and sends it again will hear.
                return
            except (SQLAlchemyError, OSError):
                self.send(refused(request_id, StoreFailed("table.refusal.unwell")))
            except TooMany as error:
                self.send(refused(request_id, error))
                # Meanwhile nothing is heard: what else is sent waits at the other end.
                await asyncio.sleep(error.seconds)
            except QuincunxError as error:
                self._refuse(request_id, error)

    def _count(self, request: FromClient | Unreadable) -> None:
        """Refuses what is too much."""
        whose = self._address, self.person
        if not isinstance(request, Echo | Ping):
            # They cannot be refused, and tell whether the connection is alive.
            self._counted.refusals.check(*whose)
        match request:
            case PlayMove():
                self._counted.moves.take(*whose)
            case UpdateDraft() | Echo() | Ping() | Unreadable():
                self._counted.messages.take(*whose)
            case AskHints():
                self._counted.hints.take(*whose)
            case AskHistory():
                self._counted.history.take(*whose)
            case _:
                self._counted.actions.take(*whose)

    def _refuse(self, request_id: RequestId | None, error: QuincunxError) -> None:
        """Answer a request with a refusal, and count it."""
        self._counted.refusals.count(self._address, self.person)
        self.send(refused(request_id, error))

    def _beside(self, answering: Callable[[], Awaitable[FromTable]], request_id: RequestId) -> None:
        """Answers a request while others are heard; one such request at a time."""
        if self._answering:
            raise TooMany(1)

        async def answer() -> None:
            try:
                self.send(await answering())
            except QuincunxError as error:
                self._refuse(request_id, error)
            except Exception:
                # Whatever went wrong here, the client must not wait for ever.
                log.exception("a request failed")
                self.send(refused(request_id, ThinkingFailed("table.refusal.thinking_failed")))

        task = asyncio.create_task(answer())
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _carry_out(self, table: LiveTable, request: FromClient) -> None:
        match request:
            case Sit():
                self.send(await table.sit(self.person, request))
            case Leave():
                self.send(await table.leave(self.person, request))
            case SeatBot():
                self.send(await table.seat_bot(self.person, request))
            case Ready():
                self.send(await table.ready(self.person, request))
            case PlayMove():
                await table.play(self, request)
            case UpdateDraft():
                self.send(await table.draft(self.person, request))
            case AskHistory():
                self.send(table.history(self.person, request))
            case AskHints():
                # A solver may take its time: what is asked after this need not wait for it.
                self._beside(lambda: table.hints(self.person, request), request.id)
            case Return():
                self.send(await table.come_back(self.person, request))
            case Propose():
                self.send(await table.propose(self.person, request))
            case Answer():
                self.send(await table.answer(self.person, request))
            case Resume():
                self.send(await table.resume(self.person, request))
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
                self.latency.echo(number)
            case Ping():
                self.send(Pong(table.now))
            case Hello():
                raise Unreadable("table.refusal.hello_again")

    async def _receive(self) -> FromClient | Unreadable | None:
        """The next request, what is wrong with it, or nothing once the socket is closed."""
        text = await self._line.receive_text()
        if text is None:
            return None
        if len(text) > limits.MAX_MESSAGE_CHARACTERS:
            return Unreadable("table.refusal.long_message")
        try:
            request: FromClient = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            return Unreadable("table.refusal.unreadable", why=str(error))
        return request


async def refuse(line: WebSocketProtocol, error: QuincunxError) -> None:
    """Says why, and closes."""
    line.write(_encode(refused(None, error)))
    await line.close(4000)


def refused(request_id: RequestId | None, error: QuincunxError) -> Refused:
    """The error as it goes over the wire."""
    metrics.REFUSALS.labels(type(error).__name__).inc()
    rule, offending = (
        (error.rule, error.offending) if isinstance(error, IllegalMove) else (None, ())
    )
    return Refused(request_id, type(error).__name__, error.message, rule, offending)
