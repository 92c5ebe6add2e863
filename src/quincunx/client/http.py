"""One HTTP request, with the standard library, in a thread."""

from __future__ import annotations

import asyncio
import gzip
import json
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from quincunx.client.errors import Refusal
from quincunx.wire import Refused

HTTP_TIMEOUT_S: Final = 30
"""A busy server may take many seconds, for example for the hash of a password."""

DAILY_TIMEOUT_S: Final = 120
"""The first request for a day's game may have to wait until the server has found a good deal."""


async def http_request(
    url: str,
    method: str,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
    timeout_s: float = HTTP_TIMEOUT_S,
) -> tuple[HTTPResponse, bytes]:
    """Return the response and its body; raise `Refusal` if the server refused the request."""
    response, content = await asyncio.to_thread(
        _send, url, method, path, body, headers or {}, timeout_s
    )
    if response.status >= 400:
        refusal = json.loads(content)
        raise Refusal(msgspec.convert({"id": None, **refusal, "type": "refused"}, Refused))
    return response, content


def _send(
    url: str, method: str, path: str, body: Any, headers: dict[str, str], timeout_s: float
) -> tuple[HTTPResponse, bytes]:
    address = urlsplit(url)
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    connection = kind(address.netloc, timeout=timeout_s)
    try:
        connection.request(
            method,
            path,
            None if body is None else json.dumps(body),
            {"Content-Type": "application/json", "Accept-Encoding": "gzip", **headers},
        )
        response = connection.getresponse()
        content = response.read()
        is_compressed = response.getheader("Content-Encoding") == "gzip"
        return response, gzip.decompress(content) if is_compressed else content
    finally:
        connection.close()
