"""Views of a Qwirkle Cards game, and states sampled from them.

Players see everything but the hands of the others and the deck.
"""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.core.viewers import Viewer, sees
from quincunx.games.qwirkle_cards.cards import (
    FULL_DECK,
    CardKinds,
    card_texts,
    cards_from_texts,
    count_kinds,
    list_cards,
    subtract_counts,
)
from quincunx.games.qwirkle_cards.layouts.plays import can_play
from quincunx.games.qwirkle_cards.sets import all_cards, layout_from_texts, layout_texts
from quincunx.games.qwirkle_cards.state import QwirkleCardsState, QwirkleCardsView

MAX_SAMPLE_ATTEMPTS: Final = 100
"""How often hands are sampled anew until the hand on turn can play, or cannot, as is known."""


def winners(state: QwirkleCardsState) -> tuple[int, ...]:
    """Return the seats with the most Qwirkles."""
    most = max(map(len, state.qwirkles))
    return tuple(seat for seat, made in enumerate(state.qwirkles) if len(made) == most)


def view_state(state: QwirkleCardsState, viewer: Viewer) -> QwirkleCardsView:
    return QwirkleCardsView(
        seat=viewer if viewer is not None and viewer >= 0 else None,
        hands=tuple(
            card_texts(hand) if sees(viewer, seat) else None
            for seat, hand in enumerate(state.hands)
        ),
        sizes=tuple(map(len, state.hands)),
        deck=sum(state.deck),
        table=layout_texts(state.table),
        qwirkles=tuple(map(layout_texts, state.qwirkles)),
        turn=None if state.phase == "over" else state.turn,
        phase=state.phase,
        redrawn=state.redrawn,
        turns_left=state.turns_left,
        idle=state.idle,
        last=state.last,
        largest=state.largest,
        deals=state.deals,
        winners=winners(state) if state.phase == "over" else (),
        more_in_vain=state.more_in_vain,
    )


def sample_state(view: QwirkleCardsView, rng: Random) -> QwirkleCardsState:
    """Return a random state in which the viewer sees this view."""
    table, qwirkles = layout_from_texts(view.table), tuple(map(layout_from_texts, view.qwirkles))
    seen = [*all_cards(table), *(kind for made in qwirkles for kind in all_cards(made))]
    seen += [kind for hand in view.hands if hand is not None for kind in cards_from_texts(hand)]
    unseen = [*list_cards(subtract_counts(FULL_DECK, count_kinds(tuple(seen))))]
    hands = _sample_hands(view, unseen, rng)
    for _ in range(MAX_SAMPLE_ATTEMPTS):
        # All players know whether the seat on turn can play.
        if view.turn is None or can_play(table, hands[view.turn]) == (view.phase == "play"):
            break
        hands = _sample_hands(view, unseen, rng)
    held = sum(size for size, hand in zip(view.sizes, view.hands, strict=True) if hand is None)
    return QwirkleCardsState(
        hands=hands,
        deck=tuple(count_kinds(tuple(unseen[held:]))),
        table=table,
        qwirkles=qwirkles,
        turn=_last_seat(view) if view.turn is None else view.turn,
        phase=view.phase,
        redrawn=view.redrawn,
        turns_left=view.turns_left,
        idle=view.idle,
        last=view.last,
        largest=view.largest,
        deals=view.deals,
        more_in_vain=view.more_in_vain,
    )


def _sample_hands(view: QwirkleCardsView, unseen: list[int], rng: Random) -> tuple[CardKinds, ...]:
    """Shuffle the unseen cards and deal them to the hands that the viewer does not see."""
    rng.shuffle(unseen)
    hands, used = [], 0
    for hand, size in zip(view.hands, view.sizes, strict=True):
        if hand is not None:
            hands.append(cards_from_texts(hand))
        else:
            hands.append(tuple(sorted(unseen[used : used + size])))
            used += size
    return tuple(hands)


def _last_seat(view: QwirkleCardsView) -> int:
    return 0 if view.last is None else view.last.seat
