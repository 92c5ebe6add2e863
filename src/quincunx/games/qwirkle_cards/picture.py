"""The table as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from quincunx.games.qwirkle_cards.state import QwirkleCardsView
from quincunx.pictures import (
    Drawing,
    SeatBadge,
    card_back,
    group,
    label,
    letter,
    paper,
    place,
    rectangle,
    seat_badges,
    use,
)
from quincunx.pictures.seats import BADGE_HEIGHT, BADGE_WIDTH
from quincunx.pictures.symbols import SHAPES

WIDTH: Final = 960
MARGIN: Final = 20
_CARD: Final = 72
_TAKEN_CARD: Final = 30
_GAP: Final = 4
_PADDING: Final = 8
_HEIGHT: Final = 1.4
"""The height of a card of width 1."""


def picture(view: QwirkleCardsView) -> Drawing:
    """Draw the sets on the table, then each seat's hand and Qwirkles as far as they are visible."""
    table, y = _flow([_set_box(cards, _CARD) for cards in view.table], MARGIN, MARGIN)
    drawn = [*table]
    if view.deck:
        drawn.append(place(card_back(), WIDTH - MARGIN - _CARD, y, _CARD))
        middle = WIDTH - MARGIN - _CARD / 2
        drawn.append(label(view.deck, middle, y + _CARD * _HEIGHT + 20, 24))
    for seat, hand in enumerate(view.hands):
        seat_drawn, y = _seat(view, seat, hand, y)
        drawn += seat_drawn
    return Drawing((*drawn,), WIDTH, y + MARGIN)


def art() -> Drawing:
    """Draw a Qwirkle as a fan of cards: the game at a glance."""
    cards = [
        group(
            [place(card_face(kind), -60, -84, 120)],
            transform=f"rotate({11 * at - 27.5:g} 340 700) translate({330 + 4 * at} 130)",
        )
        for at, kind in enumerate(("Rc", "Os", "Yx", "Gl", "Ba", "Pd"))
    ]
    return Drawing((*cards,), 680, 310)


def _seat(
    view: QwirkleCardsView, seat: int, hand: Sequence[str] | None, y: float
) -> tuple[list[Element], float]:
    """Draw a seat at a height; return the elements and where the next seat begins."""
    badge = SeatBadge(
        seat, len(view.qwirkles[seat]), on_turn=seat == view.turn, winner=seat in view.winners
    )
    height = _CARD * _HEIGHT
    left = MARGIN + BADGE_WIDTH + MARGIN
    held = (
        [card_back() for _ in range(view.sizes[seat])]
        if hand is None
        else [card_face(kind) for kind in hand]
    )
    # A large hand is pushed together, so that it stays in one row.
    room = WIDTH - left - 3 * MARGIN - 2 * _CARD
    step = min(_CARD + _GAP, room / max(1, len(held) - 1))
    drawn = [
        seat_badges([badge], MARGIN + BADGE_WIDTH / 2, y + (height - BADGE_HEIGHT) / 2),
        *(place(card, left + step * at, y, _CARD) for at, card in enumerate(held)),
    ]
    taken, bottom = _flow(
        [_set_box(cards, _TAKEN_CARD) for cards in view.qwirkles[seat]], left, y + height + 2 * _GAP
    )
    return [*drawn, *taken], max(bottom, y + height + MARGIN)


def _set_box(cards: Sequence[str], card: float) -> tuple[Element, float, float]:
    """Draw a set in a box; return it with its width and height."""
    padding = _PADDING * card / _CARD
    width = len(cards) * (card + _GAP) - _GAP + 2 * padding
    height = card * _HEIGHT + 2 * padding
    drawn = [
        rectangle(0, 0, width, height, rx=10 * card / _CARD, fill="var(--well)"),
        *(
            place(card_face(kind), padding + at * (card + _GAP), padding, card)
            for at, kind in enumerate(cards)
        ),
    ]
    return group(drawn), width, height


def _flow(
    boxes: Iterable[tuple[Element, float, float]], left: float, top: float
) -> tuple[list[Element], float]:
    """Put boxes beside and below each other; return them and where they end."""
    drawn, x, y, row = [], left, top, 0.0
    for box, width, height in boxes:
        if x > left and x + width > WIDTH - MARGIN:
            x, y, row = left, y + row + 2 * _GAP, 0.0
        box.set("transform", f"translate({x:.2f} {y:.2f})")
        drawn.append(box)
        x, row = x + width + 2 * _GAP, max(row, height)
    return drawn, y + row + MARGIN if drawn else top


def card_face(kind: str) -> Element:
    """Return a card: a shape in a colour, such as `Rc`."""
    colour, shape = kind[0], kind[1]
    return paper(
        [
            group(
                [use(f"face-{colour}-{SHAPES[shape]}"), letter(colour, "face")],
                data_piece=colour,
                # The card is white in both schemes.
                data_scheme="light",
            )
        ]
    )
