"""The tokens, the target and the seats' cards as a picture."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element

from quincunx.core.messages import pattern
from quincunx.games.quatrefoil.state import QuatrefoilView
from quincunx.games.quatrefoil.tokens import FREE
from quincunx.pictures import (
    Drawing,
    SeatBadge,
    card,
    card_back,
    element,
    paper,
    place,
    seat_badges,
    text,
    token,
    use,
)
from quincunx.pictures.seats import BADGE_HEIGHT, BADGE_WIDTH
from quincunx.pictures.symbols import MEASURES

MARGIN: Final = 20
_UNIT: Final = 190
"""The distance between two tokens of the square."""
_LEAVES: Final = 2.92 * _UNIT
"""The width of the symbol of the square's ground, which has an empty border."""
_MIDDLE: Final = MARGIN + 1.04 * _UNIT
_TOKEN: Final = 0.92 * _UNIT
_OFFSETS: Final = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (1.62, 0.0))
"""By place of an arrangement, its distance from the middle of the square in units."""
_STACKED: Final = (0.0, 0.0)
_SMALL: Final = 0.95
"""The size of the target's units, which are those of its ground's symbol."""
_SMALL_OFFSETS: Final = ((62, 62), (162, 62), (162, 162), (62, 162), (278, 112))
_CARD: Final = 62
_TARGET_LEFT: Final = _MIDDLE + 2.3 * _UNIT
WIDTH: Final = _TARGET_LEFT + 330 * _SMALL + MARGIN


def picture(view: QuatrefoilView) -> Drawing:
    """Draw the tokens with north up, the target as far as it is known, and the seats' cards."""
    below = _MIDDLE + 1.04 * _UNIT + MARGIN
    step = (WIDTH - 2 * MARGIN) / len(view.positions)
    seats = [
        each
        for seat in range(len(view.positions))
        for each in _seat(view, seat, MARGIN + step * seat + step / 2, below)
    ]
    height = below + BADGE_HEIGHT + MARGIN / 2 + 1.4 * _CARD + MARGIN
    return Drawing((*_square(view), *_target(view), *seats), WIDTH, height)


def art() -> Drawing:
    """Draw the square and the free token: the game at a glance."""
    tokens = [
        place(token(colour), _corner(x), _corner(y), _TOKEN)
        for colour, (x, y) in zip("RGBYP", _OFFSETS, strict=True)
    ]
    width = _MIDDLE + (_OFFSETS[FREE][0] + 0.5) * _UNIT + MARGIN
    return Drawing((*_ground(), *tokens), width, 2 * _MIDDLE)


def _square(view: QuatrefoilView) -> list[Element]:
    return [*_ground(), *(_token(view, at) for at in range(len(view.tokens)))]


def _ground() -> list[Element]:
    corner = _MIDDLE - _LEAVES / 2
    free_x, free_y = _OFFSETS[FREE]
    hollow = element(
        "circle",
        cx=_MIDDLE + free_x * _UNIT,
        cy=_MIDDLE + free_y * _UNIT,
        r=0.49 * _UNIT,
        fill="var(--well)",
        stroke="var(--edge)",
    )
    ground = use("leaves", x=corner, y=corner, width=_LEAVES, height=_LEAVES)
    return [ground, hollow]


def _token(view: QuatrefoilView, at: int) -> Element:
    x, y = _STACKED if at == FREE and view.ending == "stack" else _OFFSETS[at]
    return place(token(view.tokens[at]), _corner(x), _corner(y), _TOKEN)


def _corner(offset: float) -> float:
    """Return where a token begins that is so many units from the middle of the square."""
    return _MIDDLE + offset * _UNIT - _TOKEN / 2


def _target(view: QuatrefoilView) -> list[Element]:
    top = _MIDDLE - 112 * _SMALL
    ground = use("leaves-small", x=_TARGET_LEFT, y=top, width=330 * _SMALL, height=224 * _SMALL)
    tokens = [
        place(
            token(colour),
            _TARGET_LEFT + (x - 46) * _SMALL,
            top + (y - 46) * _SMALL,
            92 * _SMALL,
        )
        for colour, (x, y) in zip(view.target, _SMALL_OFFSETS, strict=True)
    ]
    return [ground, *tokens]


def _seat(view: QuatrefoilView, seat: int, middle: float, y: float) -> list[Element]:
    badge = SeatBadge(seat, None, on_turn=seat == view.turn and not view.ending)
    colour, position, signal = view.colours[seat], view.positions[seat], view.signals[seat]
    cards = y + BADGE_HEIGHT + MARGIN / 2
    thumb = "none" if signal is None else "up" if signal else "down"
    return [
        seat_badges([badge], middle, y),
        place(thumb_signal(thumb), middle + BADGE_WIDTH / 2 - 40, y + 6, 32),
        place(card_back() if colour is None else card(colour), middle - _CARD - 3, cards, _CARD),
        place(
            card_back() if position is None else position_card(position), middle + 3, cards, _CARD
        ),
    ]


def position_card(position: str) -> Element:
    """Return a position card: the square with one of its places filled."""
    at = MEASURES["positionCard"]["text"]
    name = pattern(f"quatrefoil.board.short.{position}")
    return paper(
        [use(f"position-{position}"), text(name, at["x"], at["y"], at["size"], "var(--piece-ink)")]
    )


def thumb_signal(state: str) -> Element:
    """Return a thumb that is `up` or `down`, or `none`."""
    return element("svg", [use(f"thumb-{state}")], viewBox="0 0 48 48")
