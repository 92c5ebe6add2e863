"""HTTP requests of a client for which it has no method of its own."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.client import Client


async def call(
    client: Client, method: str, path: str, body: object = None, answer: Any = None
) -> Any:
    """Send a request as that client; return the decoded answer if its type is given."""
    content = await client._call(method, path, msgspec.to_builtins(body))
    return None if answer is None else msgspec.json.decode(content, type=answer)
