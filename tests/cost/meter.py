"""A real server in a thread of its own, and what a request costs it.

Work is counted in calls of functions on the event loop's thread, so that the figures do not depend
on how fast the machine is. A slice is what the loop does without looking at anything else.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from asyncio.events import Handle
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from litestar import Litestar
from websockets.asyncio.client import ClientConnection, connect

from quincunx.client import Client
from quincunx.server.http.app import create_app
from quincunx.server.storage import schema
from quincunx.server.tables.runtime import TableRuntime
from quincunx.wire import FromClient, FromTable, Hello, Ping, Pong, Refused
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S

T = TypeVar("T")

RUN: Final[CodeType] = Handle._run.__code__
"""What the loop calls for each slice."""

BOOKKEEPING: Final = frozenset(("house", "processes", "presence"))
"""Tables of the database that the server writes to whether or not anybody asks for anything."""

_decoder = msgspec.json.Decoder(FromTable)


class Cost(NamedTuple):
    """What a request costs; a budget has the same fields."""

    slice: int
    """Calls in the longest slice: how long everybody else has to wait."""
    work: int
    """Calls on the event loop in all."""
    sent: int
    """Bytes sent to the client that asked."""
    others: int
    """Bytes sent to each other client at the table, or in the lobby."""
    stored: int
    """Bytes that the database holds afterwards, and did not before."""
    kept: int
    """Bytes of the table in memory afterwards that were not there before."""


class Meter:
    """Counts calls on the thread that it is started on."""

    def __init__(self) -> None:
        self.work = 0
        self.slice = 0
        self._current = 0

    def start(self) -> None:
        self.work = self.slice = self._current = 0
        sys.setprofile(self._count)

    def stop(self) -> None:
        sys.setprofile(None)

    def _count(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code is RUN:
            self._current = 0
        elif event in ("call", "c_call"):
            self.work += 1
            self._current += 1
            self.slice = max(self.slice, self._current)


class MeteredServer:
    """A server whose event loop is another thread's, so that only its own work is counted."""

    def __init__(self, folder: Path, app: Litestar | None = None, *, eager: bool = False) -> None:
        """`eager`: everything is prepared first, as `quincunx serve` does it."""
        self.folder = folder
        self.app = app or create_app(sqlite_url(folder), eager=eager)
        self.meter = Meter()
        self._loop = asyncio.new_event_loop()
        self._url: list[str] = []
        self._started = threading.Event()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> MeteredServer:
        self._thread.start()
        assert self._started.wait(MAX_WAIT_S), "the server does not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(MAX_WAIT_S)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._started.set()
            self._loop.close()

    async def _serve(self) -> None:
        async with serve_app(self.app) as url:
            self._url.append(url)
            self._started.set()
            await self._stop.wait()

    @property
    def url(self) -> str:
        return self._url[0]

    async def on_loop(self, work: Coroutine[Any, Any, T]) -> T:
        """Run it on the server's event loop."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def call(self, function: Callable[[], T]) -> T:
        async def work() -> T:
            return function()

        return await self.on_loop(work())

    def stored(self) -> int:
        """Bytes of everything in the database."""
        with sqlite3.connect(self.folder / "quincunx.db") as connection:
            return sum(
                connection.execute(
                    f"SELECT total({'+'.join(_length(column.name) for column in table.c)})"
                    f' FROM "{table.name}"'
                ).fetchone()[0]
                for table in schema.metadata.tables.values()
                if table.name not in BOOKKEEPING
            )

    async def kept(self, table_id: str) -> int:
        """Bytes of that table in memory, or 0 if it is not loaded."""
        return await self.call(lambda: memory_of(self.app.state.tables.registry.get(table_id)))

    @asynccontextmanager
    async def metered(self) -> AsyncIterator[Meter]:
        await self.call(self.meter.start)
        try:
            yield self.meter
        finally:
            await self.call(self.meter.stop)


def _length(column: str) -> str:
    return f'coalesce(length(CAST("{column}" AS BLOB)), 0)'


FOREIGN: Final = (type, ModuleType, FunctionType, MethodType, CodeType, asyncio.AbstractEventLoop)
"""Objects that do not belong to a table, although it refers to them."""


def memory_of(root: TableRuntime | None) -> int:
    """Bytes of everything that belongs to a table: its match, log, drafts, requests and chat."""
    if root is None:
        return 0
    seen: set[int] = set()
    size = 0
    waiting: list[object] = [
        getattr(root.state, name)
        for name in (
            "match",
            "move_requests",
            "movers",
            "chat",
            "done",
            "proposal",
            "bots",
            "plans",
        )
    ]
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, FOREIGN):
            continue
        seen.add(id(each))
        size += sys.getsizeof(each)
        if isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, (str, bytes, int, float)):
            continue
        elif hasattr(each, "__iter__") and hasattr(each, "__len__") and not hasattr(each, "game"):
            waiting += list(each)
        elif isinstance(each, msgspec.Struct):
            waiting += [getattr(each, name) for name in each.__struct_fields__]
        elif hasattr(each, "__dict__") and "rules" not in type(each).__module__:
            waiting += list(vars(each).values())
    return size


class Line:
    """A client at a table that counts what it is sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.bytes = 0

    async def read(self) -> FromTable:
        text = await asyncio.wait_for(self._socket.recv(decode=False), MAX_WAIT_S)
        self.bytes += len(text)
        message: FromTable = _decoder.decode(text)
        return message

    async def send(self, message: FromClient) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def send_text(self, text: str) -> None:
        await self._socket.send(text)

    async def answer(self, request_id: str | None) -> FromTable:
        """Read until the answer to that request has come."""
        while True:
            message = await self.read()
            if getattr(message, "id", "no id") == request_id:
                return message

    async def settle(self) -> None:
        """Read everything that was sent before now."""
        before = self.bytes
        await self.send(Ping())
        while not isinstance(message := await self.read(), Pong):
            before = self.bytes
        del message
        self.bytes = before


@asynccontextmanager
async def at_table(client: Client, table_id: str) -> AsyncIterator[Line]:
    """A connection that has been welcomed."""
    address = f"ws{client.url.removeprefix('http')}/api/tables/{table_id}/socket"
    async with connect(
        address, additional_headers={"Cookie": client.cookie}, max_size=None, max_queue=None
    ) as socket:
        line = Line(socket)
        await line.send(Hello())
        first = await line.read()
        assert not isinstance(first, Refused), first
        yield line
