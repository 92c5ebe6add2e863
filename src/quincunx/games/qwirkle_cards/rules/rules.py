"""The rules of Qwirkle Cards: lay sets of one colour or one shape, rearrange, make sets of six."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves, Moves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Fault, Rules
from quincunx.core.support.tuples import replace_item
from quincunx.core.viewers import Viewer
from quincunx.games.qwirkle_cards.cards import (
    CARD_COUNT,
    FULL_DECK,
    HAND_SIZE,
    KIND_BY_TEXT,
    CardKinds,
    card_texts,
    cards_from_texts,
    count_kinds,
    list_cards,
    subtract_counts,
    without_cards,
)
from quincunx.games.qwirkle_cards.layouts.faults import (
    UNKNOWN_KIND,
    LayoutFault,
    find_faults,
    find_play_faults,
)
from quincunx.games.qwirkle_cards.layouts.plays import LegalPlays, can_play
from quincunx.games.qwirkle_cards.moves import (
    QwirkleCardsMove,
    QwirkleCardsPlay,
    Redraw,
    canonical_play,
    layout_after,
    played_cards,
)
from quincunx.games.qwirkle_cards.options import QwirkleCardsOptions
from quincunx.games.qwirkle_cards.rules.positions import set_up
from quincunx.games.qwirkle_cards.rules.views import sample_state, view_state, winners
from quincunx.games.qwirkle_cards.sets import (
    MIN_SET_SIZE,
    Layout,
    all_cards,
    is_layout,
    is_qwirkle,
    is_set,
    largest_set,
    layout_from_texts,
    layout_texts,
    sort_layout,
)
from quincunx.games.qwirkle_cards.state import (
    QwirkleCardsDraft,
    QwirkleCardsLastTurn,
    QwirkleCardsState,
    QwirkleCardsView,
)

MAX_FAILED_REDRAWS_PER_SEAT: Final = 3
"""With this many failed redraws for each seat and no play between them the game ends."""

_NO_MOVES: Final[ListedMoves[QwirkleCardsMove]] = ListedMoves(())
_REDRAW: Final[ListedMoves[QwirkleCardsMove]] = ListedMoves((Redraw(),))


class QwirkleCardsRules(
    Rules[QwirkleCardsState, QwirkleCardsMove, QwirkleCardsView, QwirkleCardsDraft]
):
    """Qwirkle Cards for 2 to 4 seats."""

    state_type = QwirkleCardsState
    view_type = QwirkleCardsView
    draft_type = QwirkleCardsDraft

    def __init__(self, options: QwirkleCardsOptions, seats: int) -> None:
        self.options = options
        self.seats = seats

    @property
    def max_log_entries(self) -> int:
        """Count the deal, plays that each draw a card, the last turns, and the redraws."""
        deck = CARD_COUNT - HAND_SIZE * self.seats
        decks_to_redraw_from = deck - HAND_SIZE + 1
        redraws = decks_to_redraw_from * MAX_FAILED_REDRAWS_PER_SEAT * self.seats
        return 1 + deck + self.seats + redraws

    # Transitions

    def setup(self, chance: Chance) -> tuple[QwirkleCardsState, Events]:
        events: list[Event] = []
        while True:
            # Each deal has its own stream, so that earlier hands tell nothing about the final ones.
            hands, deck = _deal(self.seats, f"deal {len(events) + 1}", chance)
            sizes = [largest_set(hand) for hand in hands]
            if max(sizes) >= MIN_SET_SIZE:
                break
            events.append(public_event("qwirkle_cards.event.dealt_again"))
        first = sizes.index(max(sizes))
        events.append(public_event("qwirkle_cards.event.dealt", seat=first, size=max(sizes)))
        state = QwirkleCardsState(
            hands=hands,
            deck=deck,
            table=(),
            qwirkles=((),) * self.seats,
            turn=first,
            largest=max(sizes),
            deals=len(events),
        )
        return state, tuple(events)

    def setup_with(
        self, table: Layout, hand: CardKinds, chance: Chance
    ) -> tuple[QwirkleCardsState, Events]:
        """Begin with this table and the hand of the first seat, which is on turn."""
        return set_up(self.seats, table, hand, chance)

    def apply(
        self, state: QwirkleCardsState, seat: int, move: QwirkleCardsMove, at: int, chance: Chance
    ) -> tuple[QwirkleCardsState, Events]:
        events: list[Event] = []
        match move:
            case Redraw():
                if state.phase != "redraw":
                    raise IllegalMove("qwirkle_cards.refusal.can_play", rule="qwirkle_cards:R5")
                state = _redraw(state, seat, chance, events)
            case QwirkleCardsPlay():
                if state.phase == "redraw":
                    raise IllegalMove("qwirkle_cards.refusal.redraw", rule="qwirkle_cards:R5")
                if not is_layout(move.old) or not is_layout(move.new):
                    raise LayoutFault("no_card", "L7").illegal()
                move = canonical_play(move.old, move.new)
                for fault in find_play_faults(state.table, state.hands[seat], move):
                    raise fault.illegal()
                state = _play(state, seat, move, chance, events)
        return state, tuple(events)

    def outcome(self, state: QwirkleCardsState) -> Outcome | None:
        if state.phase != "over":
            return None
        scores, won = tuple(map(len, state.qwirkles)), winners(state)
        kind = "shared" if len(won) > 1 else "most"
        reason = Message(f"qwirkle_cards.outcome.{kind}", {"seats": won, "qwirkles": max(scores)})
        return Outcome(won, scores, reason)

    # Whose move it is, and which moves are legal

    def active(self, state: QwirkleCardsState) -> tuple[int, ...]:
        return () if state.phase == "over" else (state.turn,)

    def legal_moves(self, state: QwirkleCardsState, seat: int) -> Moves[QwirkleCardsMove]:
        if seat not in self.active(state):
            return _NO_MOVES
        if state.phase == "redraw":
            return _REDRAW
        return LegalPlays(state.table, state.hands[seat])

    def can_take_back(self, before: QwirkleCardsState, seat: int, move: QwirkleCardsMove) -> bool:
        """Allow undo only at the end, when the hands of the others are known anyway.

        Before that, whether the next seat can play tells something about its hand.
        """
        others = [hand for other, hand in enumerate(before.hands) if other != seat and hand]
        return isinstance(move, QwirkleCardsPlay) and not any(before.deck) and len(others) <= 1

    # Views

    def view(self, state: QwirkleCardsState, viewer: Viewer) -> QwirkleCardsView:
        return view_state(state, viewer)

    def determinise(
        self,
        view: QwirkleCardsView,
        observations: Sequence[Observation[QwirkleCardsMove]],
        rng: Random,
    ) -> QwirkleCardsState:
        return sample_state(view, rng)

    # Drafts

    def drafting(self, state: QwirkleCardsState, seat: int) -> bool:
        return state.phase == "play" and seat == state.turn

    def check(self, view: QwirkleCardsView, draft: QwirkleCardsDraft) -> tuple[Fault, ...]:
        hand = view.hands[view.seat] if view.seat is not None else ()
        layout = tuple(
            tuple(KIND_BY_TEXT.get(card, UNKNOWN_KIND) for card in cards) for cards in draft.sets
        )
        faults = find_faults(layout_from_texts(view.table), cards_from_texts(hand or ()), layout)
        return tuple(fault.fault() for fault in faults)

    def progress(self, draft: QwirkleCardsDraft) -> int:
        """Return the number of cards in the draft, table and hand together."""
        return sum(map(len, draft.sets))

    def sample_draft(self, view: QwirkleCardsView, rng: Random) -> QwirkleCardsDraft:
        """Return the table with a set of some cards of the hand, legal or not."""
        hand = () if view.seat is None else view.hands[view.seat] or ()
        return QwirkleCardsDraft((*view.table, hand[: int(rng.random() * 4)]))

    # Invariants

    def audit(self, state: QwirkleCardsState) -> None:
        cards = [*list_cards(state.deck), *all_cards(state.table)]
        cards += [kind for hand in state.hands for kind in hand]
        cards += [kind for made in state.qwirkles for kind in all_cards(made)]
        self.audit_cards(count_kinds(tuple(cards)))
        assert all(is_set(cards) and not is_qwirkle(cards) for cards in state.table)
        assert all(is_qwirkle(cards) for made in state.qwirkles for cards in made)
        assert all(hand == tuple(sorted(hand)) and len(hand) <= HAND_SIZE for hand in state.hands)
        assert state.table == sort_layout(state.table)
        if any(state.deck):
            assert {len(hand) for hand in state.hands} == {HAND_SIZE}
            assert state.turns_left is None
        if state.phase == "play":
            assert can_play(state.table, state.hands[state.turn]), "the seat on turn can play"

    def audit_cards(self, counts: Sequence[int]) -> None:
        """Check the number of cards of each kind in deck, hands, table and Qwirkles together."""
        assert [*counts] == [*FULL_DECK], "no card is lost or made"


def _deal(seats: int, stream: str, chance: Chance) -> tuple[tuple[CardKinds, ...], tuple[int, ...]]:
    """Return a hand for each seat and the rest of the deck."""
    deck, hands = FULL_DECK, []
    for seat in range(seats):
        hand, deck = _draw((), deck, HAND_SIZE, seat, chance, stream)
        hands.append(hand)
    return tuple(hands), deck


def _draw(
    hand: CardKinds,
    deck: tuple[int, ...],
    count: int,
    seat: int,
    chance: Chance,
    stream: str = "deck",
) -> tuple[CardKinds, tuple[int, ...]]:
    """Return the hand and the deck after the seat has drawn so many cards."""
    if not count:
        return hand, deck
    drawn = chance.draw(stream, deck, count, to=seat)
    return tuple(sorted((*hand, *drawn))), tuple(subtract_counts(deck, count_kinds(drawn)))


def _drawn_event(seat: int, cards: CardKinds) -> Event:
    """Return the event of a draw, which names the cards only to the seat that drew them."""
    texts = card_texts(cards)
    return Event(
        Message("qwirkle_cards.event.drew", {"seat": seat, "count": len(cards)}),
        {seat: Message("qwirkle_cards.event.drew_these", {"seat": seat, "cards": texts})},
    )


def _play(
    state: QwirkleCardsState,
    seat: int,
    move: QwirkleCardsPlay,
    chance: Chance,
    events: list[Event],
) -> QwirkleCardsState:
    """Apply a legal play: lay the cards, take Qwirkles off the table, and refill the hand."""
    cards = played_cards(move)
    layout = layout_after(state.table, move)
    qwirkles = tuple(each for each in layout if is_qwirkle(each))
    kept = without_cards(state.hands[seat], cards)
    count = min(HAND_SIZE - len(kept), sum(state.deck))
    hand, deck = _draw(kept, state.deck, count, seat, chance)
    events.append(public_event("qwirkle_cards.event.played", seat=seat, cards=card_texts(cards)))
    events += [
        public_event("qwirkle_cards.event.qwirkle", seat=seat, cards=card_texts(each))
        for each in qwirkles
    ]
    turns_left = state.turns_left
    if count:
        events.append(_drawn_event(seat, without_cards(hand, kept)))
        if not any(deck):
            turns_left = len(state.hands) + 1
            events.append(public_event("qwirkle_cards.event.last_card", seat=seat))
    state = msgspec.structs.replace(
        state,
        hands=replace_item(state.hands, seat, hand),
        deck=deck,
        table=tuple(each for each in layout if not is_qwirkle(each)),
        qwirkles=replace_item(state.qwirkles, seat, state.qwirkles[seat] + qwirkles),
        turns_left=turns_left,
        idle=0,
        last=_last_turn(state, seat, move, qwirkles, count),
        more_in_vain=msgspec.UNSET,
    )
    return _next_turn(state, events)


def _last_turn(
    state: QwirkleCardsState, seat: int, move: QwirkleCardsPlay, qwirkles: Layout, drawn: int
) -> QwirkleCardsLastTurn:
    return QwirkleCardsLastTurn(
        seat=seat,
        cards=card_texts(played_cards(move)),
        old=layout_texts(move.old),
        new=layout_texts(move.new),
        qwirkles=layout_texts(qwirkles),
        drawn=drawn,
        redrawn=state.redrawn,
    )


def _redraw(
    state: QwirkleCardsState, seat: int, chance: Chance, events: list[Event]
) -> QwirkleCardsState:
    """Put the hand into the deck and draw as many cards; end the turn if no play exists still."""
    old = state.hands[seat]
    full = tuple(map(sum, zip(state.deck, count_kinds(old), strict=True)))
    hand, deck = _draw((), full, len(old), seat, chance)
    state = msgspec.structs.replace(
        state,
        hands=replace_item(state.hands, seat, hand),
        deck=deck,
        phase="play",
        redrawn=True,
        idle=0,
    )
    events.append(public_event("qwirkle_cards.event.redrew", seat=seat, count=len(old)))
    events.append(_drawn_event(seat, hand))
    if can_play(state.table, hand):
        return state
    events.append(public_event("qwirkle_cards.event.still_stuck", seat=seat))
    state = msgspec.structs.replace(
        state,
        last=QwirkleCardsLastTurn(seat, redrawn=True),
        more_in_vain=_failed_redraws(state) or msgspec.UNSET,
    )
    return _next_turn(state, events)


def _next_turn(state: QwirkleCardsState, events: list[Event]) -> QwirkleCardsState:
    """Give the turn to the next seat that can play or redraw, or end the game."""
    seats = len(state.hands)
    while True:
        turns_left = None if state.turns_left is None else state.turns_left - 1
        all_failed = _failed_redraws(state) >= MAX_FAILED_REDRAWS_PER_SEAT * seats
        if turns_left == 0 or state.idle == seats or all_failed:
            event = "all_stuck" if turns_left != 0 else "over"
            events.append(public_event(f"qwirkle_cards.event.{event}"))
            return msgspec.structs.replace(state, phase="over", turns_left=turns_left)
        seat = (state.turn + 1) % seats
        state = msgspec.structs.replace(
            state, turn=seat, phase="play", redrawn=False, turns_left=turns_left
        )
        hand = state.hands[seat]
        if can_play(state.table, hand):
            return state
        if turns_left is None and sum(state.deck) >= len(hand):
            events.append(public_event("qwirkle_cards.event.stuck", seat=seat))
            return msgspec.structs.replace(state, phase="redraw")
        events.append(public_event("qwirkle_cards.event.no_play", seat=seat))
        state = msgspec.structs.replace(state, idle=state.idle + 1)


def _failed_redraws(state: QwirkleCardsState) -> int:
    """Return the number of redraws since the last play after which no play existed either."""
    if state.last is None or state.last.cards:
        return 0
    return 1 + (state.more_in_vain or 0)
