"""Diagrams of Pivit: a grid with marks on its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element

from quincunx.games.pivit.picture import picture_tile
from quincunx.pictures import Drawing, element, group, place
from scripts.guide_pictures.layout import with_margin

_TILE: Final = 64
_GAP: Final = 0.025 * _TILE
_MARK: Final = 0.9
"""The size of a mark, whose shapes are drawn in a box of 24 × 24."""
_SHAPES: Final = {
    "right": ("M5 7.6h14v8.8H5z", "var(--good)"),
    "short": ("M12 3.2 20.8 12 12 20.8 3.2 12z", "var(--brass)"),
    "wrong": ("M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 1 0 0-19z", "var(--bad)"),
}
Cell = tuple[int, int]


def draw(lines: Sequence[str]) -> Drawing:
    """Draw the grid of a diagram."""
    rows: list[list[str]] = []
    marks: list[Element] = []
    meant: dict[Cell, str] = {}
    for line in lines:
        word, *rest = line.split()
        if word in _SHAPES:
            marks += _marks(word, _cell(rest[0]), _cell(rest[1]))
        elif word == "as":
            meant[_cell(rest[0])] = rest[1]
        else:
            rows.append([word, *rest])
    tiles = [
        place(
            picture_tile(kind, meant.get((x, y))),
            _TILE * x + _GAP,
            _TILE * y + _GAP,
            _TILE - 2 * _GAP,
        )
        for y, row in enumerate(rows)
        for x, kind in enumerate(row)
        if kind != ".."
    ]
    grid = Drawing((*tiles, *marks), _TILE * max(map(len, rows)), _TILE * len(rows))
    return with_margin(grid, 20)


def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


def _marks(verdict: str, first: Cell, last: Cell) -> list[Element]:
    """Mark the edges between the tiles of a line."""
    if first[1] == last[1]:
        return [
            _mark(verdict, x, first[1] + 0.5, across=True) for x in range(first[0] + 1, last[0] + 1)
        ]
    return [
        _mark(verdict, first[0] + 0.5, y, across=False) for y in range(first[1] + 1, last[1] + 1)
    ]


def _mark(verdict: str, x: float, y: float, *, across: bool) -> Element:
    shape, colour = _SHAPES[verdict]
    drawn = [
        element("path", d=shape, fill=colour, stroke="var(--sheet-raised)", stroke_width=2),
    ]
    if verdict == "wrong":
        drawn.append(
            element("path", d="m8 8 8 8m0-8-8 8", stroke="var(--sheet-raised)", stroke_width=2.6)
        )
    turned = "" if across else " rotate(90 12 12)"
    corner_x, corner_y = (_TILE * each - 12 * _MARK for each in (x, y))
    return group(drawn, transform=f"translate({corner_x:g} {corner_y:g}) scale({_MARK:g}){turned}")
