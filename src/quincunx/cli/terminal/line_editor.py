"""Lines edited in a terminal, with history and completion, while the game continues.

The history is kept in memory and ends with the program.
"""

from __future__ import annotations

import readline
import signal
from collections.abc import Callable
from types import FrameType
from typing import Final

from quincunx.cli.terminal.keyboard import News, Tick

_AT_ONCE: Final = 0.001
"""The shortest time in seconds: zero would stop the timer."""


class LineEditor:
    """Reads lines with readline. A timer interrupts it whenever something is due at the table."""

    echoes = True

    def __init__(self, words: Callable[[], list[str]]) -> None:
        self._words = words
        self._unfinished = ""
        """What the player had typed when the table interrupted."""
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        bind = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
        readline.parse_and_bind(bind)

    def read(self, prompt: str, tick: Tick) -> str:
        unfinished, self._unfinished = self._unfinished, ""
        readline.set_startup_hook(lambda: readline.insert_text(unfinished))

        def on_alarm(signal_number: int, frame: FrameType | None) -> None:
            try:
                self._wait(tick())
            except News:
                self._unfinished = readline.get_line_buffer()
                raise

        before = signal.signal(signal.SIGALRM, on_alarm)
        try:
            self._wait(tick())
            return input(prompt)
        except News:
            print()
            raise
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            readline.set_startup_hook(None)

    def _wait(self, seconds: float | None) -> None:
        if seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, max(seconds, _AT_ONCE))

    def _complete(self, text: str, state: int) -> str | None:
        matching = [word for word in self._words() if word.startswith(text)]
        return f"{matching[state]} " if state < len(matching) else None
