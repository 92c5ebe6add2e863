"""Draws the pictures of link previews in a process of its own, and caches them."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import Any, Final, NamedTuple, Self

from quincunx.server.bots.process_pool import ProcessPool, QueueLimits
from quincunx.server.http.previews.cards import draw_png

MAX_CACHED_PICTURES: Final = 128
"""About 100 KiB each."""

PICTURE_LIMITS: Final = QueueLimits(
    run_s=20, wait_s=20, max_waiting=20, max_waiting_per_requester=10
)
"""A picture takes some tenths of a second."""


class PreviewPicture(NamedTuple):
    """A PNG file and its entity tag."""

    png: bytes
    etag: str


class PreviewPictures:
    """Draws each picture once.

    resvg holds the interpreter's lock while it draws, so a thread would block the event loop.
    """

    def __init__(self) -> None:
        self._pool = ProcessPool(1, PICTURE_LIMITS, niceness=10)
        self._cached: OrderedDict[str, PreviewPicture] = OrderedDict()
        self._drawing: dict[str, asyncio.Task[PreviewPicture]] = {}

    async def site(self, requester: str) -> PreviewPicture:
        return await self._get("", requester, "site")

    async def game(self, game: str, requester: str) -> PreviewPicture:
        return await self._get(game, requester, "game", game)

    async def board(self, table_id: str, game: str, view: Any, requester: str) -> PreviewPicture:
        """Return the picture of a finished game, which never changes."""
        return await self._get(f"table {table_id}", requester, "board", game, view)

    def known_board(self, table_id: str) -> PreviewPicture | None:
        """Return the picture of a finished game if it was drawn before."""
        return self._cached.get(f"table {table_id}")

    async def _get(self, key: str, requester: str, *args: Any) -> PreviewPicture:
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        if key not in self._drawing:
            task = asyncio.create_task(self._draw(key, requester, *args))
            self._drawing[key] = task
            task.add_done_callback(lambda _: self._drawing.pop(key, None))
        return await asyncio.shield(self._drawing[key])

    async def _draw(self, key: str, requester: str, *args: Any) -> PreviewPicture:
        png = await self._pool.run(requester, draw_png, *args)
        picture = PreviewPicture(png, f'"{hashlib.sha256(png).hexdigest()[:32]}"')
        self._cached[key] = picture
        while len(self._cached) > MAX_CACHED_PICTURES:
            self._cached.popitem(last=False)
        return picture

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._pool.close()
