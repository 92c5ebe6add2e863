"""States set up from a table and the hand of the seat on turn."""

from __future__ import annotations

from quincunx.core.chance import Chance, Deck, deck_without
from quincunx.core.errors import MalformedPosition
from quincunx.core.events import Events, public_event
from quincunx.games.qwirkle_cards.cards import FULL_DECK, HAND_SIZE, SIX, CardKinds
from quincunx.games.qwirkle_cards.layouts.plays import can_play
from quincunx.games.qwirkle_cards.layouts.qwirkles import most_disjoint_qwirkles
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, sort_layout
from quincunx.games.qwirkle_cards.state import QwirkleCardsState


def set_up(
    seats: int, table: Layout, hand: CardKinds, chance: Chance
) -> tuple[QwirkleCardsState, Events]:
    """Return a state in which the first seat is on turn with this hand, and its events.

    The other hands are dealt from the other cards. A hand of fewer than nine cards occurs only in
    the last round, when the deck is empty: the other cards are then in hands and in Qwirkles.
    """
    unseen = deck_without(FULL_DECK, (*all_cards(table), *hand))
    made: Layout = ()
    if len(hand) < HAND_SIZE:
        made = _choose_qwirkles(unseen, HAND_SIZE * (seats - 1), chance)
        unseen = deck_without(unseen, all_cards(made))
    others, deck = _deal_others(seats, unseen, chance)
    is_last_round = not any(deck)
    playable = can_play(table, hand)
    if not playable and sum(deck) < HAND_SIZE:
        raise MalformedPosition("qwirkle_cards.refusal.position_stuck")
    state = QwirkleCardsState(
        hands=(hand, *others),
        deck=deck,
        table=table,
        qwirkles=tuple(sort_layout(made[seat::seats]) for seat in range(seats)),
        turn=0,
        phase="play" if playable else "redraw",
        turns_left=seats if is_last_round else None,
    )
    return state, () if playable else (public_event("qwirkle_cards.event.stuck", seat=0),)


def _choose_qwirkles(unseen: Deck, most_left: int, chance: Chance) -> Layout:
    """Return Qwirkles of the unseen cards, so many that the rest fits into the other hands."""
    found = most_disjoint_qwirkles(unseen)
    count = -(-max(0, sum(unseen) - most_left) // SIX)
    if len(found) < count:
        raise MalformedPosition("qwirkle_cards.refusal.position_short_hand")
    return tuple([found[number] for number in chance.draw("qwirkles", (1,) * len(found), count)])


def _deal_others(seats: int, unseen: Deck, chance: Chance) -> tuple[list[CardKinds], Deck]:
    """Deal full hands to all seats but the first, or equal shares if there are too few cards."""
    hands: list[CardKinds] = []
    for seat in range(1, seats):
        share = -(-sum(unseen) // (seats - seat))
        cards, unseen = chance.deal("deal", unseen, min(HAND_SIZE, share), to=seat)
        hands.append(tuple(sorted(cards)))
    return hands, unseen
