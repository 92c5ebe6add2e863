"""Puts drawings beside or below each other."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from quincunx.pictures import Drawing, place, text

_SIZE: Final = 26
_LINE: Final = 32
_CHARACTER_WIDTH: Final = 0.6 * _SIZE


def in_row(drawings: Sequence[Drawing], gap: float) -> Drawing:
    """Put drawings beside each other, aligned at the top."""
    placed, x = [], 0.0
    for drawing in drawings:
        placed.append(place(drawing.as_piece(), x, 0, drawing.width))
        x += drawing.width + gap
    return Drawing((*placed,), x - gap, max(drawing.height for drawing in drawings))


def in_column(drawings: Sequence[Drawing], gap: float) -> Drawing:
    """Put drawings below each other, centred."""
    width = max(drawing.width for drawing in drawings)
    placed, y = [], 0.0
    for drawing in drawings:
        placed.append(place(drawing.as_piece(), (width - drawing.width) / 2, y, drawing.width))
        y += drawing.height + gap
    return Drawing((*placed,), width, y - gap)


def with_margin(drawing: Drawing, margin: float) -> Drawing:
    """Add an empty border."""
    return Drawing(
        (place(drawing.as_piece(), margin, margin, drawing.width),),
        drawing.width + 2 * margin,
        drawing.height + 2 * margin,
    )


def with_label(drawing: Drawing, label: str) -> Drawing:
    """Write a label below a drawing, in as many lines as it needs."""
    lines = wrap(label, int(drawing.width / _CHARACTER_WIDTH))
    written = [
        text(line, drawing.width / 2, drawing.height + _LINE * (at + 0.7), _SIZE, "var(--ink)")
        for at, line in enumerate(lines)
    ]
    height = drawing.height + _LINE * (len(lines) + 0.4)
    return Drawing((*drawing.elements, *written), drawing.width, height)
