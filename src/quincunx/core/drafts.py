"""The drafts of a game, thinned so that the number of drafts kept is bounded.

Of the drafts that a seat makes on one board within one interval of table time, only the last is
kept. Intervals last one second in the first ten minutes of a game and twice as long each time the
game has lasted twice as long, so that there are never more than 600 of them. A seat therefore
keeps at most 600 drafts and one for each version. Which drafts are kept depends on their times
and versions alone: every process, a restart and a replay keep the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, overload

import msgspec

DRAFT_INTERVAL_MS: Final = 1_000
"""The shortest interval."""
MAX_DRAFT_INTERVALS: Final = 600
"""The most intervals in a game."""


class DraftEntry(msgspec.Struct, frozen=True):
    """One state of a seat's draft. `version` says on which board it was made."""

    at: int
    seat: int
    version: int
    draft: Any


class DraftLog(Sequence[DraftEntry]):
    """The drafts that are kept, in the order in which they were made."""

    def __init__(self, entries: Iterable[DraftEntry] = ()) -> None:
        self._entries: list[DraftEntry] = []
        self.superseded: tuple[DraftEntry, ...] = ()
        """The drafts that the last one has replaced."""
        for entry in entries:
            self.add(entry)

    def add(self, entry: DraftEntry) -> None:
        """Keep a draft, and drop those of its seat that it supersedes."""
        last = self.last_of(entry.seat)
        if last is None:
            self.superseded = ()
        elif _interval_ms(entry.at) == _interval_ms(last.at):
            # The drafts before the last one have been thinned by this interval already.
            self.superseded = _superseded((last, entry))
        else:
            own = [earlier for earlier in self._entries if earlier.seat == entry.seat]
            self.superseded = _superseded((*own, entry))
        place = len(self._entries)
        for earlier in reversed(self.superseded):
            place -= 1
            while self._entries[place] is not earlier:
                place -= 1
            del self._entries[place]
        self._entries.append(entry)

    def copy(self) -> DraftLog:
        """Return an independent log of the same drafts."""
        log = DraftLog()
        log._entries = self._entries.copy()
        log.superseded = self.superseded
        return log

    def last_of(self, seat: int) -> DraftEntry | None:
        """The seat's newest draft."""
        return next((entry for entry in reversed(self._entries) if entry.seat == seat), None)

    def forget_after(self, version: int) -> None:
        """Drop the drafts that were made on later versions."""
        self._entries = [entry for entry in self._entries if entry.version <= version]
        self.superseded = ()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[DraftEntry]:
        return iter(self._entries)

    @overload
    def __getitem__(self, index: int) -> DraftEntry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[DraftEntry]: ...
    def __getitem__(self, index: int | slice) -> DraftEntry | Sequence[DraftEntry]:
        return self._entries[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._entries == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"DraftLog({self._entries!r})"


def _interval_ms(at: int) -> int:
    """The length of the intervals of a game that has lasted `at` milliseconds."""
    interval = DRAFT_INTERVAL_MS
    while at >= interval * MAX_DRAFT_INTERVALS:
        interval *= 2
    return interval


def _superseded(entries: Sequence[DraftEntry]) -> tuple[DraftEntry, ...]:
    """Those of one seat's drafts that are followed by another one on that board in that interval.

    The intervals are those of the time of the last draft.
    """
    interval = _interval_ms(entries[-1].at)
    keys = [(entry.version, entry.at // interval) for entry in entries]
    return tuple(
        entry
        for entry, key, following in zip(entries, keys, keys[1:], strict=False)
        if key == following
    )
