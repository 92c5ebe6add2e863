"""The faults that a process under test is told to simulate."""

from __future__ import annotations

from typing import Literal

import msgspec

Moment = Literal["before commit", "after commit"]


class Conditions(msgspec.Struct, frozen=True):
    """Sent to the process as a line of JSON, which replaces the line before."""

    clock_offset_ms: int = 0
    """By how many milliseconds the wall clock is wrong."""
    disk_full: bool = False
    """Whether SQLite's file cannot grow."""
    free_file_descriptors: int | None = None
    """How many more files and sockets can be opened; `None`: as many as the system allows."""
    kill_at: Moment | None = None
    """At which point of its next commit of a move the process kills itself."""
