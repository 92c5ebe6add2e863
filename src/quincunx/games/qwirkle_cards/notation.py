"""Read moves, sets and cards, and describe moves in words. `str` of a move writes it.

A card is the letter of its colour and that of its shape: R O Y G B P; c circle, s square,
d diamond, l clover, x four-pointed star, a eight-pointed star. A set is in brackets. A play names
the sets that are taken apart and, after `>`, those that are laid; new sets alone need no `>`:

    [Rc Rs Rd]                                a new set
    [Rc Rs Rd] > [Rc Rs Rd Rx]                a card is added
    [Bc Bs Bd Bx] > [Bc Bd Bx] [Bs Rs Os]     a card is switched
    redraw
"""

from __future__ import annotations

import re
from typing import Final

from quincunx.core.errors import MalformedMove
from quincunx.core.messages import Message
from quincunx.games.qwirkle_cards.cards import CARD_TEXTS, COLOURS, SHAPES, CardKinds
from quincunx.games.qwirkle_cards.moves import (
    QwirkleCardsMove,
    QwirkleCardsPlay,
    Redraw,
    canonical_play,
    played_cards,
)
from quincunx.games.qwirkle_cards.sets import Layout

MAX_MOVE_CHARACTERS: Final = 760
"""The longest move takes 33 sets of three apart and lays all 108 cards as 36 others."""

_CARD: Final = re.compile(f"[{COLOURS}][{SHAPES}]", re.IGNORECASE | re.ASCII)
_CARDS: Final = re.compile(f"({_CARD.pattern})+", _CARD.flags)
_SETS: Final = re.compile(r"\s*(\[[^][]*\]\s*)*")


def parse_move(text: str) -> QwirkleCardsMove:
    if text.strip().lower() == "redraw":
        return Redraw()
    before, arrow, after = text.rpartition(">")
    old, new = parse_layout(before), parse_layout(after)
    if old is None or new is None or not (old or new) or (arrow and not old):
        raise MalformedMove("qwirkle_cards.refusal.unknown_move", text=text.strip())
    return canonical_play(old, new)


def parse_layout(text: str) -> Layout | None:
    """Parse sets in brackets; return `None` for any other text."""
    if not _SETS.fullmatch(text):
        return None
    sets = [parse_cards(inside) for inside in re.findall(r"\[([^][]*)\]", text)]
    return None if None in sets else tuple(cards for cards in sets if cards is not None)


def parse_cards(text: str) -> CardKinds | None:
    """Parse cards, with or without spaces; return `None` for any other text."""
    words = text.replace(",", " ").split()
    if not all(map(_CARDS.fullmatch, words)):
        return None
    return tuple(_kind(card) for word in words for card in _CARD.findall(word))


def _kind(card: str) -> int:
    return COLOURS.index(card[0].upper()) * len(SHAPES) + SHAPES.index(card[1].lower())


def describe_move(move: QwirkleCardsMove) -> Message:
    """Return the message that describes the move in words."""
    match move:
        case Redraw():
            return Message("qwirkle_cards.move.redraw")
        case QwirkleCardsPlay():
            cards = tuple(CARD_TEXTS[kind] for kind in played_cards(move))
            return Message("qwirkle_cards.move.play", {"cards": cards, "sets": len(move.new)})
