"""The files of the built page: read, hashed and compressed once, then served from memory."""

from __future__ import annotations

import asyncio
import hashlib
import os
import stat
from pathlib import Path
from typing import Final, NamedTuple

from quincunx.server.common.compression import compress, compression_thread

MAX_CACHED_BYTES: Final = 32 * 1024 * 1024
"""The page has less than 2 MiB. The cache of a much larger page is cleared when it is full."""

MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
COMPRESSED_ALREADY: Final = frozenset((".png", ".woff2"))

Stamp = tuple[int, int]
"""Modification time in nanoseconds and size, which change when a file is built again."""


class PageFile(NamedTuple):
    """A file, plain and compressed."""

    media_type: str
    plain: bytes
    gzipped: bytes | None
    """`None` if compression does not make it smaller."""
    digest: str

    @property
    def size(self) -> int:
        """The number of bytes in memory."""
        return len(self.plain) + len(self.gzipped or b"")


class PageFiles:
    """A cache of the files in one folder, which notices when they change on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cached: dict[str, tuple[Stamp, PageFile]] = {}
        self._cached_bytes = 0

    async def get(self, name: str) -> PageFile | None:
        """Return a file, or `None`; it is read and compressed off the event loop."""
        stamp = self._stamp(name)
        if stamp is None:
            return None
        cached = self._cached.get(name)
        if cached is None or cached[0] != stamp:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(compression_thread, self._load, name, stamp)
        return cached[1]

    def get_now(self, name: str) -> PageFile | None:
        """Return a file, or `None`; it is read on the event loop, so it should be small."""
        stamp = self._stamp(name)
        return None if stamp is None else self._load(name, stamp)

    def _stamp(self, name: str) -> Stamp | None:
        """Return the stamp of a file, or `None` if the folder has no such file."""
        if any(part in ("", ".", "..") for part in name.split("/")):
            return None
        try:
            found = os.stat(self._folder / name)
        except (OSError, ValueError):
            return None
        return (found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else None

    def _load(self, name: str, stamp: Stamp) -> PageFile | None:
        cached = self._cached.get(name)
        if cached is not None and cached[0] == stamp:
            # Another request has loaded it in the meantime.
            return cached[1]
        try:
            plain = (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None
        file = prepare_file(Path(name).suffix, plain)
        self._cache(name, stamp, file)
        return file

    def _cache(self, name: str, stamp: Stamp, file: PageFile) -> None:
        if file.size > MAX_CACHED_BYTES:
            return
        old = self._cached.pop(name, None)
        self._cached_bytes += file.size - (0 if old is None else old[1].size)
        if self._cached_bytes > MAX_CACHED_BYTES:
            self._cached.clear()
            self._cached_bytes = file.size
        self._cached[name] = stamp, file


def prepare_file(suffix: str, plain: bytes) -> PageFile:
    """Hash and compress a file's content."""
    gzipped = None if suffix in COMPRESSED_ALREADY else compress(plain)
    return PageFile(
        media_type=MEDIA_TYPES.get(suffix, "application/octet-stream"),
        plain=plain,
        gzipped=gzipped if gzipped is not None and len(gzipped) < len(plain) else None,
        digest=hashlib.sha256(plain).hexdigest()[:32],
    )
