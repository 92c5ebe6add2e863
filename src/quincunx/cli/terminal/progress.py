"""A progress bar with the rate and the time left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quincunx.cli.terminal.screen import open_console
from quincunx.core.messages import pattern

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class ProgressBar:
    """A bar on standard error; without a terminal it shows nothing."""

    def __init__(self, bar: Progress | None, preparing: str = "") -> None:
        self._bar = bar
        self._preparing = preparing
        self._task: TaskID | None = None
        self._done = 0

    def update(self, done: int, total: int, note: str = "") -> None:
        """Show how much is done.

        What is done at the first call was done earlier and does not count for the rate. Until
        something new is done the bar says what is being prepared: compiling can take long.
        """
        if self._bar is None:
            return
        if self._task is None:
            self._task = self._bar.add_task(
                self._preparing, total=total, completed=done, rate="", note=note
            )
            self._done = done
            return
        task = self._bar.tasks[0]
        new = done - self._done
        elapsed = task.elapsed or 0.0
        rate = f"{new / elapsed:.1f}/s" if elapsed else ""
        self._bar.update(
            self._task, completed=done, total=total, description="", rate=rate, note=note
        )


@contextmanager
def open_progress(
    *, show: bool = True, preparing: str = "cli.progress_preparing"
) -> Iterator[ProgressBar]:
    """Show a progress bar if standard error is a terminal; it goes when the work is done.

    `preparing` is the message that it shows at first.
    """
    if not show or not sys.stderr.isatty():
        yield ProgressBar(None)
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=open_console(stderr=True),
        transient=True,
    ) as bar:
        yield ProgressBar(bar, pattern(preparing))
