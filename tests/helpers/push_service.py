"""A push service of our own, and browsers that can read what it is sent."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import http_ece
import msgspec
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from quincunx.client import Client
from quincunx.wire import (
    AlertKind,
    PushAddress,
    PushKey,
    PushKeys,
    PushMessage,
    SubscribePush,
)
from tests.helpers.http_calls import call

EVERYTHING: tuple[AlertKind, ...] = ("turn", "joined", "proposal", "ended", "invited", "paired")


def base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Delivery(NamedTuple):
    """A request that the push service received."""

    browser: str
    headers: Mapping[str, str]
    body: bytes

    def is_signed_with(self, key: str) -> bool:
        """Return whether the signature is good, and belongs to the key of the subscription."""
        header = self.headers["Authorization"]
        return f"k={key}" in header and bool(Vapid02.verify(auth=header))


class Browser:
    """A browser: the only one that can decrypt its messages."""

    def __init__(self, service: PushService, name: str) -> None:
        self.name = name
        self._service = service
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self.endpoint = f"{service.url}/push/{name}"

    @property
    def address(self) -> PushAddress:
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return PushAddress(self.endpoint, PushKeys(base64url(public), base64url(self._auth)))

    async def subscribe(self, client: Client, *kinds: AlertKind, language: str = "en") -> None:
        """Subscribe the browser for a person."""
        wanted = SubscribePush(self.address, language, kinds or EVERYTHING)
        await call(client, "POST", "/api/push", wanted)

    @property
    def deliveries(self) -> list[Delivery]:
        return [found for found in self._service.deliveries if found.browser == self.name]

    @property
    def messages(self) -> list[PushMessage]:
        """What has been delivered so far, decrypted."""
        return [self.decrypted(found) for found in self.deliveries]

    def decrypted(self, delivery: Delivery) -> PushMessage:
        content = http_ece.decrypt(
            delivery.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        return msgspec.json.decode(content, type=PushMessage)

    async def until(self, count: int) -> list[PushMessage]:
        """Wait until so many messages have been delivered, and return them."""
        await self._service.until(lambda: len(self.deliveries) >= count)
        return self.messages


class PushService:
    """Accepts messages at `/push/NAME`, or answers with the statuses that a test gives it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.deliveries: list[Delivery] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        """The statuses and headers of the next answers; 201 when there is none."""
        self.connections = 0
        self._changed = asyncio.Condition()

    def browser(self, name: str = "browser") -> Browser:
        return Browser(self, name)

    async def until(self, condition: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(condition)

    async def receive(self, request: web.Request) -> web.Response:
        self.deliveries.append(
            Delivery(request.match_info["name"], request.headers, await request.read())
        )
        status, headers = self.answers.pop(0) if self.answers else (201, {})
        async with self._changed:
            self._changed.notify_all()
        return web.Response(status=status, headers=headers)


@asynccontextmanager
async def running_push_service() -> AsyncIterator[PushService]:
    """Run a push service on a free port of this machine."""
    app = web.Application()
    runner = web.AppRunner(app, shutdown_timeout=1)
    service = PushService("")

    async def receive(request: web.Request) -> web.Response:
        return await service.receive(request)

    app.router.add_post("/push/{name}", receive)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address: Any = runner.addresses[0]
    service.url = f"http://127.0.0.1:{address[1]}"
    try:
        yield service
    finally:
        await runner.cleanup()


async def server_key(client: Client) -> str:
    """Return the key with which browsers subscribe at a server."""
    found: PushKey = await call(client, "GET", "/api/push", answer=PushKey)
    return found.key
