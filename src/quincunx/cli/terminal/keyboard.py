"""What the player types, read beside the game so that the game can go on meanwhile."""

from __future__ import annotations

import os
from queue import Empty, Queue
from threading import Thread
from typing import TextIO


class Keyboard:
    """Lines from a terminal or a pipe, as they come."""

    def __init__(self, source: TextIO) -> None:
        self.echoes = source.isatty()
        """Whether what is typed shows on the screen by itself."""
        self._lines: Queue[str | None] = Queue()
        # A reader of its own: Python cannot shut down while somebody waits inside `sys.stdin`.
        lines = os.fdopen(os.dup(source.fileno()), encoding="utf-8", errors="replace")
        Thread(target=self._listen, args=(lines,), daemon=True).start()

    def read(self, seconds: float | None) -> str | None:
        """The next line, or `None` if none comes in that time; `EOFError` after the last."""
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
