"""Diagrams of Quivvit: cards, a rotation, links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element

from quincunx.core.messages import render
from quincunx.games.quivvit.cards import CORNERS
from quincunx.games.quivvit.grid import CELL_BY_NAME, SIDE
from quincunx.games.quivvit.notation import describe_move, parse_move
from quincunx.games.quivvit.picture import CELL, MARGIN, block_card, point_card
from quincunx.pictures import Drawing, element, group, place
from quincunx.pictures.symbols import MEASURES
from scripts.guide_pictures.layout import in_row, with_label, with_margin

_POINT: Final = MEASURES["linkPoint"]
_PADDING: Final = 0.022 * CELL
_FADED: Final = "0.4"
_ARROW: Final = "M5 14.5a7.2 7.2 0 1 1 12.7-5.2M18.2 3.8v5.8h-5.8"
"""A quarter turn right in a box of 24 × 24."""


@dataclass
class _Frame:
    """The cards at one moment."""

    rows: list[list[str]] = field(default_factory=list)
    move: str | None = None
    links: list[tuple[str, list[str]]] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)

    def card(self, cell: str) -> str:
        row, column = divmod(CELL_BY_NAME[cell], SIDE)
        return self.rows[row][column]


def draw(lines: Sequence[str]) -> Drawing:
    """Draw the frames of a diagram beside each other."""
    return with_margin(in_row([_draw_frame(frame) for frame in _read(lines)], 3 * MARGIN), MARGIN)


def _read(lines: Sequence[str]) -> list[_Frame]:
    frames: list[_Frame] = []
    in_rows = False
    for line in lines:
        word, *rest = line.split()
        is_row = len(word) > CORNERS and word[:CORNERS].isupper()
        if is_row and not in_rows:
            frames.append(_Frame())
        in_rows = is_row
        match word:
            case _ if is_row:
                frames[-1].rows.append([word, *rest])
            case "link":
                frames[-1].links.append((rest[0], rest[1:]))
            case "cover":
                frames[-1].covered += rest
            case _:
                frames[-1].move = line
    return frames


def _draw_frame(frame: _Frame) -> Drawing:
    names = {cell: name for name, cell in CELL_BY_NAME.items()}
    drawn = [
        _draw_card(frame, names[SIDE * down + right])
        for down, row in enumerate(frame.rows)
        for right in range(len(row))
    ]
    drawn += [_meeting_point(frame, colour, cells[0]) for colour, cells in frame.links]
    size = CELL * len(frame.rows[0]), CELL * len(frame.rows)
    if frame.move is None:
        return Drawing((*drawn,), *size)
    move = parse_move(frame.move)
    drawn.append(_arrow(*_corner(frame.move.split()[0]), left=frame.move.endswith("left")))
    label = render(describe_move(move))
    return with_label(Drawing((*drawn,), *size), label[0].upper() + label[1:])


def _corner(cell: str) -> tuple[float, float]:
    """Return where a cell begins."""
    row, column = divmod(CELL_BY_NAME[cell], SIDE)
    return CELL * column, CELL * row


def _draw_card(frame: _Frame, cell: str) -> Element:
    x, y = _corner(cell)
    colours = {colour for colour, cells in frame.links if cell in cells}
    card = block_card(0) if cell in frame.covered else point_card(frame.card(cell), colours)
    placed = place(card, x + _PADDING, y + _PADDING, CELL - 2 * _PADDING)
    if frame.links and not colours:
        placed.set("opacity", _FADED)
    return placed


def _meeting_point(frame: _Frame, colour: str, cell: str) -> Element:
    """Mark the corner of a linked card at which the squares meet."""
    x, y = _corner(cell)
    corner = frame.card(cell).index(colour)
    return element(
        "circle",
        cx=x + (CELL if corner in (1, 2) else 0),
        cy=y + (CELL if corner >= 2 else 0),
        r=CELL * _POINT["radius"],
        fill="var(--piece-fill)",
        stroke="var(--link-edge)",
        stroke_width=CELL * _POINT["edge"],
        data_piece=colour,
    )


def _arrow(x: float, y: float, *, left: bool) -> Element:
    """Return a round badge with an arrow at the top of a cell."""
    mirrored = "matrix(-1 0 0 1 24 0)" if left else "matrix(1 0 0 1 0 0)"
    arrow = element(
        "path",
        d=_ARROW,
        transform=mirrored,
        fill="none",
        stroke="var(--on-accent)",
        stroke_width=2.4,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    ground = element("circle", cx=12, cy=12, r=15, fill="var(--accent)")
    return group(
        [ground, arrow], transform=f"translate({x + CELL / 2 - 19:g} {y - 6:g}) scale(1.6)"
    )
