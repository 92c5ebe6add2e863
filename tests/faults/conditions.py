"""What a server under test is told about the world around it."""

from __future__ import annotations

from typing import Literal

import msgspec

Moment = Literal["before commit", "after commit"]


class Conditions(msgspec.Struct, frozen=True):
    """Sent as a line of JSON; the next one takes its place."""

    clock: int = 0
    """Milliseconds by which the wall's clock is wrong."""
    disk_full: bool = False
    """Whether SQLite's file may not grow."""
    files_left: int | None = None
    """How many more files and sockets may be opened; none: as many as the system allows."""
    dies: Moment | None = None
    """When, in the middle of its next append, the process kills itself."""
