"""Diagrams of Qwirkle Cards: sets on the table, a hand, and the result of a play."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element

from quincunx.games.qwirkle_cards.picture import card_face
from quincunx.pictures import Drawing, element, place, rectangle
from scripts.guide_pictures.layout import in_column, in_row, with_margin

_CARD: Final = 64
_HEIGHT: Final = 1.4 * _CARD
_GAP: Final = 6
_PADDING: Final = 8
_SETS: Final = re.compile(r"\[([^\][]*)\]")


@dataclass
class _Frame:
    """The table at one moment."""

    sets: list[list[str]]
    hand: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)


def draw(lines: Sequence[str]) -> Drawing:
    """Draw the frames of a diagram below each other, with arrows between them."""
    frames: list[_Frame] = []
    for line in lines:
        word, rest = line.split(maxsplit=1)
        match word:
            case "table":
                frames.append(_Frame([cards.split() for cards in _SETS.findall(rest)]))
            case "hand":
                frames[-1].hand = rest.split()
            case "mark":
                frames[-1].marked = rest.split()
            case _:
                raise ValueError(line)
    drawings = [_draw_frame(frames[0])]
    for frame in frames[1:]:
        drawings += [_arrow(), _draw_frame(frame)]
    return with_margin(in_column(drawings, 14), 20)


def _draw_frame(frame: _Frame) -> Drawing:
    sets = in_row([_draw_set(cards, frame.marked) for cards in frame.sets], 2 * _GAP)
    if not frame.hand:
        return sets
    return in_column([sets, _draw_cards(frame.hand, frame.marked)], 3 * _GAP)


def _draw_set(cards: Sequence[str], marked: Collection[str]) -> Drawing:
    inside = _draw_cards(cards, marked)
    width, height = inside.width + 2 * _PADDING, inside.height + 2 * _PADDING
    well = rectangle(0, 0, width, height, rx=10, fill="var(--well)", stroke="var(--edge)")
    return Drawing(
        (well, place(inside.as_piece(), _PADDING, _PADDING, inside.width)), width, height
    )


def _draw_cards(cards: Sequence[str], marked: Collection[str]) -> Drawing:
    drawn = [
        each
        for at, kind in enumerate(cards)
        for each in _draw_card(kind, (_CARD + _GAP) * at, kind in marked)
    ]
    return Drawing((*drawn,), len(cards) * (_CARD + _GAP) - _GAP, _HEIGHT)


def _draw_card(kind: str, x: float, marked: bool) -> list[Element]:
    card = place(card_face(kind), x, 0, _CARD)
    if not marked:
        return [card]
    frame = rectangle(
        x - 1, -1, _CARD + 2, _HEIGHT + 2, rx=6, fill="none", stroke="var(--brass)", stroke_width=4
    )
    return [card, frame]


def _arrow() -> Drawing:
    path = element(
        "path",
        d="M12 4v15m-6-6 6 6 6-6",
        fill="none",
        stroke="var(--ink-faint)",
        stroke_width=2,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return Drawing((path,), 24, 24)
