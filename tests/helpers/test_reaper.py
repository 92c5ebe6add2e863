"""Nothing that tests start outlives a test run, even if pytest is killed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT
from tests.helpers.reaper import reaper
from tests.helpers.waiting import MAX_WAIT_S

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="the reaper needs /proc")

START_DAEMON = """
import subprocess
print(subprocess.Popen(["sleep", "600"], start_new_session=True, stdout=subprocess.DEVNULL).pid)
"""
"""Start a process that outlives its parent, as `pg_ctl` does, and print its id."""

START_AND_WAIT = f"""
import subprocess, sys, time
from tests.helpers.reaper import reaper
with reaper():
    print(subprocess.check_output([sys.executable, "-c", {START_DAEMON!r}], text=True), flush=True)
    time.sleep(600)
"""


def test_a_killed_run_leaves_no_process_behind() -> None:
    command = [sys.executable, "-c", START_AND_WAIT]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        daemon = int(run.stdout.readline())
        assert _is_running(daemon)
        run.kill()
    _wait_until_ended(daemon)


def test_a_run_that_ends_leaves_no_process_behind() -> None:
    with reaper():
        daemon = int(subprocess.check_output([sys.executable, "-c", START_DAEMON]))
        assert _is_running(daemon)
    _wait_until_ended(daemon)


def test_processes_from_before_and_of_other_runs_are_left_alone() -> None:
    with subprocess.Popen(["sleep", "600"]) as before, reaper():
        with reaper():
            pass
        inside = subprocess.Popen(["sleep", "600"])
        with reaper():
            pass
        assert inside.poll() is None
        assert before.poll() is None
        for process in (inside, before):
            process.kill()
            process.wait()


def _wait_until_ended(process: int) -> None:
    give_up = time.monotonic() + MAX_WAIT_S
    while _is_running(process):
        assert time.monotonic() < give_up, "the process is still running"
        time.sleep(0.02)


def _is_running(process: int) -> bool:
    """Return whether the process exists and is not a zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0]
    except FileNotFoundError:
        return False
    return state != "Z"
