"""The state of a game of Qwirkle Cards, the view of it, and drafts."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from quincunx.games.qwirkle_cards.cards import CARD_COUNT, CardKinds, CardTexts
from quincunx.games.qwirkle_cards.sets import Layout

QwirkleCardsPhase = Literal["play", "redraw", "over"]


class QwirkleCardsLastTurn(msgspec.Struct, frozen=True):
    """The turn that ended last, kept so that viewers can see what happened."""

    seat: int
    cards: CardTexts = ()
    """The cards played from the hand; empty if the seat could not play."""
    old: tuple[CardTexts, ...] = ()
    """The sets that were taken apart."""
    new: tuple[CardTexts, ...] = ()
    """The sets that were laid, Qwirkles included."""
    qwirkles: tuple[CardTexts, ...] = ()
    drawn: int = 0
    redrawn: bool = False
    """Whether the hand was redrawn in this turn."""


class QwirkleCardsState(msgspec.Struct, frozen=True):
    """The complete state."""

    hands: tuple[CardKinds, ...]
    deck: tuple[int, ...]
    """The number of cards of each kind; the deck has no order until it is drawn from."""
    table: Layout
    qwirkles: tuple[Layout, ...]
    """The Qwirkles of each seat, in the order in which they were made."""
    turn: int
    phase: QwirkleCardsPhase = "play"
    redrawn: bool = False
    """Whether the seat on turn has redrawn its hand in this turn."""
    turns_left: int | None = None
    """The number of turns left after the last card was drawn; `None` before that."""
    idle: int = 0
    """The number of turns in a row that ended without a play and without a redraw."""
    last: QwirkleCardsLastTurn | None = None
    largest: int = 0
    """The size of the largest set in a dealt hand, which decides the first seat."""
    deals: int = 1
    """How often the cards were dealt until a hand held a set."""
    more_in_vain: int | msgspec.UnsetType = msgspec.UNSET
    """The number of failed redraws since the last play, not counting the first, which is in `last`.

    Unset instead of 0, so that records from before this field keep their digests.
    """


class QwirkleCardsView(msgspec.Struct, frozen=True):
    """What a viewer sees: everything but the hands of the others and the deck."""

    seat: int | None
    hands: tuple[CardTexts | None, ...]
    sizes: tuple[int, ...]
    """The number of cards in each hand."""
    deck: int
    """The number of cards in the deck."""
    table: tuple[CardTexts, ...]
    qwirkles: tuple[tuple[CardTexts, ...], ...]
    turn: int | None
    phase: QwirkleCardsPhase
    redrawn: bool
    turns_left: int | None
    idle: int
    last: QwirkleCardsLastTurn | None
    largest: int
    deals: int
    winners: tuple[int, ...]
    more_in_vain: int | msgspec.UnsetType = msgspec.UNSET


DraftCard = Annotated[str, msgspec.Meta(max_length=2)]
DraftSet = Annotated[tuple[DraftCard, ...], msgspec.Meta(max_length=CARD_COUNT)]


class QwirkleCardsDraft(msgspec.Struct, frozen=True):
    """The layout that the seat on turn is working on, with cards of its hand.

    It can hold no more cards than the game has.
    """

    sets: Annotated[tuple[DraftSet, ...], msgspec.Meta(max_length=CARD_COUNT)]

    def __post_init__(self) -> None:
        if sum(map(len, self.sets)) > CARD_COUNT:
            raise ValueError(f"A draft has at most {CARD_COUNT} cards.")
