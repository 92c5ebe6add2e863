"""The machine: the cores for server and clients, and what a process uses."""

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
"""Also for the database, because only the server is measured."""

EVERYWHERE: Final = SERVER | CLIENTS

_TICK: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@contextmanager
def on(cores: set[int]) -> Iterator[None]:
    """Pin processes that are started in this context to these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def allow_many_sockets() -> None:
    """Raise the limit of open files to the maximum, for this process and those it starts."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (open_files(), open_files()))


def open_files() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1]


def cpu_seconds(process: int) -> float:
    """Return the CPU time of the process so far, over all threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def memory(process: int) -> int:
    """Return the resident memory of the process in bytes."""
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
