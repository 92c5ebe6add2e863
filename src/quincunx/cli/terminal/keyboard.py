"""Keyboard input, read in a thread so that the game continues meanwhile."""

from __future__ import annotations

import os
from queue import Empty, Queue
from threading import Thread
from typing import TextIO


class Keyboard:
    """Lines from a terminal or a pipe."""

    def __init__(self, source: TextIO) -> None:
        self.echoes = source.isatty()
        """Whether the terminal itself shows what is typed."""
        self._lines: Queue[str | None] = Queue()
        # A duplicate, because Python cannot shut down while a thread reads from `sys.stdin`.
        lines = os.fdopen(os.dup(source.fileno()), encoding="utf-8", errors="replace")
        Thread(target=self._listen, args=(lines,), daemon=True).start()

    def read(self, seconds: float | None) -> str | None:
        """Return the next line, or `None` after that time; raise `EOFError` after the last line."""
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line

    def _listen(self, source: TextIO) -> None:
        with source:
            for line in source:
                self._lines.put(line)
        self._lines.put(None)
