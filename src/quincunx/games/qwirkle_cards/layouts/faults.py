"""What is wrong with a table as somebody has laid it out: each thing named, with its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from quincunx.core.errors import IllegalMove
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import Fault
from quincunx.games.qwirkle_cards.cards import KINDS, TEXT, Cards
from quincunx.games.qwirkle_cards.sets import (
    SMALLEST,
    Layout,
    duplicates,
    one_colour,
    one_shape,
)


class LayoutFault(msgspec.Struct, frozen=True):
    """One thing that is wrong."""

    reason: str
    rule: str
    cards: Cards = ()
    place: int | None = None
    """The set at fault, as the layout numbers them."""

    @property
    def _texts(self) -> tuple[str, ...]:
        return tuple(TEXT[kind] for kind in self.cards)

    @property
    def _args(self) -> dict[str, Arg]:
        names_cards = self.cards or self.place is not None
        return {"cards": self._texts, "count": len(self.cards)} if names_cards else {}

    def fault(self) -> Fault:
        cells = () if self.place is None else (str(self.place),)
        return Fault(Message(f"qwirkle_cards.refusal.{self.reason}", self._args), cells)

    def illegal(self) -> IllegalMove:
        return IllegalMove(
            f"qwirkle_cards.refusal.{self.reason}",
            rule=f"qwirkle_cards:{self.rule}",
            offending=self._texts,
            **self._args,
        )


def wrongs(table: Layout, hand: Cards, layout: Layout) -> Iterator[LayoutFault]:
    """All that is wrong if the table is to become this layout, set by set."""
    if any(kind == KINDS for cards in layout for kind in cards):
        yield LayoutFault("no_card", "L7")
        return
    before = Counter(kind for cards in table for kind in cards)
    after = Counter(kind for cards in layout for kind in cards)
    if vanished := before - after:
        yield LayoutFault("vanished", "L39b", tuple(sorted(vanished.elements())))
    if foreign := after - before - Counter(hand):
        yield LayoutFault("not_in_hand", "L30a", tuple(sorted(foreign.elements())))
    for place, cards in enumerate(layout):
        yield from _wrongs_of_a_set(place, cards)
    if not after - before and not vanished:
        yield LayoutFault("nothing_played", "L30a")


def _wrongs_of_a_set(place: int, cards: Cards) -> Iterator[LayoutFault]:
    if cards and not one_colour(cards) and not one_shape(cards):
        yield LayoutFault("mixed", "L30f", cards, place)
    if twice := duplicates(cards):
        yield LayoutFault("twice", "L30g", twice, place)
    if len(cards) < SMALLEST:
        yield LayoutFault("too_few", "L30f", cards, place)
