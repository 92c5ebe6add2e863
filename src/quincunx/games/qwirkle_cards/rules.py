"""Qwirkle Cards: lay sets of one colour or one shape, rearrange the table, make sets of six."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated, Final, Literal

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves, Moves
from quincunx.core.observation import Observation
from quincunx.core.options import Options
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Fault, Rules
from quincunx.core.support.tuples import replace_item
from quincunx.core.viewers import Viewer, sees
from quincunx.games.qwirkle_cards.cards import (
    CARD,
    FULL_DECK,
    KINDS,
    TEXT,
    Cards,
    counted,
    listed,
)
from quincunx.games.qwirkle_cards.layouts.faults import LayoutFault, wrongs
from quincunx.games.qwirkle_cards.layouts.plays import can_play, sample_play, simple_plays
from quincunx.games.qwirkle_cards.moves import (
    QwirkleCardsMove,
    QwirkleCardsPlay,
    Redraw,
    play,
    played_cards,
)
from quincunx.games.qwirkle_cards.sets import (
    SMALLEST,
    Layout,
    all_cards,
    in_order,
    is_qwirkle,
    is_set,
    largest_set,
)

SEATS: Final = range(2, 5)
HAND: Final = 9
ALL_CARDS: Final = sum(FULL_DECK)
ROUNDS_IN_VAIN: Final = 3
"""The game ends after so many redraws in vain for each seat with no play between them."""

Phase = Literal["play", "redraw", "over"]
Texts = tuple[str, ...]


class QwirkleCardsOptions(Options, frozen=True, kw_only=True):
    """A whole game, or one turn of it."""

    puzzle: bool = False


class QwirkleCardsLastTurn(msgspec.Struct, frozen=True):
    """The turn that ended last: people want to see it."""

    seat: int
    cards: Texts = ()
    """From the hand; none if nothing could be played."""
    old: tuple[Texts, ...] = ()
    new: tuple[Texts, ...] = ()
    qwirkles: tuple[Texts, ...] = ()
    drawn: int = 0
    redrawn: bool = False


class QwirkleCardsState(msgspec.Struct, frozen=True):
    """All there is."""

    hands: tuple[Cards, ...]
    deck: tuple[int, ...]
    table: Layout
    qwirkles: tuple[Layout, ...]
    """By seat, in the order in which they were made."""
    turn: int
    phase: Phase = "play"
    redrawn: bool = False
    """Whether the seat on turn has a new hand since its turn began."""
    turns_left: int | None = None
    """Since the last card was drawn."""
    idle: int = 0
    """How many turns in a row ended without a play and without a redraw."""
    last: QwirkleCardsLastTurn | None = None
    largest: int = 0
    """The size of the largest set that anybody was dealt: it says who begins."""
    deals: int = 1
    """How often the cards were dealt until somebody had a set."""
    more_in_vain: int | msgspec.UnsetType = msgspec.UNSET
    """How many redraws in vain came since the last play after the first, which `last` shows.

    Unset while there are none, so that records from before this field keep their digests.
    """


class QwirkleCardsView(msgspec.Struct, frozen=True):
    """What a viewer sees: the table, and their own hand."""

    seat: int | None
    hands: tuple[Texts | None, ...]
    sizes: tuple[int, ...]
    """Of the hands."""
    deck: int
    table: tuple[Texts, ...]
    qwirkles: tuple[tuple[Texts, ...], ...]
    turn: int | None
    phase: Phase
    redrawn: bool
    turns_left: int | None
    idle: int
    last: QwirkleCardsLastTurn | None
    largest: int
    deals: int
    winners: tuple[int, ...]
    more_in_vain: int | msgspec.UnsetType = msgspec.UNSET


DraftCard = Annotated[str, msgspec.Meta(max_length=2)]
DraftSet = Annotated[tuple[DraftCard, ...], msgspec.Meta(max_length=ALL_CARDS)]


class QwirkleCardsDraft(msgspec.Struct, frozen=True):
    """The table as the seat on turn has laid it out so far, cards of its hand included.

    It holds no more cards than the game has.
    """

    sets: Annotated[tuple[DraftSet, ...], msgspec.Meta(max_length=ALL_CARDS)]

    def __post_init__(self) -> None:
        if sum(map(len, self.sets)) > ALL_CARDS:
            raise ValueError(f"A draft has at most {ALL_CARDS} cards.")


class LegalPlays(Moves[QwirkleCardsMove]):
    """Too many to list: the simple ones are, the others are found when they are asked for."""

    complete = False

    def __init__(self, table: Layout, hand: Cards) -> None:
        self._table = table
        self._hand = hand

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, QwirkleCardsPlay):
            return False
        return next(_wrong(self._table, self._hand, play(move.old, move.new)), None) is None

    def __iter__(self) -> Iterator[QwirkleCardsMove]:
        return iter(simple_plays(self._table, self._hand))

    def sample(self, rng: Random) -> QwirkleCardsMove:
        return sample_play(self._table, self._hand, rng)


_NOTHING: Final[ListedMoves[QwirkleCardsMove]] = ListedMoves(())
_REDRAW: Final[ListedMoves[QwirkleCardsMove]] = ListedMoves((Redraw(),))


class QwirkleCardsRules(
    Rules[QwirkleCardsState, QwirkleCardsMove, QwirkleCardsView, QwirkleCardsDraft]
):
    """For 2 to 4 seats."""

    state_type = QwirkleCardsState
    view_type = QwirkleCardsView
    draft_type = QwirkleCardsDraft

    def __init__(self, options: QwirkleCardsOptions, seats: int) -> None:
        self.options = options
        self.seats = seats

    @property
    def max_log_entries(self) -> int:
        """The deal, plays that each draw a card, the last turns, and redraws between plays."""
        deck = ALL_CARDS - HAND * self.seats
        decks_to_redraw_from = deck - HAND + 1
        redraws = decks_to_redraw_from * ROUNDS_IN_VAIN * self.seats
        return 1 + deck + self.seats + redraws

    # How the game goes

    def setup(self, chance: Chance) -> tuple[QwirkleCardsState, Events]:
        events: list[Event] = []
        while True:
            # A stream for each deal: what others held before tells nothing about what one gets.
            hands, deck = self._deal(f"deal {len(events) + 1}", chance)
            sizes = [largest_set(hand) for hand in hands]
            if max(sizes) >= SMALLEST:
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

    def _deal(self, stream: str, chance: Chance) -> tuple[tuple[Cards, ...], tuple[int, ...]]:
        deck, hands = FULL_DECK, []
        for seat in range(self.seats):
            hand, deck = _drawn((), deck, HAND, seat, chance, stream)
            hands.append(hand)
        return tuple(hands), deck

    def active(self, state: QwirkleCardsState) -> tuple[int, ...]:
        return () if state.phase == "over" else (state.turn,)

    def moves(self, state: QwirkleCardsState, seat: int) -> Moves[QwirkleCardsMove]:
        if seat not in self.active(state):
            return _NOTHING
        if state.phase == "redraw":
            return _REDRAW
        return LegalPlays(state.table, state.hands[seat])

    def apply(
        self, state: QwirkleCardsState, seat: int, move: QwirkleCardsMove, at: int, chance: Chance
    ) -> tuple[QwirkleCardsState, Events]:
        match move:
            case Redraw():
                if state.phase != "redraw":
                    raise IllegalMove("qwirkle_cards.refusal.can_play", rule="qwirkle_cards:R5")
                return self._redraw(state, seat, chance)
            case QwirkleCardsPlay():
                if state.phase == "redraw":
                    raise IllegalMove("qwirkle_cards.refusal.redraw", rule="qwirkle_cards:R5")
                move = play(move.old, move.new)
                for wrong in _wrong(state.table, state.hands[seat], move):
                    raise wrong.illegal()
                return self._play(state, seat, move, chance)

    def _play(
        self, state: QwirkleCardsState, seat: int, move: QwirkleCardsPlay, chance: Chance
    ) -> tuple[QwirkleCardsState, Events]:
        cards = played_cards(move)
        layout = _after(state.table, move)
        made = tuple(each for each in layout if is_qwirkle(each))
        hand = _less(state.hands[seat], cards)
        count = min(HAND - len(hand), sum(state.deck))
        hand, deck = _drawn(hand, state.deck, count, seat, chance)
        events = [public_event("qwirkle_cards.event.played", seat=seat, cards=_texts(cards))]
        events += [
            public_event("qwirkle_cards.event.qwirkle", seat=seat, cards=_texts(each))
            for each in made
        ]
        if count:
            events.append(_drew(seat, _less(hand, _less(state.hands[seat], cards))))
        left = state.turns_left
        if count and not any(deck):
            left = self.seats + 1
            events.append(public_event("qwirkle_cards.event.last_card", seat=seat))
        last = QwirkleCardsLastTurn(
            seat,
            _texts(cards),
            _shown(move.old),
            _shown(move.new),
            _shown(made),
            count,
            state.redrawn,
        )
        state = msgspec.structs.replace(
            state,
            hands=replace_item(state.hands, seat, hand),
            deck=deck,
            table=tuple(each for each in layout if not is_qwirkle(each)),
            qwirkles=replace_item(state.qwirkles, seat, state.qwirkles[seat] + made),
            turns_left=left,
            idle=0,
            last=last,
            more_in_vain=msgspec.UNSET,
        )
        return self._over_to_the_next(state, events), tuple(events)

    def _redraw(
        self, state: QwirkleCardsState, seat: int, chance: Chance
    ) -> tuple[QwirkleCardsState, Events]:
        """The hand goes into the deck, and as many cards come back."""
        old = state.hands[seat]
        full = tuple(map(sum, zip(state.deck, counted(old), strict=True)))
        hand, deck = _drawn((), full, len(old), seat, chance)
        state = msgspec.structs.replace(
            state,
            hands=replace_item(state.hands, seat, hand),
            deck=deck,
            phase="play",
            redrawn=True,
            idle=0,
        )
        events = [
            public_event("qwirkle_cards.event.redrew", seat=seat, count=len(old)),
            _drew(seat, hand),
        ]
        if not can_play(state.table, hand):
            events.append(public_event("qwirkle_cards.event.still_stuck", seat=seat))
            state = msgspec.structs.replace(
                state,
                last=QwirkleCardsLastTurn(seat, redrawn=True),
                more_in_vain=_redraws_in_vain(state) or msgspec.UNSET,
            )
            state = self._over_to_the_next(state, events)
        return state, tuple(events)

    def _over_to_the_next(self, state: QwirkleCardsState, events: list[Event]) -> QwirkleCardsState:
        """The turn is over; whoever is next and can do something is on turn."""
        while True:
            left = None if state.turns_left is None else state.turns_left - 1
            in_vain = _redraws_in_vain(state) >= ROUNDS_IN_VAIN * self.seats
            if left == 0 or state.idle == self.seats or in_vain:
                event = "all_stuck" if left != 0 else "over"
                events.append(public_event(f"qwirkle_cards.event.{event}"))
                return msgspec.structs.replace(state, phase="over", turns_left=left)
            seat = (state.turn + 1) % self.seats
            state = msgspec.structs.replace(
                state, turn=seat, phase="play", redrawn=False, turns_left=left
            )
            hand = state.hands[seat]
            if can_play(state.table, hand):
                return state
            if left is None and sum(state.deck) >= len(hand):
                events.append(public_event("qwirkle_cards.event.stuck", seat=seat))
                return msgspec.structs.replace(state, phase="redraw")
            events.append(public_event("qwirkle_cards.event.no_play", seat=seat))
            state = msgspec.structs.replace(state, idle=state.idle + 1)

    def outcome(self, state: QwirkleCardsState) -> Outcome | None:
        if state.phase != "over":
            return None
        scores, winners = _scores(state), _winners(state)
        kind = "shared" if len(winners) > 1 else "most"
        reason = Message(
            f"qwirkle_cards.outcome.{kind}", {"seats": winners, "qwirkles": max(scores)}
        )
        return Outcome(winners, scores, reason)

    # Who knows what: everybody all but the hands and the deck

    def view(self, state: QwirkleCardsState, viewer: Viewer) -> QwirkleCardsView:
        return QwirkleCardsView(
            seat=viewer if viewer is not None and viewer >= 0 else None,
            hands=tuple(
                _texts(hand) if sees(viewer, seat) else None
                for seat, hand in enumerate(state.hands)
            ),
            sizes=tuple(map(len, state.hands)),
            deck=sum(state.deck),
            table=_shown(state.table),
            qwirkles=tuple(map(_shown, state.qwirkles)),
            turn=None if state.phase == "over" else state.turn,
            phase=state.phase,
            redrawn=state.redrawn,
            turns_left=state.turns_left,
            idle=state.idle,
            last=state.last,
            largest=state.largest,
            deals=state.deals,
            winners=_winners(state) if state.phase == "over" else (),
            more_in_vain=state.more_in_vain,
        )

    def determinise(
        self,
        view: QwirkleCardsView,
        observations: Sequence[Observation[QwirkleCardsMove]],
        rng: Random,
    ) -> QwirkleCardsState:
        table, qwirkles = _read(view.table), tuple(map(_read, view.qwirkles))
        known = [hand for hand in view.hands if hand is not None]
        seen = [*all_cards(table), *(kind for made in qwirkles for kind in all_cards(made))]
        seen += [CARD[card] for hand in known for card in hand]
        unseen = [*listed(_minus(FULL_DECK, counted(tuple(seen))))]
        hands = _imagined(view, unseen, rng)
        for _ in range(_TRIES):
            # Everybody knows whether the seat on turn can play.
            if view.turn is None or can_play(table, hands[view.turn]) == (view.phase == "play"):
                break
            hands = _imagined(view, unseen, rng)
        held = sum(size for size, hand in zip(view.sizes, view.hands, strict=True) if hand is None)
        return QwirkleCardsState(
            hands=hands,
            deck=tuple(counted(tuple(unseen[held:]))),
            table=table,
            qwirkles=qwirkles,
            turn=self._whose(view),
            phase=view.phase,
            redrawn=view.redrawn,
            turns_left=view.turns_left,
            idle=view.idle,
            last=view.last,
            largest=view.largest,
            deals=view.deals,
            more_in_vain=view.more_in_vain,
        )

    def _whose(self, view: QwirkleCardsView) -> int:
        if view.turn is not None:
            return view.turn
        return 0 if view.last is None else view.last.seat

    def can_take_back(self, before: QwirkleCardsState, seat: int, move: QwirkleCardsMove) -> bool:
        """Whether others can play next tells about their cards, unless those are known anyway."""
        others = [hand for other, hand in enumerate(before.hands) if other != seat and hand]
        return isinstance(move, QwirkleCardsPlay) and not any(before.deck) and len(others) <= 1

    # Drafts

    def drafting(self, state: QwirkleCardsState, seat: int) -> bool:
        return state.phase == "play" and seat == state.turn

    def check(self, view: QwirkleCardsView, draft: QwirkleCardsDraft) -> tuple[Fault, ...]:
        hand = view.hands[view.seat] if view.seat is not None else ()
        cards = tuple(CARD[card] for card in hand or ())
        found = wrongs(_read(view.table), cards, _as_drawn(draft))
        return tuple(wrong.fault() for wrong in found)

    def progress(self, draft: QwirkleCardsDraft) -> int:
        """How many cards lie on the table, those of the hand included."""
        return sum(map(len, draft.sets))

    def sample_draft(self, view: QwirkleCardsView, rng: Random) -> QwirkleCardsDraft:
        """Some cards of the hand in a set of their own, right or wrong."""
        hand = () if view.seat is None else view.hands[view.seat] or ()
        return QwirkleCardsDraft((*view.table, hand[: int(rng.random() * 4)]))

    def audit(self, state: QwirkleCardsState) -> None:
        everywhere = [*listed(state.deck), *all_cards(state.table)]
        everywhere += [kind for hand in state.hands for kind in hand]
        everywhere += [kind for made in state.qwirkles for kind in all_cards(made)]
        self._audit_cards(counted(tuple(everywhere)))
        assert all(is_set(cards) and not is_qwirkle(cards) for cards in state.table)
        assert all(is_qwirkle(cards) for made in state.qwirkles for cards in made)
        assert all(hand == tuple(sorted(hand)) and len(hand) <= HAND for hand in state.hands)
        assert state.table == in_order(state.table)
        if any(state.deck):
            assert {len(hand) for hand in state.hands} == {HAND}
            assert state.turns_left is None
        if state.phase == "play":
            assert can_play(state.table, state.hands[state.turn]), "who cannot play is not asked"

    def _audit_cards(self, cards: Sequence[int]) -> None:
        assert [*cards] == [*FULL_DECK], "no card is lost or made"


_TRIES: Final = 100


def _imagined(view: QwirkleCardsView, unseen: list[int], rng: Random) -> tuple[Cards, ...]:
    """Hands from the unseen cards, shuffled for it, for those that are not known."""
    rng.shuffle(unseen)
    hands, used = [], 0
    for hand, size in zip(view.hands, view.sizes, strict=True):
        if hand is not None:
            hands.append(tuple(CARD[card] for card in hand))
        else:
            hands.append(tuple(sorted(unseen[used : used + size])))
            used += size
    return tuple(hands)


def _wrong(table: Layout, hand: Cards, move: QwirkleCardsPlay) -> Iterator[LayoutFault]:
    """What is wrong with a play, the first thing first."""
    missing = Counter(in_order(move.old)) - Counter(table)
    if missing:
        yield LayoutFault("not_on_the_table", "L39a", cards=next(iter(missing)))
    else:
        yield from wrongs(table, hand, _after(table, move))


def _after(table: Layout, move: QwirkleCardsPlay) -> Layout:
    return in_order([*(Counter(table) - Counter(in_order(move.old))).elements(), *move.new])


def _drawn(
    hand: Cards,
    deck: tuple[int, ...],
    count: int,
    seat: int,
    chance: Chance,
    stream: str = "deck",
) -> tuple[Cards, tuple[int, ...]]:
    """The hand with so many cards more, and the deck with so many less."""
    if not count:
        return hand, deck
    drawn = chance.draw(stream, deck, count, to=seat)
    return tuple(sorted((*hand, *drawn))), tuple(_minus(deck, counted(drawn)))


def _drew(seat: int, cards: Cards) -> Event:
    return Event(
        Message("qwirkle_cards.event.drew", {"seat": seat, "count": len(cards)}),
        {seat: Message("qwirkle_cards.event.drew_these", {"seat": seat, "cards": _texts(cards)})},
    )


def _less(hand: Cards, cards: Cards) -> Cards:
    return tuple(sorted((Counter(hand) - Counter(cards)).elements()))


def _minus(counts: Sequence[int], others: Sequence[int]) -> list[int]:
    return [count - other for count, other in zip(counts, others, strict=True)]


def _texts(cards: Cards) -> Texts:
    return tuple([TEXT[kind] for kind in cards])


def _shown(layout: Layout) -> tuple[Texts, ...]:
    return tuple([_texts(cards) for cards in layout])


def _read(layout: tuple[Texts, ...]) -> Layout:
    return tuple(tuple(CARD[card] for card in cards) for cards in layout)


def _as_drawn(draft: QwirkleCardsDraft) -> Layout:
    """The draft's sets in its own order; what is no card at all counts as none."""
    return tuple(tuple(CARD.get(card, KINDS) for card in cards) for cards in draft.sets)


def _redraws_in_vain(state: QwirkleCardsState) -> int:
    """How many hands were redrawn since the last play and could not play either."""
    if state.last is None or state.last.cards:
        return 0
    return 1 + (state.more_in_vain or 0)


def _scores(state: QwirkleCardsState) -> tuple[int, ...]:
    return tuple(map(len, state.qwirkles))


def _winners(state: QwirkleCardsState) -> tuple[int, ...]:
    scores = _scores(state)
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))
