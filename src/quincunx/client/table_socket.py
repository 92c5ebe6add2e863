"""A WebSocket to a table: encodes and decodes messages, matches responses to requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from quincunx.client.errors import Disconnected, Refusal
from quincunx.wire import FromClient, FromTable, Refused, RequestId, TableRequest

_decoder = msgspec.json.Decoder(FromTable)


class TableSocket:
    """One socket and the requests that wait for a response."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._pending: dict[RequestId, asyncio.Future[FromTable]] = {}

    async def send(self, message: FromClient) -> None:
        try:
            await self._socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            raise Disconnected from None

    async def close(self) -> None:
        await self._socket.close()

    async def receive(self) -> FromTable:
        message: FromTable = _decoder.decode(await self._socket.recv())
        return message

    async def messages(self) -> AsyncIterator[FromTable]:
        """Yield what the table sends until the socket closes; then fail the pending requests."""
        try:
            async for text in self._socket:
                yield _decoder.decode(text)
        except ConnectionClosed:
            pass
        for response in self._pending.values():
            if not response.done():
                response.set_exception(Disconnected())

    async def request(self, request: TableRequest) -> FromTable:
        """Send a request and return its response; raise `Refusal` if it is a refusal."""
        pending = self._pending[request.id] = asyncio.get_running_loop().create_future()
        try:
            await self.send(request)
            response: FromTable = await pending
        except Disconnected:
            raise Disconnected(request) from None
        finally:
            self._pending.pop(request.id, None)
        if isinstance(response, Refused):
            raise Refusal(response)
        return response

    def resolve(self, request_id: RequestId | None, response: FromTable) -> None:
        """Hand a response to the request with that id, if it still waits."""
        pending = None if request_id is None else self._pending.get(request_id)
        if pending is not None and not pending.done():
            pending.set_result(response)
