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


_thread = ThreadPoolExecutor(1, "compression")
"""zlib lets go of the interpreter while it works, so a thread does not delay the event loop. It is
not one of asyncio's own, which others may keep busy."""


async def compress_in_thread(text: bytes) -> bytes:
    """Compress with gzip, off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_thread, compress, text)


async def decompress_in_thread(file: bytes) -> bytes:
    """Return what was compressed with gzip, off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_thread, decompress, file)
