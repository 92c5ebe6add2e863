"""The steps of a game without gaps.

A message has a maximum size, so a welcome or an update can leave out earlier steps. They are
fetched page by page.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence

from quincunx.client.errors import Disconnected, Refusal
from quincunx.wire import Step, Update, ViewerPosition

FetchPage = Callable[[int, int], Awaitable[Sequence[Step]]]
"""Fetches the last steps before a version, at most the given number."""


class StepLog:
    """The steps after version `since`, in order."""

    def __init__(self, steps: Iterable[Step], since: int | None, fetch_page: FetchPage) -> None:
        self.steps = list(steps)
        self._first_version = 0 if since is None else max(0, since + 1)
        self._fetch_page = fetch_page

    @property
    def _next_version(self) -> int:
        return self.steps[-1].version + 1 if self.steps else self._first_version

    async def fetch_earliest(self) -> None:
        """Fetch the steps that the welcome left out."""
        if self.steps:
            self.steps[:0] = await self._fetch(self._first_version, self.steps[0].version)

    def has_gap_before(self, steps: Sequence[Step]) -> bool:
        return bool(steps) and steps[0].version > self._next_version

    async def fetch_gap_before(self, steps: Sequence[Step]) -> list[Step]:
        """Return the steps between the log and `steps`."""
        if not self.has_gap_before(steps):
            return []
        return await self._fetch(self._next_version, steps[0].version)

    def extend(self, steps: Iterable[Step]) -> None:
        """Append the steps that are new."""
        next_version = self._next_version
        self.steps += [step for step in steps if step.version >= next_version]

    async def _fetch(self, first: int, stop: int) -> list[Step]:
        """Fetch the steps from version `first` up to and without `stop`, page by page."""
        found: list[Step] = []
        while first < stop and (page := await self._fetch_page(stop, stop - first)):
            found[:0] = page
            stop = page[0].version
        return found


class UpdateQueue:
    """Applies updates in order; an update waits while the steps before it are fetched."""

    def __init__(self, log: StepLog, show: Callable[[ViewerPosition], Awaitable[None]]) -> None:
        self._log = log
        self._show = show
        self._waiting: list[Update] = []
        self._fetching: asyncio.Task[None] | None = None

    async def add(self, update: Update) -> None:
        if self._fetching is None and not self._log.has_gap_before(update.steps):
            await self._apply(update, update.steps)
            return
        self._waiting.append(update)
        if self._fetching is None:
            # A task of its own: the caller reads the socket, where the fetched pages arrive.
            self._fetching = asyncio.create_task(self._apply_waiting())

    async def stop(self) -> None:
        """Cancel fetching, because the connection is closed."""
        if self._fetching is not None:
            self._fetching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._fetching

    async def _apply_waiting(self) -> None:
        while self._waiting:
            update = self._waiting[0]
            try:
                steps = [*await self._log.fetch_gap_before(update.steps), *update.steps]
            except Refusal:
                # For instance, a pause hides the game: the next update fetches the same steps.
                steps = []
            except Disconnected:
                break
            del self._waiting[0]
            await self._apply(update, steps)
        self._fetching = None

    async def _apply(self, update: Update, steps: Iterable[Step]) -> None:
        self._log.extend(steps)
        await self._show(update.position)
