"""The player's input: lines from a pipe, or lines that are edited in a terminal."""

from __future__ import annotations

import os
from collections.abc import Callable
from queue import Empty, Queue
from threading import Thread
from typing import Protocol, TextIO

Tick = Callable[[], float | None]
"""Lets time pass at the table; returns the seconds until it must be called again, or `None`.

It raises `News` if the player should see something first.
"""


class News(Exception):
    """Something happened at the table while the player was typing."""


class Input(Protocol):
    """Where the player's lines come from."""

    echoes: bool
    """Whether the terminal itself shows what is typed."""

    def read(self, prompt: str, tick: Tick) -> str:
        """Return the next line; raise `EOFError` after the last, and `News` as `tick` does."""


def open_input(source: TextIO, words: Callable[[], list[str]]) -> Input:
    """Return an editor of lines for a terminal, if this system has readline; else plain lines.

    `words` returns the words that Tab completes.
    """
    if source.isatty():
        try:
            from quincunx.cli.terminal.line_editor import LineEditor
        except ImportError:
            return Keyboard(source)
        return LineEditor(words)
    return Keyboard(source)


class Keyboard:
    """Lines from a pipe, read in a thread so that the game continues meanwhile."""

    def __init__(self, source: TextIO) -> None:
        self.echoes = source.isatty()
        self._prompted = False
        self._lines: Queue[str | None] = Queue()
        # A duplicate, because Python cannot shut down while a thread reads from `sys.stdin`.
        lines = os.fdopen(os.dup(source.fileno()), encoding="utf-8", errors="replace")
        Thread(target=self._listen, args=(lines,), daemon=True).start()

    def read(self, prompt: str, tick: Tick) -> str:
        if not self._prompted:
            print(prompt, end="", flush=True)
            self._prompted = True
        try:
            line = self._next_line(tick)
        except News:
            print()
            self._prompted = False
            raise
        if line is None:
            self._lines.put(None)
            raise EOFError
        self._prompted = False
        return line

    def _next_line(self, tick: Tick) -> str | None:
        while True:
            try:
                return self._lines.get(timeout=tick())
            except Empty:
                continue

    def _listen(self, source: TextIO) -> None:
        with source:
            for line in source:
                self._lines.put(line)
        self._lines.put(None)
