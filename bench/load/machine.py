"""The machine: which core works for whom, and how much a process takes of it."""

from __future__ import annotations

import os
import platform
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SERVER: Final = {0}
CLIENTS: Final = {1}
"""The database is on the clients' core, too: what is measured is the server."""

EVERYWHERE: Final = SERVER | CLIENTS

_TICK: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@contextmanager
def on(cores: set[int]) -> Iterator[None]:
    """What is started meanwhile stays on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def allow_many_sockets() -> None:
    """As many as the machine lets a process have: for this one and those that it starts."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (open_files(), open_files()))


def open_files() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1]


def cpu_seconds(process: int) -> float:
    """What the process has taken so far, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def memory(process: int) -> int:
    """The bytes that the process holds in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE


def children(process: int) -> list[int]:
    return [
        int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()
    ]


def describe() -> str:
    model = next(
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    )
    python, load = platform.python_version(), os.getloadavg()[0]
    return f"{model}, {os.cpu_count()} cores, Python {python}; load before: {load:.1f}"
