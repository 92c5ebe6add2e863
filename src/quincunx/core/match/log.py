"""The log of a match: every step, the state after it, and which steps are in effect."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import msgspec

from quincunx.core.chance import Result
from quincunx.core.events import Events


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """One entry of the log: the deal, a move, a deadline, or a take-back."""

    at: int
    seat: int | None
    move: Any
    chance: tuple[Result, ...]
    events: Events
    back: int | None = None
    """For a take-back: the version whose position is restored."""


class MatchLog:
    """The entries and states by version. A take-back is an entry of its own."""

    def __init__(self, deal: LogEntry, state: Any, seats: int) -> None:
        self.entries = [deal]
        self.states = [state]
        self.in_effect = [0]
        """The versions in effect: the log without what was taken back."""
        self.take_backs = [0] * seats
        """How many moves each seat has taken back."""

    def copy(self) -> MatchLog:
        """Return an independent log; entries and states are shared."""
        log = object.__new__(MatchLog)
        log.entries = self.entries.copy()
        log.states = self.states.copy()
        log.in_effect = self.in_effect.copy()
        log.take_backs = self.take_backs.copy()
        return log

    @property
    def version(self) -> int:
        return len(self.entries) - 1

    def is_in_effect(self, version: int) -> bool:
        """Whether the step that made this version was not taken back and is not a take-back."""
        place = bisect_left(self.in_effect, version)
        return place < len(self.in_effect) and self.in_effect[place] == version

    def append(self, entry: LogEntry, state: Any) -> None:
        """Add a step other than a take-back, and the state after it."""
        self.in_effect.append(len(self.entries))
        self.entries.append(entry)
        self.states.append(state)

    def take_back(self, entry: LogEntry) -> None:
        """Add a take-back, which restores the state of version `entry.back`."""
        assert entry.seat is not None, "a take-back has a seat"
        assert entry.back is not None, "a take-back restores a version"
        self.entries.append(entry)
        self.states.append(self.states[entry.back])
        self.take_backs[entry.seat] += 1
        # A new list, because `Observations` objects still read the old one.
        self.in_effect = self.in_effect[:-1]

    def pop(self) -> LogEntry:
        """Remove the last entry and return it."""
        removed = self.entries.pop()
        self.states.pop()
        if removed.back is None:
            self.in_effect.pop()
        else:
            assert removed.seat is not None, "a take-back has a seat"
            self.take_backs[removed.seat] -= 1
            self.in_effect = self._versions_in_effect()
        return removed

    def _versions_in_effect(self) -> list[int]:
        versions: list[int] = []
        for version, entry in enumerate(self.entries):
            if entry.back is None:
                versions.append(version)
            else:
                del versions[versions.index(entry.back) + 1 :]
        return versions
