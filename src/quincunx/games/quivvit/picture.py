"""The grid as a picture."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final
from xml.etree.ElementTree import Element

from quincunx.games.quivvit.cards import CORNERS
from quincunx.games.quivvit.grid import CELL_BY_NAME, SIDE
from quincunx.games.quivvit.state import QuivvitView
from quincunx.pictures import (
    Drawing,
    SeatBadge,
    element,
    group,
    label,
    letter,
    place,
    seat_badges,
    use,
)
from quincunx.pictures.pieces import letter_at, piece
from quincunx.pictures.seats import BADGE_HEIGHT
from quincunx.pictures.symbols import MEASURES

CELL: Final = 120
MARGIN: Final = 20
_GRID: Final = CELL * SIDE
_SIDE_WIDTH: Final = 100
"""The width of the column with the deck and the die."""
_PADDING: Final = 0.022 * CELL
_CARD: Final = MEASURES["pointCard"]
_ART: Final = (
    *("RGBY1", "BYRG2", "GRYB1", "YBGR3"),
    *("YBRG2", "RGYB1", "BRGY3", "GYRB1"),
    *("BGRY1", "GYBR-1", "YRBG2", "RBGY1"),
    *("GRBY3", "YGRB1", "RYGB2", "BRYG1"),
)


def picture(view: QuivvitView) -> Drawing:
    """Draw the grid, the deck, the die and the points."""
    owners = {CELL_BY_NAME[cell]: seat for seat, cell in enumerate(view.blocks) if cell is not None}
    cells = [
        place(
            block_card(owners[cell]) if cell in owners else point_card(text),
            MARGIN + CELL * (cell % SIDE) + _PADDING,
            MARGIN + CELL * (cell // SIDE) + _PADDING,
            CELL - 2 * _PADDING,
        )
        for cell, text in enumerate(view.grid)
        if text is not None
    ]
    badges = [
        SeatBadge(seat, points, on_turn=seat == view.turn, winner=seat in view.winners)
        for seat, points in enumerate(view.points)
    ]
    below = 2 * MARGIN + _GRID
    side = 2 * MARGIN + _GRID
    width = side + _SIDE_WIDTH + MARGIN
    return Drawing(
        (*cells, *_beside(view, side), seat_badges(badges, width / 2, below)),
        width,
        below + BADGE_HEIGHT + MARGIN,
    )


def art() -> Drawing:
    """Draw some cards: the game at a glance."""
    cards = [
        place(
            point_card(text),
            CELL * (at % 4) + _PADDING,
            CELL * (at // 4) + _PADDING,
            CELL - 2 * _PADDING,
        )
        for at, text in enumerate(_ART)
    ]
    return Drawing((*cards,), 4 * CELL, 4 * CELL)


def _beside(view: QuivvitView, x: float) -> list[Element]:
    drawn = []
    if left := sum(view.deck):
        drawn.append(place(card_back(), x, MARGIN, _SIDE_WIDTH))
        drawn.append(label(left, x + _SIDE_WIDTH / 2, MARGIN + _SIDE_WIDTH + 22, 26))
    if view.random_color:
        drawn.append(place(colour_die(view.colour), x, MARGIN + 2 * CELL, _SIDE_WIDTH))
    return drawn


def point_card(text: str, linked: Collection[str] = ()) -> Element:
    """Return a card of the grid: four squares around its value, those of links outlined."""
    corners, value = text[:CORNERS], int(text[CORNERS:])
    squares = [
        _square(colour, at, is_linked=colour in linked)
        for colour, at in zip(corners, _CARD["quadrants"], strict=True)
    ]
    return piece([use("square-paper", data_piece="paper"), *squares, _value(value)])


def _square(colour: str, at: Mapping[str, Any], *, is_linked: bool) -> Element:
    size = _CARD["size"]
    box = {"x": at["x"], "y": at["y"], "width": size, "height": size}
    letter_place = at["letter"]
    return group(
        [
            use(f"quadrant-{colour}", **box),
            element(
                "rect",
                **box,
                rx=_CARD["round"],
                fill="none",
                stroke="var(--link-edge)" if is_linked else "var(--piece-edge)",
                stroke_width=_CARD["litEdge" if is_linked else "edge"],
            ),
            element(
                "circle",
                cx=letter_place["x"],
                cy=letter_place["y"],
                r=_CARD["plate"],
                fill="var(--piece-fill)",
            ),
            letter_at(colour, **letter_place),
        ],
        data_piece=colour,
    )


def _value(value: int) -> Element:
    at = _CARD["value"]
    paper, ink = "var(--piece-paper)", "var(--piece-ink)"
    if value < 0:
        paper, ink = ink, paper
    return group(
        [
            element(
                "circle",
                cx=at["x"],
                cy=at["y"],
                r=at["radius"],
                fill=paper,
                stroke="var(--piece-edge)",
                stroke_width=at["edge"],
            ),
            label(value, at["x"], at["y"], at["size" if value > 0 else "minusSize"], ink),
        ],
        data_piece="paper",
    )


def block_card(owner: int) -> Element:
    """Return a Color Block card with its owner's number."""
    return piece(
        [
            use("square-block"),
            element("circle", cx=50, cy=50, r=20, fill="var(--block)"),
            label(owner + 1, 50, 50, 34, "var(--block-ink)"),
        ]
    )


def card_back() -> Element:
    return piece([use("square-back")], data_piece="back")


def colour_die(colour: str | None) -> Element:
    """Return the eight-sided die; without a colour, a die that is not rolled yet."""
    if colour is None:
        return piece([use("octahedron-blank")])
    return piece([use(f"octahedron-{colour}"), letter(colour, "octahedron")], data_piece=colour)
