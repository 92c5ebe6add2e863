"""Drafts: what a seat is building before it makes a move.

The log of drafts is thinned. Of the drafts that a seat makes in one position within one interval of
table time, only the last is kept. Intervals last one second in the first ten minutes of a game and
double each time the length of the game doubles, so that there are never more than 600 of them. A
seat therefore keeps at most 600 drafts and one for each version. Which drafts are kept depends only
on their times and versions: every process, a restart and a replay keep the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, overload

import msgspec

if TYPE_CHECKING:
    from quincunx.core.match import LogEntry, Match
    from quincunx.core.rules import AnyRules

DRAFT_INTERVAL_MS: Final = 1_000
"""The shortest interval of the thinned log."""
MAX_DRAFT_INTERVALS: Final = 600
"""The maximum number of intervals in a game."""


class DraftEntry(msgspec.Struct, frozen=True):
    """One state of a seat's draft. `version` is the version at which it was made."""

    at: int
    seat: int
    version: int
    draft: Any


class DraftLog(Sequence[DraftEntry]):
    """The drafts that are kept, in the order in which they were made."""

    def __init__(self, entries: Iterable[DraftEntry] = ()) -> None:
        self._entries: list[DraftEntry] = []
        self.superseded: tuple[DraftEntry, ...] = ()
        """The drafts that the last one replaced."""
        for entry in entries:
            self.add(entry)

    def add(self, entry: DraftEntry) -> None:
        """Append a draft and drop the drafts of its seat that it supersedes."""
        last = self.last_of(entry.seat)
        if last is None:
            self.superseded = ()
        elif _interval_ms(entry.at) == _interval_ms(last.at):
            # The drafts before the last one are already thinned by this interval.
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
        """Return the seat's newest draft."""
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
    """Return the length of the intervals of a game that has lasted `at` milliseconds."""
    interval = DRAFT_INTERVAL_MS
    while at >= interval * MAX_DRAFT_INTERVALS:
        interval *= 2
    return interval


def _superseded(entries: Sequence[DraftEntry]) -> tuple[DraftEntry, ...]:
    """Return one seat's drafts that are followed by another at the same version and interval.

    The intervals are those at the time of the last draft.
    """
    interval = _interval_ms(entries[-1].at)
    keys = [(entry.version, entry.at // interval) for entry in entries]
    return tuple(
        entry
        for entry, key, following in zip(entries, keys, keys[1:], strict=False)
        if key == following
    )


def current_drafts(match: Match) -> dict[int, Any]:
    """Return the drafts that are still in use, by seat, from the two logs of the match."""
    drafts = {}
    for seat in range(match.seats):
        if match.draft_log.last_of(seat) is None:
            continue
        since = _discarded_at(match, seat)
        for entry in reversed(match.draft_log):
            if entry.seat == seat and _base_version(match, entry) >= since:
                drafts[seat] = entry.draft
                break
    return drafts


def drafts_after(
    rules: AnyRules, drafts: dict[int, Any], entry: LogEntry, state: Any
) -> dict[int, Any]:
    """Return the drafts that are still in use after a log entry that led to `state`."""
    return {
        seat: draft
        for seat, draft in drafts.items()
        if _uses_draft(rules, state, seat) and _survives(rules, seat, entry)
    }


def _discarded_at(match: Match, seat: int) -> int:
    """Return the newest version in effect at which the seat's earlier drafts were discarded."""
    for version in reversed(match.versions_in_effect):
        if not _uses_draft(match.rules, match.state_at(version), seat):
            return version
        if not _survives(match.rules, seat, match.log[version]):
            return version
    return 0


def _base_version(match: Match, drafted: DraftEntry) -> int:
    """Return the version in effect that a draft builds on; -1 if it was taken back."""
    version = drafted.version
    while (back := match.log[version].back) is not None:
        version = back
    return version if match.is_in_effect(version) else -1


def _uses_draft(rules: AnyRules, state: Any, seat: int) -> bool:
    """Whether a seat's draft is being built, or shown to everybody."""
    return rules.drafting(state, seat) or rules.drafts_are_public(state)


def _survives(rules: AnyRules, seat: int, entry: LogEntry) -> bool:
    """Whether that seat's draft stays after the log entry."""
    return entry.seat != seat or rules.keeps_draft(entry.move)
