"""Files in gzip format, as HTTP sends them."""

from __future__ import annotations

import asyncio
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Final

LEVEL: Final = 6

GZIP: Final = 31
"""`wbits` of zlib for the gzip format with the largest window."""


def compress(text: bytes) -> bytes:
    """Compress with gzip."""
    return zlib.compress(text, LEVEL, GZIP)


def decompress(file: bytes) -> bytes:
    """Return what was compressed with gzip."""
    return zlib.decompress(file, GZIP)


def accepts_gzip(accept_encoding: str) -> bool:
    """Return whether a client with this `Accept-Encoding` header can be sent gzip."""
    weights: dict[str, float] = {}
    for each in accept_encoding.lower().split(","):
        coding, _, parameter = each.partition(";")
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
"""zlib lets go of the interpreter while it works, so a thread does not delay the event loop. It is
not one of asyncio's own, which others may keep busy."""


async def compress_in_thread(text: bytes) -> bytes:
    """Compress with gzip, off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(compression_thread, compress, text)


async def decompress_in_thread(file: bytes) -> bytes:
    """Return what was compressed with gzip, off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(compression_thread, decompress, file)
