"""A progress bar that also shows the learning curve."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final

from quincunx.cli.terminal.progress import ProgressBar
from quincunx.core.messages import Message, render

_LEVELS: Final = "▁▂▃▄▅▆▇█"
_WIDTH: Final = 20


class LearningBar:
    """Shows how far a training has come, and a curve of its results so far."""

    def __init__(self, bar: ProgressBar, message: str) -> None:
        """`message` says what the share in `update` means; its placeholder is `percent`."""
        self._bar = bar
        self._message = message
        self._shares: list[float] = []

    def update(self, done: int, total: int, share: float | None) -> None:
        """Show how much is done, and how good the latest result is, if there is one."""
        if share is None:
            self._bar.update(done, total)
            return
        self._shares.append(share)
        latest = render(Message(self._message, {"percent": percent(share)}))
        self._bar.update(done, total, f"{sparkline(self._shares)} {latest}")


def sparkline(numbers: Sequence[float], width: int = _WIDTH) -> str:
    """Return numbers as a curve of at most `width` characters, between the lowest and highest."""
    count = min(width, len(numbers))
    edges = [len(numbers) * place // count for place in range(count + 1)]
    means = [fmean(numbers[start:end]) for start, end in pairwise(edges)]
    low, high = min(means), max(means)
    top = len(_LEVELS) - 1
    return "".join(
        _LEVELS[round(top * (mean - low) / (high - low)) if high > low else 0] for mean in means
    )


def percent(share: float) -> float:
    """Return a share as a percentage with at most one decimal."""
    return round(100 * share, 1)
