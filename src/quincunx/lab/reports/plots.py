"""Plots as SVG: bars and intervals, in the colours of the page that they are in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Final, NamedTuple

from quincunx.lab.svg import line, text_at

WIDTH: Final = 360
"""The width of a plot: narrow, so that its text stays readable on a phone."""
_LEFT: Final = 8
_ROW: Final = 34
_BARS_HEIGHT: Final = 130
_MAX_BARS: Final = 24
_MAX_LABELS: Final = 10
"""With more bars only the first and the last are labelled."""
_WIDEST_BAR: Final = 48


class Interval(NamedTuple):
    """A value with its interval and what it belongs to."""

    name: str
    value: float
    low: float
    high: float
    text: str
    """The value as it is written."""


def histogram(values: Sequence[int], title: str) -> str:
    """Return bars for how often each value, or each range of values, occurs."""
    low, high = min(values), max(values)
    step = max(1, ceil((high - low + 1) / _MAX_BARS))
    counts = Counter((value - low) // step for value in values)
    bars = (high - low) // step + 1
    most = max(counts.values())
    width = min(_WIDEST_BAR, (WIDTH - 2 * _LEFT) / bars)
    left = (WIDTH - width * bars) / 2
    bottom = _BARS_HEIGHT + 4
    parts = [line(_LEFT, bottom, WIDTH - _LEFT, bottom)]
    for bar in range(bars):
        height = _BARS_HEIGHT * counts[bar] / most
        first, last = low + bar * step, min(low + bar * step + step - 1, high)
        label = str(first) if first == last else f"{first}–{last}"
        parts.append(
            f'<rect class="bar" x="{left + bar * width + 0.5:.1f}" '
            f'y="{_BARS_HEIGHT - height + 4:.1f}" width="{max(width - 1, 1):.1f}" '
            f'height="{height:.1f}"><title>{label}: {counts[bar]}</title></rect>'
        )
        if bars <= _MAX_LABELS or bar in (0, bars - 1):
            parts.append(text_at(left + (bar + 0.5) * width, bottom + 16, label, "middle"))
    return _svg(parts, bottom + 24, title)


def intervals(rows: Sequence[Interval], title: str, *, middle: float | None = None) -> str:
    """Return a row for each value: a dot, its interval, and a line at `middle`."""
    low = min([row.low for row in rows] + ([] if middle is None else [middle]))
    high = max([row.high for row in rows] + ([] if middle is None else [middle]))
    scale = (WIDTH - 2 * _LEFT) / ((high - low) or 1)

    def place(value: float) -> float:
        return _LEFT + (value - low) * scale

    height = _ROW * len(rows)
    parts = []
    if middle is not None:
        parts.append(line(place(middle), 0, place(middle), height))
    for number, row in enumerate(rows):
        y = number * _ROW + 26
        parts.append(text_at(_LEFT, y - 11, row.name))
        parts.append(text_at(WIDTH - _LEFT, y - 11, row.text, "end"))
        parts.append(
            f'<line class="range" x1="{place(row.low):.1f}" y1="{y}" '
            f'x2="{place(row.high):.1f}" y2="{y}"/>'
            f'<circle class="dot" cx="{place(row.value):.1f}" cy="{y}" r="4"/>'
        )
    return _svg(parts, height + 6, title)


def bars(rows: Sequence[tuple[str, float, str]], title: str) -> str:
    """Return a horizontal bar for each name, value and text."""
    most = max(value for _, value, _ in rows) or 1
    parts = []
    for number, (name, value, text) in enumerate(rows):
        y = number * _ROW + 20
        parts.append(text_at(_LEFT, y - 5, name))
        parts.append(text_at(WIDTH - _LEFT, y - 5, text, "end"))
        width = max(1.0, (WIDTH - 2 * _LEFT) * value / most)
        parts.append(f'<rect class="bar" x="{_LEFT}" y="{y}" width="{width:.1f}" height="8"/>')
    return _svg(parts, _ROW * len(rows) + 4, title)


def _svg(parts: Sequence[str], height: float, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
