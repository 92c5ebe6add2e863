"""What is wrong with a layout: each fault with its rule and its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from quincunx.core.errors import IllegalMove
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import Fault
from quincunx.games.qwirkle_cards.cards import KINDS, CardKinds, card_texts
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay, layout_after
from quincunx.games.qwirkle_cards.sets import (
    MIN_SET_SIZE,
    Layout,
    repeated_kinds,
    shares_colour,
    shares_shape,
    sort_layout,
)

UNKNOWN_KIND = KINDS
"""Stands for a text in a draft that names no card."""


class LayoutFault(msgspec.Struct, frozen=True):
    """One fault of a layout."""

    reason: str
    rule: str
    cards: CardKinds = ()
    place: int | None = None
    """The number of the faulty set in the layout."""

    @property
    def _args(self) -> dict[str, Arg]:
        names_cards = self.cards or self.place is not None
        return {"cards": card_texts(self.cards), "count": len(self.cards)} if names_cards else {}

    def fault(self) -> Fault:
        """Return the fault as the player’s draft shows it."""
        cells = () if self.place is None else (str(self.place),)
        return Fault(Message(f"qwirkle_cards.refusal.{self.reason}", self._args), cells)

    def illegal(self) -> IllegalMove:
        """Return the error that refuses a move with this fault."""
        return IllegalMove(
            f"qwirkle_cards.refusal.{self.reason}",
            rule=f"qwirkle_cards:{self.rule}",
            offending=card_texts(self.cards),
            **self._args,
        )


def find_play_faults(
    table: Layout, hand: CardKinds, move: QwirkleCardsPlay
) -> Iterator[LayoutFault]:
    """Yield the faults of a play."""
    missing = Counter(sort_layout(move.old)) - Counter(table)
    if missing:
        yield LayoutFault("not_on_the_table", "L39a", cards=next(iter(missing)))
    else:
        yield from find_faults(table, hand, layout_after(table, move))


def find_faults(table: Layout, hand: CardKinds, layout: Layout) -> Iterator[LayoutFault]:
    """Yield the faults of changing the table to this layout."""
    if any(kind == UNKNOWN_KIND for cards in layout for kind in cards):
        yield LayoutFault("no_card", "L7")
        return
    before = Counter(kind for cards in table for kind in cards)
    after = Counter(kind for cards in layout for kind in cards)
    if vanished := before - after:
        yield LayoutFault("vanished", "L39b", tuple(sorted(vanished.elements())))
    if foreign := after - before - Counter(hand):
        yield LayoutFault("not_in_hand", "L30a", tuple(sorted(foreign.elements())))
    for place, cards in enumerate(layout):
        yield from _set_faults(place, cards)
    if not after - before and not vanished:
        yield LayoutFault("nothing_played", "L30a")


def _set_faults(place: int, cards: CardKinds) -> Iterator[LayoutFault]:
    if cards and not shares_colour(cards) and not shares_shape(cards):
        yield LayoutFault("mixed", "L30f", cards, place)
    if repeated := repeated_kinds(cards):
        yield LayoutFault("twice", "L30g", repeated, place)
    if len(cards) < MIN_SET_SIZE:
        yield LayoutFault("too_few", "L30f", cards, place)
