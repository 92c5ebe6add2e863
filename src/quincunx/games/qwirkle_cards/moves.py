"""The moves of Qwirkle Cards. `str` of a move is its notation, which `notation.py` reads."""

from __future__ import annotations

from collections import Counter

import msgspec

from quincunx.games.qwirkle_cards.cards import CardKinds
from quincunx.games.qwirkle_cards.sets import Layout, format_layout, sort_layout


class QwirkleCardsPlay(msgspec.Struct, frozen=True, tag="Play"):
    """Take the `old` sets of the table apart and lay the `new` ones, with cards of the hand.

    All other sets stay as they are.
    """

    old: Layout
    new: Layout

    def __str__(self) -> str:
        laid = format_layout(self.new)
        return f"{format_layout(self.old)} > {laid}" if self.old else laid


class Redraw(msgspec.Struct, frozen=True, tag=True):
    """Put the hand into the deck and draw as many cards; legal only if no play exists."""

    def __str__(self) -> str:
        return "redraw"


QwirkleCardsMove = QwirkleCardsPlay | Redraw


def canonical_play(old: Layout, new: Layout) -> QwirkleCardsPlay:
    """Return the play in the one way to write it: sorted, and without sets that stay."""
    before, after = Counter(sort_layout(old)), Counter(sort_layout(new))
    return QwirkleCardsPlay(
        sort_layout((before - after).elements()),
        sort_layout((after - before).elements()),
    )


def played_cards(move: QwirkleCardsPlay) -> CardKinds:
    """Return the cards that a legal play takes from the hand."""
    gained = Counter(kind for cards in move.new for kind in cards)
    gained.subtract(kind for cards in move.old for kind in cards)
    return tuple(sorted(gained.elements()))


def layout_after(table: Layout, move: QwirkleCardsPlay) -> Layout:
    """Return the table after a play, Qwirkles included."""
    remaining = Counter(table) - Counter(sort_layout(move.old))
    return sort_layout([*remaining.elements(), *move.new])
