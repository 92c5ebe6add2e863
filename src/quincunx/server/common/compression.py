"""gzip compression, as HTTP uses it."""

from __future__ import annotations

import asyncio
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Final

LEVEL: Final = 6

GZIP_WBITS: Final = 31
"""zlib's `wbits` for the gzip format with the largest window."""


def compress(data: bytes) -> bytes:
    """Compress with gzip."""
    return zlib.compress(data, LEVEL, GZIP_WBITS)


def decompress(data: bytes) -> bytes:
    """Decompress gzip."""
    return zlib.decompress(data, GZIP_WBITS)


def accepts_gzip(accept_encoding: str) -> bool:
    """Return whether a client with this `Accept-Encoding` header can be sent gzip."""
    weights: dict[str, float] = {}
    for item in accept_encoding.lower().split(","):
        coding, _, parameter = item.partition(";")
        weights[coding.strip()] = _weight(parameter)
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weight(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


compression_thread: Final = ThreadPoolExecutor(1, "compression")
"""zlib releases the interpreter lock while it works, so a thread does not delay the event loop.
asyncio's own threads may be busy with other work."""


async def compress_in_thread(data: bytes) -> bytes:
    """Compress with gzip, off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(compression_thread, compress, data)


async def decompress_in_thread(data: bytes) -> bytes:
    """Decompress gzip, off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(compression_thread, decompress, data)
