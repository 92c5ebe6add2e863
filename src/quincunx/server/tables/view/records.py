"""Records of games as files: built in slices, compressed in a thread, and cached.

A record takes the server much longer than a move, and grows with the game. So parallel requests
for the same record share one build, the records of finished games are cached, and each request is
charged for what it costs.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Final, NamedTuple, cast

import msgspec

from quincunx.core.match import Match
from quincunx.core.records.record import record_drafts, record_header, record_steps
from quincunx.core.viewers import Viewer
from quincunx.server.common.compression import compress_in_thread
from quincunx.server.common.slices import Slices
from quincunx.wire import TableId

MAX_CACHED_BYTES: Final = 32 * 1024 * 1024
"""Bytes of compressed records that one process caches: hundreds of them."""

BYTES_PER_UNIT: Final = 1024
"""Sending this many bytes is charged like building one step."""

MAX_CONCURRENT_BUILDS: Final = 4
"""Games that are loaded at the same time because their records were requested."""

Charge = Callable[[float], None]
"""Counts what a request costs, in steps built, or refuses it."""


class WantedRecord(NamedTuple):
    """A record that a person may have: of which match, as which viewer knows it."""

    match: Match
    viewer: Viewer
    final: bool
    """Whether it will never change, so that it can be cached for everybody."""


class Cache:
    """Keeps the most recently used files, up to a number of bytes."""

    def __init__(self, max_bytes: int = MAX_CACHED_BYTES) -> None:
        self._max_bytes = max_bytes
        self._files: OrderedDict[Hashable, bytes] = OrderedDict()
        self.size = 0
        """Bytes of all files together."""

    def get(self, key: Hashable) -> bytes | None:
        file = self._files.get(key)
        if file is not None:
            self._files.move_to_end(key)
        return file

    def put(self, key: Hashable, file: bytes) -> None:
        self.size += len(file) - len(self._files.pop(key, b""))
        self._files[key] = file
        while self.size > self._max_bytes:
            _, oldest = self._files.popitem(last=False)
            self.size -= len(oldest)

    def clear(self) -> None:
        self._files.clear()
        self.size = 0


class Records:
    """The records that this process builds and caches."""

    def __init__(self, slices: Slices) -> None:
        self._slices = slices
        self._cache = Cache()
        self._building: dict[Hashable, asyncio.Task[bytes]] = {}
        self._builds = asyncio.Semaphore(MAX_CONCURRENT_BUILDS)
        self._generation = 0

    def forget(self) -> None:
        """Empty the cache: a person was deleted, or a backup was restored."""
        self._cache.clear()
        self._building.clear()
        self._generation += 1

    async def compressed(
        self,
        table_id: TableId,
        seat: int | None,
        find: Callable[[], Coroutine[Any, Any, WantedRecord]],
        charge: Charge,
    ) -> bytes:
        """Return the record as gzip-compressed JSON; `find` says which, if it is not cached."""
        key = (table_id, seat)
        file = self._cache.get(key)
        if file is None:
            async with self._builds:
                generation = self._generation
                file = await self._shared(key, await find(), generation, charge)
        charge(len(file) / BYTES_PER_UNIT)
        return file

    async def _shared(
        self, key: Hashable, wanted: WantedRecord, generation: int, charge: Charge
    ) -> bytes:
        """Return the record, from the build that is under way if there is one."""
        file = self._cache.get(key) if wanted.final else None
        if file is not None:
            return file
        name = (key, wanted.viewer, wanted.match.version, wanted.final, wanted.match.names)
        if name not in self._building:
            charge(wanted.match.version + len(wanted.match.draft_log) + 1)
            task = asyncio.create_task(self._build(key, wanted, generation))
            self._building[name] = task
            task.add_done_callback(lambda _: self._building.pop(name, None))
        # Others may be waiting for it when one of them disconnects.
        return await asyncio.shield(self._building[name])

    async def _build(self, key: Hashable, wanted: WantedRecord, generation: int) -> bytes:
        text = await as_json(wanted.match, wanted.viewer, self._slices)
        file = await compress_in_thread(text)
        if wanted.final and generation == self._generation:
            self._cache.put(key, file)
        return file


async def as_json(match: Match, viewer: Viewer, slices: Slices) -> bytes:
    """Return the record as JSON, each step encoded as soon as it is built."""
    encode = msgspec.json.encode
    head = record_header(match, viewer)
    steps, drafts = record_steps(match, viewer), record_drafts(match, viewer)
    whole = msgspec.structs.replace(
        head,
        steps=_joined(await slices.run(map(encode, steps))),
        drafts=_joined(await slices.run(map(encode, drafts))),
    )
    return encode(whole)


def _joined(parts: list[bytes]) -> Any:
    """Return a JSON list of encoded parts; an empty list stays the default."""
    return cast(Any, msgspec.Raw(b"[" + b",".join(parts) + b"]")) if parts else ()
