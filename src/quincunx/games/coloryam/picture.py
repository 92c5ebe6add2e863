"""The dice and the score sheet as a picture."""

from __future__ import annotations

from typing import Any, Final
from xml.etree.ElementTree import Element

from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.sheet import CHALLENGE_OF_LINE, LINES, SECTION_OF_LINE, X
from quincunx.games.coloryam.state import ColorYamView
from quincunx.pictures import (
    Drawing,
    SeatBadge,
    die,
    element,
    group,
    label,
    letter,
    place,
    rectangle,
    seat_badges,
    text,
    use,
)
from quincunx.pictures.pieces import piece
from quincunx.pictures.seats import BADGE_HEIGHT, BADGE_WIDTH
from quincunx.pictures.symbols import MEASURES

MARGIN: Final = 20
_DIE: Final = 96
_DICE: Final = 6
_ROW: Final = 46
_FIRST: Final = 250
"""The width of the column with the challenges."""
_COLUMN: Final = BADGE_WIDTH + 12
_SPOT: Final = 30
_SIGN: Final = 17
"""The width of a character of a sign."""
_SECTION_COLOURS: Final = "RYB"
_TINT: Final = "color-mix(in srgb, var(--sheet), var(--piece-fill) 18%)"
_ART: Final = (
    (6, "R", 80, 110, -9),
    (3, "B", 250, 80, 6),
    (5, "G", 420, 115, -4),
    (4, "Y", 165, 285, 5),
    (2, "K", 340, 280, -7),
)
_SYMBOLS: Final = MEASURES["challengeSymbols"]


def picture(view: ColorYamView) -> Drawing:
    """Draw the dice, and below them the sheet with a column for each seat."""
    seats = len(view.entries)
    sheet_width = _FIRST + _COLUMN * seats
    dice_width = _DICE * (_DIE + 12) - 12
    width = max(sheet_width, dice_width) + 2 * MARGIN
    left = (width - sheet_width) / 2
    top = MARGIN + _DIE + MARGIN
    badges = [
        SeatBadge(seat, total, on_turn=view.waiting[:1] == (seat,), winner=seat in view.winners)
        for seat, total in enumerate(view.totals)
    ]
    lines = top + BADGE_HEIGHT + 8
    drawn = [
        *_dice(view, (width - dice_width) / 2),
        seat_badges(badges, left + _FIRST + _COLUMN * seats / 2, top),
        *(_line(view, line, left, lines + _ROW * line, sheet_width) for line in range(LINES)),
    ]
    if view.line < LINES:
        drawn.append(
            rectangle(
                left,
                lines + _ROW * view.line,
                sheet_width,
                _ROW,
                rx=6,
                fill="none",
                stroke="var(--brass)",
                stroke_width=3,
            )
        )
    return Drawing((*drawn,), width, lines + _ROW * LINES + MARGIN)


def art() -> Drawing:
    """Draw five rolled dice: the game at a glance."""
    dice = [
        group(
            [place(die(value, colour), -70, -70, 140)],
            transform=f"translate({x} {y}) rotate({angle})",
        )
        for value, colour, x, y, angle in _ART
    ]
    return Drawing((*dice,), 500, 370)


def _dice(view: ColorYamView, left: float) -> list[Element]:
    faces = view.faces or (view.last.faces if view.last is not None else ())
    dice = [die(int(face[0]), face[1]) for face in faces] or [die(None, None) for _ in range(_DICE)]
    kept = view.kept if view.faces else ()
    return [
        place(each, left + (_DIE + 12) * at, MARGIN - (8 if at in kept else 0), _DIE)
        for at, each in enumerate(dice)
    ]


def _line(view: ColorYamView, line: int, x: float, y: float, width: float) -> Element:
    index = CHALLENGE_OF_LINE[line]
    middle = y + _ROW / 2
    drawn = [
        rectangle(x, y, width, _ROW, fill=_TINT, stroke="var(--edge)"),
        rectangle(x, y, 10, _ROW, fill="var(--piece-fill)"),
    ]
    if index is None:
        drawn.append(text("ColorYam", x + _FIRST / 2, middle, 24, "var(--ink)"))
    else:
        drawn.append(challenge_symbol(view.sheet[index], x + 26, middle))
    for seat, (entries, points) in enumerate(zip(view.entries, view.points, strict=True)):
        column = x + _FIRST + _COLUMN * (seat + 0.5)
        drawn += _entry(entries[line], points[line] if len(view.entries) > 1 else None, column, y)
    return group(drawn, data_piece=_SECTION_COLOURS[SECTION_OF_LINE[line]])


def _entry(entry: int | None, points: int | None, x: float, y: float) -> list[Element]:
    middle = y + _ROW / 2
    if entry is None:
        return []
    if entry == X:
        cross = f"M{x - 9:g} {middle - 9:g}l18 18m0-18l-18 18"
        drawn = [
            element(
                "path",
                d=cross,
                fill="none",
                stroke="var(--bad)",
                stroke_width=4,
                stroke_linecap="round",
            )
        ]
    else:
        drawn = [label(entry, x, middle, 24)]
    if points is not None:
        drawn.append(label(points, x + 38, middle + 8, 16, "var(--ink-soft)"))
    return drawn


def challenge_symbol(challenge: Challenge, x: float, middle: float) -> Element:
    """Return a challenge as spots of colour and signs, beginning at `x`."""
    drawn: list[Element] = []
    for part in _SYMBOLS[challenge.kind]:
        start = x
        for each in part["parts"]:
            spot = _spot(each, challenge)
            if spot is None:
                width = _SIGN * len(each)
                drawn.append(text(each, x + width / 2, middle, 24, "var(--ink)"))
            else:
                width = _SPOT
                drawn.append(place(spot, x, middle - _SPOT / 2, _SPOT))
            x += width + 4
        if part.get("crossed"):
            drawn.append(_strike(start - 2, x - 2, middle))
        x += 8
    return group(drawn)


def _spot(part: Any, challenge: Challenge) -> Element | None:
    """Return a coloured or grey spot; `None` if the part is a sign."""
    if isinstance(part, int):
        return colour_spot(part)
    at = "abc".find(part)
    return colour_spot(challenge.colours[at]) if at >= 0 else None


def colour_spot(spot: str | int) -> Element:
    """Return a spot of a colour; 1, 2 and 3 are different spots of any colour."""
    if isinstance(spot, int):
        return piece([use(f"spot-any-{spot}")])
    return piece([use(f"spot-{spot}"), letter(spot, "spot")], data_piece=spot)


def _strike(start: float, end: float, middle: float) -> Element:
    """Return a line through what the challenge forbids."""
    line = f"M{start:g} {middle + 17:g}L{end:g} {middle - 17:g}"
    return group(
        [
            element("path", d=line, stroke="var(--sheet-raised)", stroke_width=7),
            element("path", d=line, stroke="var(--bad)", stroke_width=3.6),
        ],
        stroke_linecap="round",
    )
