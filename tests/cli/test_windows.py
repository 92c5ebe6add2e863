"""On Windows the server's commands refuse with one line; the library and its imports work."""

from __future__ import annotations

import subprocess
import sys

import pytest

import quincunx
from tests.helpers.waiting import MAX_WAIT_S

WINDOWS = """
import sys
# What the standard library itself chooses by the platform is loaded before the platform changes.
import asyncio, ctypes, multiprocessing.pool, pathlib, random, shutil, signal, subprocess, uuid
import numpy

class NotOnWindows:
    def find_spec(self, name, path=None, target=None):
        if name in {"fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "uvloop"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NotOnWindows())
for name in ("fcntl", "grp", "pwd", "readline", "resource", "termios"):
    sys.modules.pop(name, None)
sys.platform = "win32"
"""
"""Makes a Python process look like one on Windows, as far as our own modules can tell."""


def on_windows(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WINDOWS + program, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=MAX_WAIT_S,
        check=False,
    )


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_the_servers_commands_name_wsl_in_one_line(command: str) -> None:
    run = "from quincunx.cli import main; sys.exit(main(sys.argv[1:]))"
    done = on_windows(run, command, "--language", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"quincunx: “quincunx {command}” does not run on Windows. Use the Windows Subsystem for "
        "Linux (WSL): install it with “wsl --install”, and run Quincunx there.\n"
    )


def test_the_library_plays_there() -> None:
    program = "import quincunx; print(quincunx.new('quatrefoil', seed=1).play_out('random').scores)"
    done = on_windows(program)
    scores = quincunx.new("quatrefoil", seed=1).play_out("random").scores
    assert (done.stdout, done.returncode) == (f"{scores}\n", 0), done.stderr


def test_other_commands_run_there() -> None:
    run = "from quincunx.cli import main; sys.exit(main(sys.argv[1:]))"
    for command in (["games"], ["settings", "--json"], ["serve", "--help"]):
        done = on_windows(run, *command)
        assert done.returncode == 0, done.stderr
