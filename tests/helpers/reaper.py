"""Kills the processes that a test run leaves behind, even if pytest itself is killed.

Servers, databases and browsers run in sessions of their own, so a signal to pytest does not reach
them. All processes of a run inherit an environment variable. A small process, the reaper, waits
until pytest has ended and then kills every process that has it. It needs `/proc`, as on Linux;
elsewhere it does nothing.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

VARIABLE: Final = "TEST_RUN_ID"
"""Names the run that a process belongs to. The prefix QUINCUNX_ is reserved for settings."""


@contextmanager
def reaper() -> Iterator[None]:
    """Kill, at the end or when this process dies, every process that was started in between."""
    outer = os.environ.pop(VARIABLE, None)
    run = uuid.uuid4().hex
    command = [sys.executable, "-S", "-E", __file__, run]
    # In a session of its own: it must outlive a signal to pytest's process group.
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):
        os.environ[VARIABLE] = run
        try:
            yield
        finally:
            del os.environ[VARIABLE]
    if outer is not None:
        os.environ[VARIABLE] = outer


def kill_processes(run: str) -> None:
    """Kill every process of a run, and those that they start meanwhile."""
    entry = f"{VARIABLE}={run}".encode()
    while found := [process for process in _processes() if entry in _environment(process)]:
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue


def _processes() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]


def _environment(process: int) -> list[bytes]:
    """Return what the process was started with; nothing if it has ended or is another user's."""
    try:
        return Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


if __name__ == "__main__":
    # pytest holds the other end of this pipe and writes nothing: it closes when pytest ends.
    sys.stdin.read()
    kill_processes(sys.argv[1])
