"""The files of the built page: read, hashed and compressed once, then served from memory."""

from __future__ import annotations

import asyncio
import hashlib
import os
import stat
from pathlib import Path
from typing import Final, NamedTuple

from quincunx.server.common.compression import compress, compression_thread

MAX_BYTES_KEPT: Final = 32 * 1024 * 1024
"""The page has less than 2 MiB. A page that is much larger is read again now and then."""

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
"""Modification time in nanoseconds and size: what changes when a file is built again."""


class PageFile(NamedTuple):
    """One file, in the two forms in which it is sent."""

    media_type: str
    plain: bytes
    gzipped: bytes | None
    """`None` if compression does not make it smaller."""
    digest: str

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return len(self.plain) + len(self.gzipped or b"")


class PageFiles:
    """Reads the files of one folder, and keeps them until they change on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[Stamp, PageFile]] = {}
        self._bytes_kept = 0

    async def get(self, name: str) -> PageFile | None:
        """Return the file of that name; it is read and compressed off the event loop."""
        stamp = self._stamp(name)
        if stamp is None:
            return None
        kept = self._kept.get(name)
        if kept is None or kept[0] != stamp:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(compression_thread, self._load, name, stamp)
        return kept[1]

    def get_now(self, name: str) -> PageFile | None:
        """Return the file of that name, read at once: for small files."""
        stamp = self._stamp(name)
        return None if stamp is None else self._load(name, stamp)

    def _stamp(self, name: str) -> Stamp | None:
        """Return the stamp of a file; `None` if there is none of that name in the folder."""
        if any(part in ("", ".", "..") for part in name.split("/")):
            return None
        try:
            found = os.stat(self._folder / name)
        except (OSError, ValueError):
            return None
        return (found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else None

    def _load(self, name: str, stamp: Stamp) -> PageFile | None:
        kept = self._kept.get(name)
        if kept is not None and kept[0] == stamp:
            # Another request has loaded it meanwhile.
            return kept[1]
        try:
            plain = (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None
        file = _prepared(Path(name).suffix, plain)
        self._keep(name, stamp, file)
        return file

    def _keep(self, name: str, stamp: Stamp, file: PageFile) -> None:
        if file.size > MAX_BYTES_KEPT:
            return
        old = self._kept.pop(name, None)
        self._bytes_kept += file.size - (0 if old is None else old[1].size)
        if self._bytes_kept > MAX_BYTES_KEPT:
            self._kept.clear()
            self._bytes_kept = file.size
        self._kept[name] = stamp, file


def _prepared(suffix: str, plain: bytes) -> PageFile:
    gzipped = None if suffix in COMPRESSED_ALREADY else compress(plain)
    return PageFile(
        media_type=MEDIA_TYPES.get(suffix, "application/octet-stream"),
        plain=plain,
        gzipped=gzipped if gzipped is not None and len(gzipped) < len(plain) else None,
        digest=hashlib.sha256(plain).hexdigest()[:32],
    )
