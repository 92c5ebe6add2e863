"""Sends push messages: encrypted for the browser, signed by the server (RFC 8030, 8291, 8292).

The packages that this needs take most of a second to import, so they are imported, in a thread,
when the first message is sent.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from quincunx.server.notifications.push_addresses import check_endpoint, open_public_socket
from quincunx.server.notifications.push_key import base64url, load_push_key, public_push_key
from quincunx.server.notifications.subscriptions import Subscription
from quincunx.server.ops.settings import Settings
from quincunx.server.storage.store import Store

if TYPE_CHECKING:
    import aiohttp
    from py_vapid import Vapid02

    from quincunx.server.notifications.push_lookup import PushLookup

log = logging.getLogger(__name__)

TIMEOUT_S: Final = 10.0
"""For a whole request, the wait for a free connection included."""

MAX_CONNECTIONS: Final = 256
"""More than a few people with endpoints that never answer can keep busy."""
MAX_CONNECTIONS_PER_HOST: Final = 16

ADDRESS_REUSED_S: Final = 300
"""Seconds for which the address of a push service is not looked up again."""

ATTEMPTS: Final = 3
RETRY_AFTER_S: Final = 2.0
"""Before the second attempt; twice as much before the third."""

MAX_RETRY_AFTER_S: Final = 60.0
"""A push service that asks for more patience than this does not get the message."""

SIGNATURE_LIFETIME_S: Final = 12 * 3600
SIGNATURE_REUSED_S: Final = 6 * 3600
MAX_SIGNATURES: Final = 100
"""Push services whose signature is kept. Browsers use a handful."""

_MAIL_ADDRESS: Final = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+", re.ASCII)

Sent = Literal["sent", "gone", "failed"]
"""Taken by the push service; unknown there, so that the subscription has ended; neither."""


class PushOptions(NamedTuple):
    """What the operator decides about push messages."""

    subject: str = "https://localhost"
    """How push services can reach the operator: an https or mailto address."""
    allows_private: bool = False
    """Whether messages may be sent to http and to addresses that are not public."""


def push_options(settings: Settings) -> PushOptions:
    """Return what the settings say about push messages."""
    contact = settings.contact.strip()
    is_mail = _MAIL_ADDRESS.fullmatch(contact) is not None
    address = settings.public_address
    is_public = address.startswith("https://")
    subject = f"mailto:{contact}" if is_mail else address if is_public else PushOptions().subject
    return PushOptions(subject, settings.push_to_private_addresses)


class PushMessageOptions(NamedTuple):
    """How a push service should treat a message."""

    ttl_s: int
    is_urgent: bool
    topic: str
    """A message replaces an undelivered one with the same topic."""


class PushSender:
    """Sends messages through one HTTP client, which is opened for the first of them."""

    def __init__(self, store: Store, options: PushOptions) -> None:
        self.options = options
        self._store = store
        self._key: str | None = None
        self._session: aiohttp.ClientSession | None = None
        self._lookup: PushLookup | None = None
        self._signatures: dict[str, tuple[float, str]] = {}
        """By origin of a push service: when it was made, and the header."""

    async def close(self) -> None:
        """End all connections."""
        if self._session is not None:
            await self._session.close()
        if self._lookup is not None:
            await self._lookup.close()

    async def public_key(self) -> str:
        """Return the key with which browsers subscribe."""
        return await asyncio.to_thread(public_push_key, await self._private_key())

    async def send(
        self, subscription: Subscription, content: bytes, options: PushMessageOptions
    ) -> Sent:
        """Send a message to a browser, with a few attempts."""
        check_endpoint(subscription.endpoint, allows_private=self.options.allows_private)
        key = await self._private_key()
        try:
            body = await asyncio.to_thread(_encrypt, subscription, content)
        except ValueError:
            # The keys are not a point of the curve: no browser can have made them.
            return "gone"
        headers = {
            "Authorization": await self._signature(key, subscription.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(options.ttl_s),
            "Urgency": "high" if options.is_urgent else "normal",
            "Topic": options.topic,
        }
        for attempt in range(ATTEMPTS):
            result, wait_s = await self._post(subscription.endpoint, body, headers)
            wait_s = RETRY_AFTER_S * 2**attempt if wait_s is None else wait_s
            if result != "failed" or attempt == ATTEMPTS - 1 or not 0 <= wait_s < MAX_RETRY_AFTER_S:
                return result
            await asyncio.sleep(wait_s)
        return "failed"

    async def _post(
        self, endpoint: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[Sent, float | None]:
        """Send a request; return what became of it, and how long to wait before another one.

        A negative time means that another one is of no use.
        """
        import aiohttp

        try:
            # A redirect could lead anywhere, and no push service sends one.
            async with self._client().post(
                endpoint, data=body, headers=headers, allow_redirects=False
            ) as response:
                status, retry_after = response.status, response.headers.get("Retry-After", "")
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            log.info("a push service could not be reached: %s", type(error).__name__)
            return "failed", None
        if status in (200, 201, 202, 204):
            return "sent", None
        if status in (404, 410):
            return "gone", None
        log.info("a push service answered with status %d", status)
        if status == 429 or status >= 500:
            return "failed", float(retry_after) if retry_after.isdecimal() else None
        return "failed", -1

    def _client(self) -> aiohttp.ClientSession:
        import aiohttp

        from quincunx.server.notifications.push_lookup import PushLookup

        if self._session is None:
            self._lookup = PushLookup()
            checked: dict[str, Any] = {"socket_factory": open_public_socket}
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    limit=MAX_CONNECTIONS,
                    limit_per_host=MAX_CONNECTIONS_PER_HOST,
                    resolver=self._lookup,
                    ttl_dns_cache=ADDRESS_REUSED_S,
                    **({} if self.options.allows_private else checked),
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=TIMEOUT_S),
            )
        return self._session

    async def _private_key(self) -> str:
        if self._key is None:
            self._key = await load_push_key(self._store)
            await asyncio.to_thread(_import_packages)
        return self._key

    async def _signature(self, key: str, endpoint: str) -> str:
        """Return the header that proves to a push service who sends; it is good for hours."""
        parts = urlsplit(endpoint)
        origin = f"{parts.scheme}://{parts.netloc}"
        made, header = self._signatures.get(origin, (0.0, ""))
        if not header or time.monotonic() - made > SIGNATURE_REUSED_S:
            header = await asyncio.to_thread(_sign, key, origin, self.options.subject)
            if len(self._signatures) >= MAX_SIGNATURES:
                self._signatures.clear()
            self._signatures[origin] = time.monotonic(), header
        return header


def _import_packages() -> None:
    import_module("pywebpush")


def _encrypt(subscription: Subscription, content: bytes) -> bytes:
    """Encrypt a message for a browser: half a millisecond, so not on the event loop."""
    from pywebpush import WebPusher

    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    encoded = WebPusher({"endpoint": subscription.endpoint, "keys": keys}).encode(content)
    body: bytes = encoded["body"]
    return body


def _sign(key: str, origin: str, subject: str) -> str:
    from py_vapid import Vapid02

    signer: Vapid02 = Vapid02.from_raw(key.encode())
    claims = {"sub": subject, "aud": origin, "exp": int(time.time()) + SIGNATURE_LIFETIME_S}
    header: str = signer.sign(claims)["Authorization"]
    return header


def topic_of(tag: str) -> str:
    """Return a topic as push services accept it: at most 32 characters of URL-safe base64."""
    return base64url(sha256(tag.encode()).digest()[:18])
