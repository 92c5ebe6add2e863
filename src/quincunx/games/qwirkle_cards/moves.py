"""All that a player can do."""

from __future__ import annotations

from collections import Counter

import msgspec

from quincunx.games.qwirkle_cards.cards import Cards
from quincunx.games.qwirkle_cards.sets import Layout, in_order


class QwirkleCardsPlay(msgspec.Struct, frozen=True, tag="Play"):
    """Takes some sets of the table apart and lays others in their place, with cards of the hand.

    What is not mentioned stays as it lies.
    """

    old: Layout
    new: Layout


class Redraw(msgspec.Struct, frozen=True, tag=True):
    """Puts the hand into the deck and draws as many: only for who cannot play."""


QwirkleCardsMove = QwirkleCardsPlay | Redraw


def play(old: Layout, new: Layout) -> QwirkleCardsPlay:
    """The same play, written in the one way that it is written: only what changes, in order."""
    before, after = Counter(in_order(old)), Counter(in_order(new))
    return QwirkleCardsPlay(
        in_order((before - after).elements()),
        in_order((after - before).elements()),
    )


def played_cards(move: QwirkleCardsPlay) -> Cards:
    """The cards that come from the hand, if the play is right."""
    gained = Counter(kind for cards in move.new for kind in cards)
    gained.subtract(kind for cards in move.old for kind in cards)
    return tuple(sorted(gained.elements()))
