"""Diagrams of Quatrefoil: tokens, a move, a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from quincunx.core.messages import pattern, render
from quincunx.games.quatrefoil.notation import describe_move, parse_move
from quincunx.games.quatrefoil.position import parse_arrangement
from quincunx.pictures import Drawing, element, group, place, token, use
from scripts.guide_pictures.layout import in_row, with_label, with_margin

_WIDTH, _HEIGHT = 330, 224
_BORDER: Final = 46
"""Space for a move's arrow."""
_PLACES: Final = ((62, 62), (162, 62), (162, 162), (62, 162), (278, 112))
_TOKEN: Final = 92
_MIDDLE: Final = 112
_PUSH: Final = "M4.5 12H19M12.5 5.5 19 12l-6.5 6.5"
_TWIST: Final = "M4.5 5.5A14 14 0 0 1 17.5 19M12 14.5l5.5 5 4-6"
_DISTANCE: Final = 1.23
_FROM: Final[Mapping[str, tuple[float, float, int]]] = {
    "north": (0, -_DISTANCE, 90),
    "east": (_DISTANCE, 0, 180),
    "south": (0, _DISTANCE, 270),
    "west": (-_DISTANCE, 0, 0),
}
"""By side that a push comes from: its place around the square, and its direction in degrees."""
_LINE: Final[Mapping[str, tuple[float, float]]] = {
    "north": (0, -0.5),
    "south": (0, 0.5),
    "east": (0.5, 0),
    "west": (-0.5, 0),
}
"""By row or column that is pushed, its distance from the middle."""


def draw(lines: Sequence[str]) -> Drawing:
    """Draw the arrangements of a diagram beside each other."""
    frames: list[Drawing] = []
    for line in lines:
        word, rest = line.split(maxsplit=1)
        match word:
            case "tokens":
                frames.append(_arrangement(rest))
            case "move":
                frames[-1] = _with_move(frames[-1], rest)
            case "target":
                frames.append(with_label(_arrangement(rest), pattern("quatrefoil.board.target")))
            case _:
                raise ValueError(line)
    return with_margin(in_row(frames, 10), 10)


def _arrangement(text: str) -> Drawing:
    ground = use("leaves-small", x=_BORDER, y=_BORDER, width=_WIDTH, height=_HEIGHT)
    tokens = [
        place(token(colour), _BORDER + x - _TOKEN / 2, _BORDER + y - _TOKEN / 2, _TOKEN)
        for colour, (x, y) in zip(parse_arrangement(text), _PLACES, strict=True)
    ]
    return Drawing((ground, *tokens), _WIDTH + 2 * _BORDER, _HEIGHT + 2 * _BORDER)


def _with_move(frame: Drawing, move: str) -> Drawing:
    label = render(describe_move(parse_move(move)))
    drawn = Drawing((*frame.elements, _arrow(move)), frame.width, frame.height)
    return with_label(drawn, label[0].upper() + label[1:])


def _arrow(move: str) -> Element:
    kind, *rest = move.split()
    if kind == "push":
        line, _, side = rest
        (x, y), (from_x, from_y, angle) = _LINE[line], _FROM[side]
        x, y, turned, path = x + from_x, y + from_y, f"rotate({angle} 12 12)", _PUSH
    else:
        clockwise = rest == ["clockwise"]
        x, y, path = _DISTANCE if clockwise else -_DISTANCE, -_DISTANCE, _TWIST
        turned = "rotate(0)" if clockwise else "matrix(-1 0 0 1 24 0)"
    arrow = element(
        "path",
        d=path,
        transform=turned,
        fill="none",
        stroke="var(--accent)",
        stroke_width=2.6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    corner_x, corner_y = (_BORDER + _MIDDLE + 115 * each - 31 for each in (x, y))
    return group([arrow], transform=f"translate({corner_x:g} {corner_y:g}) scale(2.6)")
