"""A row of badges below a board: each seat's number and score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from quincunx.pictures.elements import element, group, label, rectangle

BADGE_WIDTH: Final = 112
BADGE_HEIGHT: Final = 44
_GAP: Final = 12


class SeatBadge(NamedTuple):
    """What is shown of a seat."""

    seat: int
    score: int | None
    on_turn: bool = False
    winner: bool = False


def seat_badges(badges: Sequence[SeatBadge], middle: float, y: float) -> Element:
    """Return a row of badges around `middle`, which is `BADGE_HEIGHT` high."""
    step = BADGE_WIDTH + _GAP
    left = middle - (step * len(badges) - _GAP) / 2
    return group(_badge(badge, left + step * index, y) for index, badge in enumerate(badges))


def _badge(badge: SeatBadge, x: float, y: float) -> Element:
    half = BADGE_HEIGHT / 2
    marked = badge.on_turn or badge.winner
    children = [
        rectangle(
            x,
            y,
            BADGE_WIDTH,
            BADGE_HEIGHT,
            rx=half,
            fill="var(--brass-soft)" if badge.winner else "var(--sheet)",
            stroke="var(--brass)" if marked else "var(--edge)",
            stroke_width=3 if marked else 1.5,
        ),
        element(
            "circle",
            cx=x + half,
            cy=y + half,
            r=half - 7,
            fill="var(--accent)",
        ),
        label(badge.seat + 1, x + half, y + half, 20, "var(--on-accent)"),
    ]
    if badge.score is not None:
        children.append(label(badge.score, x + half + 42, y + half, 24))
    return group(children)
