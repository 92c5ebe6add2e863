"""The grids and hands as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element

from quincunx.games.pivit.state import PivitView, PlacedText
from quincunx.games.pivit.tiles import TEXT, WILD
from quincunx.pictures import (
    Drawing,
    SeatBadge,
    element,
    label,
    place,
    rectangle,
    seat_badges,
    tile,
)
from quincunx.pictures.seats import BADGE_HEIGHT, BADGE_WIDTH

MARGIN: Final = 20
WIDTH: Final = 960
_TILE: Final = 52
_GAP: Final = 0.025
"""The gap around a tile, in tiles."""
_IN_RACK: Final = 12
"""The tiles in a row of a rack."""
_LEFT: Final = MARGIN + BADGE_WIDTH + MARGIN
_STICK: Final = 40
_ART: Final = (
    *((0, 1, "r1"), (1, 1, "r3"), (2, 1, "r5"), (2, 0, "y5"), (2, 2, "b5"), (3, 2, "b2")),
    *((4, 2, "b4"), (4, 1, "g4"), (4, 0, "p4"), (5, 0, "p1"), (2, 3, "o5"), (4, 3, "**")),
    *((4, 4, "y4"), (3, 4, "y2"), (5, 4, "y6"), (0, 2, "g1"), (0, 3, "p1"), (5, 2, "b6")),
)


def picture(view: PivitView) -> Drawing:
    """Draw each seat's grid and the tiles beside it as far as they are visible, and the sticks."""
    drawn: list[Element] = []
    y = float(MARGIN)
    for seat in range(len(view.scores)):
        drawn += _badge(view, seat, y)
        grid = _grid_of(view, seat)
        hand = view.hands[seat] or ()
        bottom = y + BADGE_HEIGHT + 30
        if grid:
            tiles, height = _grid(grid, view.wilds[seat], y)
            drawn += tiles
            y += height + 8
        rest = (Counter(hand) - Counter(kind for _, _, kind in grid)).elements()
        rack, height = _rack([*rest], y)
        drawn += rack
        y = max(y + height, bottom) + MARGIN
    free = [value for value, seat in zip(view.values, view.sticks, strict=True) if seat is None]
    drawn += [_stick(value, MARGIN + _STICK * 1.3 * at, y) for at, value in enumerate(free)]
    return Drawing((*drawn,), WIDTH, y + (_STICK if free else 0) + MARGIN)


def art() -> Drawing:
    """Draw a small grid: the game at a glance."""
    tiles = [_placed(kind, None, _TILE * x, _TILE * y, _TILE) for x, y, kind in _ART]
    return Drawing((*tiles,), 6 * _TILE, 5 * _TILE)


def _badge(view: PivitView, seat: int, y: float) -> list[Element]:
    badge = SeatBadge(
        seat,
        view.scores[seat],
        on_turn=view.claimed[seat],
        winner=seat in view.winners,
    )
    tokens = [
        element(
            "circle", cx=MARGIN + 14 + 20 * at, cy=y + BADGE_HEIGHT + 16, r=7, fill="var(--ink)"
        )
        for at in range(view.tokens[seat])
    ]
    held = [value for value, holder in zip(view.values, view.sticks, strict=True) if holder == seat]
    sticks = [_stick(value, MARGIN + BADGE_WIDTH - _STICK, y + BADGE_HEIGHT + 4) for value in held]
    return [seat_badges([badge], MARGIN + BADGE_WIDTH / 2, y), *tokens, *sticks]


def _stick(value: int, x: float, y: float) -> Element:
    drawn = rectangle(0, 0, _STICK, 24, rx=4, fill="var(--brass-soft)", stroke="var(--brass)")
    return element(
        "g",
        [drawn, label(value, _STICK / 2, 12, 17)],
        transform=f"translate({x:.2f} {y:.2f})",
    )


def _grid_of(view: PivitView, seat: int) -> Sequence[PlacedText]:
    """Return the grid of a seat that the viewer sees: claimed, found wrong or refused."""
    grid = view.grids[seat]
    if grid is None and seat < len(view.wrong):
        grid = view.wrong[seat]
    if grid is None and seat == view.seat:
        grid = view.refused
    return grid or ()


def _grid(
    placed: Sequence[PlacedText], wilds: Sequence[PlacedText], top: float
) -> tuple[list[Element], float]:
    """Draw a grid; return its tiles and its height."""
    meant = {(x, y): kind for x, y, kind in wilds}
    left, first = min(x for x, _, _ in placed), min(y for _, y, _ in placed)
    columns = 1 + max(x for x, _, _ in placed) - left
    rows = 1 + max(y for _, y, _ in placed) - first
    size = min(_TILE, (WIDTH - _LEFT - MARGIN) / columns)
    tiles = [
        _placed(
            kind,
            meant.get((x - left, y - first)),
            _LEFT + size * (x - left),
            top + size * (y - first),
            size,
        )
        for x, y, kind in placed
    ]
    return tiles, size * rows


def _rack(kinds: Sequence[str], top: float) -> tuple[list[Element], float]:
    """Draw tiles in rows; return them and their height."""
    tiles = [
        _placed(kind, None, _LEFT + _TILE * (at % _IN_RACK), top + _TILE * (at // _IN_RACK), _TILE)
        for at, kind in enumerate(kinds)
    ]
    return tiles, _TILE * -(-len(kinds) // _IN_RACK)


def _placed(kind: str, meant: str | None, x: float, y: float, size: float) -> Element:
    return place(picture_tile(kind, meant), x + size * _GAP, y + size * _GAP, size * (1 - 2 * _GAP))


def picture_tile(kind: str, meant: str | None = None) -> Element:
    """Return a tile, such as `r1`; a wild tile shows what it is meant to be."""
    if kind != TEXT[WILD]:
        return tile(kind.upper())
    return tile(None, None if meant is None else meant.upper())
