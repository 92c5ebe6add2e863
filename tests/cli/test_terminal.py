"""The game in a real terminal: editing lines, history, interrupts and unusual terminals."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

PLAY = ["play", "coloryam", "--seed", "1", "--bots", "random"]
UP, CTRL_C, CTRL_D = "\x1b[A", "\x03", "\x04"
LONGEST_WAIT_S = 60
IN_TERMINAL = """
import os, signal, sys

os.login_tty(0)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Makes the pseudo-terminal the one whose Ctrl-C interrupts the program.

Programs inherit that interrupts are ignored if a shell has started the tests in the background.
"""


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, process: subprocess.Popen[bytes], device: int) -> None:
        self.process, self._device = process, device
        self._read = b""

    def type(self, keys: str) -> None:
        os.write(self._device, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C while the program waits for a key.

        Python notices an interrupt in the moment before that only at the next key.
        """
        state = Path(f"/proc/{self.process.pid}/stat")
        while state.read_text().rpartition(")")[2].split()[0] != "S":
            sleep(0.01)
        self.type(CTRL_C)

    def wait_for(self, text: str) -> str:
        """Return what is printed up to this text, without colours."""
        deadline = monotonic() + LONGEST_WAIT_S
        while text not in (shown := self._shown()):
            assert monotonic() < deadline, f"no “{text}” in: {shown}"
            ready, _, _ = select.select([self._device], [], [], 1)
            try:
                self._read += os.read(self._device, 4096) if ready else b""
            except OSError:
                raise AssertionError(f"ended without “{text}”: {shown}") from None
        before, _, after = shown.partition(text)
        self._read = after.encode()
        return before + text

    def _shown(self) -> str:
        text = self._read.decode("utf-8", "replace")
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


@contextmanager
def terminal(*argv: str, **variables: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        [sys.executable, "-c", IN_TERMINAL, "-m", "quincunx", *argv],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment, **variables},
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_lines_are_edited_remembered_and_completed() -> None:
    with terminal(*PLAY) as player:
        player.wait_for("Your move (such as roll): ")
        player.type("rull\x7f\x7f\x7foll\n")
        player.wait_for("Your roll 1: ")
        player.wait_for("Your move")
        player.type(f"{UP}\n")
        player.wait_for("Your roll 2: ")
        player.wait_for("Your move")
        player.type("gui\t\n")
        player.wait_for("guide 1 ")


def test_interrupts_are_confirmed_and_the_end_of_input_leaves() -> None:
    with terminal(*PLAY) as player:
        player.wait_for("Your move")
        player.type("roll\n")
        player.wait_for("Your move")
        player.interrupt()
        player.wait_for("If you leave now, this game is lost.")
        player.wait_for("Your move")
        player.type("roll\n")
        player.wait_for("Your roll 2: ")
        player.wait_for("Your move")
        player.type(CTRL_D)
        player.wait_for("You left the game.")
        assert player.process.wait(LONGEST_WAIT_S) == 0


def test_a_line_in_progress_survives_what_others_do() -> None:
    with terminal("play", "pivit", "--seed", "1", "--bots", "easy") as player:
        player.wait_for("Your move (such as ready): ")
        player.type("ready\n")
        player.wait_for("Waiting")
        player.type("show")
        player.wait_for("Round 1: go!")
        player.wait_for(": show")
        player.type("\x15lay zz at e4\n")
        player.wait_for("“zz” is not a tile.")


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "en_US.ISO-8859-1", "PYTHONIOENCODING": "latin-1"},
        {"TERM": "dumb"},
        {"NO_COLOR": "1"},
    ],
)
def test_every_terminal_shows_a_readable_board(variables: dict[str, str]) -> None:
    with terminal("play", "quivvit", "--seed", "5", "--bots", "random", **variables) as player:
        shown = player.wait_for("Your move")
    assert "You: 0 points" in shown
    (first, *_, last) = re.findall(r"^ \d \|.*\|$", shown, re.MULTILINE)
    assert len(first) == len(last)
