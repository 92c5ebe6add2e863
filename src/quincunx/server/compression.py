"""Files in gzip format, as HTTP sends them.

zlib lets go of the interpreter while it works, so both functions may run in a thread.
"""

from __future__ import annotations

import zlib
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
