"""Observations and actions of Qwirkle Cards as numbers. A play is made in steps.

The sets on the table lie in numbered slots. A seat first lifts the cards that it wants elsewhere,
then lays lifted cards and cards of its hand on sets or begins new sets with them, and finishes when
every set is right and every lifted card is laid again. While a set has fewer than three cards,
cards are laid on the first such set only: every play remains possible, and fewer steps are in vain.
`undo` returns to the beginning of the turn, so no step leads into a dead end.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.core.encoding import Encoding, Field, Layout, Mask, Vector, from_seat
from quincunx.core.support.tuples import replace_item
from quincunx.games.qwirkle_cards.cards import (
    CARD_COUNT,
    COPIES,
    HAND_SIZE,
    KINDS,
    SIX,
    count_kinds,
)
from quincunx.games.qwirkle_cards.layouts.bitsets import LINE_BITS, addable_kinds, bits_of, kinds_of
from quincunx.games.qwirkle_cards.layouts.division import COLOUR_LINE, SHAPE_LINE
from quincunx.games.qwirkle_cards.moves import (
    QwirkleCardsMove,
    QwirkleCardsPlay,
    Redraw,
    canonical_play,
)
from quincunx.games.qwirkle_cards.rules import QwirkleCardsRules
from quincunx.games.qwirkle_cards.sets import MIN_SET_SIZE
from quincunx.games.qwirkle_cards.sets import Layout as Sets
from quincunx.games.qwirkle_cards.state import QwirkleCardsState

SLOTS: Final = CARD_COUNT // MIN_SET_SIZE
"""The most sets that all cards can be laid out in."""
UNKNOWN: Final = -1
"""Stands for the number of turns left while nobody knows it."""
_MAX_QWIRKLES: Final = CARD_COUNT // SIX

ACTIONS: Final = Layout(
    Field("lay", (SLOTS, KINDS), "Lay a card on the set in a slot."),
    Field("lift", (SLOTS, KINDS), "Lift a card from the set in a slot; only before the first lay."),
    Field("start", (KINDS,), "Start a set with a card, in the first free slot."),
    Field("undo", (), "Undo all steps of this turn."),
    Field("finish", (), "End the turn with the sets as they are."),
    Field("redraw", (), "Redraw the hand, if no play exists."),
)
_LIFT, _START = ACTIONS.first("lift"), ACTIONS.first("start")
_UNDO, _FINISH, _REDRAW = (ACTIONS.first(name) for name in ("undo", "finish", "redraw"))
_KIND_NUMBERS: Final = np.arange(KINDS, dtype=np.int64)


class QwirkleCardsSteps(msgspec.Struct, frozen=True):
    """What the seat on turn has done so far in its turn."""

    slots: tuple[int, ...] = ()
    """By slot, the kinds of its set as bits; empty before the first step."""
    is_laying: bool = False
    """Whether a card has been laid, after which no card can be lifted."""


_NO_STEPS: Final = QwirkleCardsSteps()


class QwirkleCardsEncoding(Encoding[QwirkleCardsState, QwirkleCardsMove, QwirkleCardsSteps]):
    """The encoding of a table of Qwirkle Cards."""

    actions = ACTIONS
    no_draft = _NO_STEPS

    def __init__(self, rules: QwirkleCardsRules) -> None:
        self._rules = rules
        self.features = _features(rules.seats)

    def observe(
        self, state: QwirkleCardsState, seat: int, draft: QwirkleCardsSteps, at: int
    ) -> Vector:
        slots = _slots(state, draft)
        hand = np.array(count_kinds(state.hands[seat]), np.int16)
        pool = _pool(state, seat, slots)
        made = [kind for qwirkles in state.qwirkles for cards in qwirkles for kind in cards]
        seats = range(self._rules.seats)
        is_over = state.phase == "over"
        scalars = [
            *from_seat([*map(len, state.hands)], seat),
            *from_seat([*map(len, state.qwirkles)], seat),
            *from_seat([other == state.turn and not is_over for other in seats], seat),
            sum(state.deck),
            UNKNOWN if state.turns_left is None else state.turns_left,
            state.idle,
            state.phase == "redraw",
            state.redrawn,
            draft.is_laying,
        ]
        return np.concatenate(
            (
                _planes(slots).ravel().astype(np.int16),
                hand,
                pool,
                np.maximum(pool - hand, 0),
                np.array([*count_kinds(tuple(made)), *scalars], np.int16),
            )
        )

    def mask(self, state: QwirkleCardsState, seat: int, draft: QwirkleCardsSteps) -> Mask:
        mask = np.zeros(ACTIONS.size, np.int8)
        if seat != state.turn or state.phase == "over":
            return mask
        if state.phase == "redraw":
            mask[_REDRAW] = 1
            return mask
        slots, pool = _slots(state, draft), _pool(state, seat, _slots(state, draft))
        in_pool, incomplete = bits_of(map(int, np.flatnonzero(pool))), _first_incomplete(slots)
        fitting = [
            _fitting(bits) & in_pool if incomplete in (None, slot) else 0
            for slot, bits in enumerate(slots)
        ]
        mask[:_LIFT] = _planes(tuple(fitting)).ravel()
        if not draft.is_laying:
            mask[_LIFT:_START] = _planes(slots).ravel()
        if incomplete is None and 0 in slots:
            mask[_START:_UNDO] = pool > 0
        mask[_UNDO] = bool(draft.slots)
        mask[_FINISH] = _is_finished(state, seat, slots, pool)
        return mask

    def encode(
        self, state: QwirkleCardsState, seat: int, move: QwirkleCardsMove
    ) -> tuple[int, ...]:
        if isinstance(move, Redraw):
            return (_REDRAW,)
        slots = list(_slots(state, _NO_STEPS))
        goals = _goals(state.table, move)
        lifts, lays, more_lays = [], [], []
        for slot, goal in goals.slots.items():
            lifts += [_LIFT + slot * KINDS + kind for kind in kinds_of(slots[slot] & ~goal)]
            added = [slot * KINDS + kind for kind in kinds_of(goal & ~slots[slot])]
            lacking = max(0, MIN_SET_SIZE - (slots[slot] & goal).bit_count())
            lays += added[:lacking]
            more_lays += added[lacking:]
            slots[slot] = goal
        lays += more_lays
        for goal in goals.new:
            slot = slots.index(0)
            first, *others = kinds_of(goal)
            lays += [_START + first, *(slot * KINDS + kind for kind in others)]
            slots[slot] = goal
        return (*lifts, *lays, _FINISH)

    def step(
        self, state: QwirkleCardsState, seat: int, draft: QwirkleCardsSteps, action: int
    ) -> tuple[QwirkleCardsSteps, QwirkleCardsMove | None]:
        slots = _slots(state, draft)
        if action == _REDRAW:
            return _NO_STEPS, Redraw()
        if action == _UNDO:
            return _NO_STEPS, None
        if action == _FINISH:
            after = tuple(kinds_of(bits) for bits in slots if bits)
            return _NO_STEPS, canonical_play(state.table, after)
        slot, kind = divmod(action % _LIFT, KINDS)
        if action >= _START:
            slot, kind = slots.index(0), action - _START
        is_lift = _LIFT <= action < _START
        after_step = replace_item(slots, slot, slots[slot] ^ 1 << kind)
        return QwirkleCardsSteps(after_step, is_laying=not is_lift), None


def _features(seats: int) -> Layout:
    def of_each_kind(name: str, about: str) -> Field:
        return Field(name, (KINDS,), about, high=COPIES)

    return Layout(
        Field("sets", (SLOTS, KINDS), "The cards of the set in each slot, with the steps so far."),
        of_each_kind("hand", "The cards of the hand at the beginning of the turn, by kind."),
        of_each_kind("pool", "The cards that can be laid: those of the hand and those lifted."),
        of_each_kind("must_lay", "The cards of the pool that have to be laid again."),
        of_each_kind("gone", "The cards that are in Qwirkles."),
        Field("hand_sizes", (seats,), "The number of cards in each hand.", high=HAND_SIZE),
        Field("qwirkles", (seats,), "The Qwirkles of each seat.", high=_MAX_QWIRKLES),
        Field("turn", (seats,), "The seat on turn."),
        Field("deck", (), "The number of cards in the deck.", high=CARD_COUNT),
        Field(
            "turns_left",
            (),
            f"The number of turns left; {UNKNOWN} while there are cards in the deck.",
            low=UNKNOWN,
            high=seats + 1,
        ),
        Field("idle", (), "The turns in a row without a play and without a redraw.", high=seats),
        Field("must_redraw", (), "Whether the seat on turn has to redraw its hand."),
        Field("redrawn", (), "Whether it has redrawn it in this turn."),
        Field("laying", (), "Whether a card has been laid in this turn, so that none is lifted."),
    )


def _slots(state: QwirkleCardsState, draft: QwirkleCardsSteps) -> tuple[int, ...]:
    return draft.slots or _slots_of(state.table)


@lru_cache(1024)
def _slots_of(table: Sets) -> tuple[int, ...]:
    return (*map(bits_of, table), *[0] * (SLOTS - len(table)))


@lru_cache(1024)
def _planes(slots: tuple[int, ...]) -> NDArray[np.int8]:
    """Return for each slot which kinds are in a set of bits."""
    bits = np.array(slots, np.int64)
    return (bits[:, None] >> _KIND_NUMBERS & 1).astype(np.int8)


def _pool(state: QwirkleCardsState, seat: int, slots: tuple[int, ...]) -> Vector:
    """Return how many cards of each kind the seat can lay: those of its hand and those lifted."""
    there = _planes(_slots_of(state.table)).sum(axis=0, dtype=np.int16)
    laid = _planes(slots).sum(axis=0, dtype=np.int16)
    pool: Vector = np.array(count_kinds(state.hands[seat]), np.int16) + there - laid
    return pool


def _fitting(bits: int) -> int:
    """Return the kinds that can be laid on a set, complete or not; none on a free slot."""
    if not bits:
        return 0
    if bits.bit_count() > 1:
        return addable_kinds(bits)
    kind = bits.bit_length() - 1
    return (LINE_BITS[COLOUR_LINE[kind]] | LINE_BITS[SHAPE_LINE[kind]]) & ~bits


def _first_incomplete(slots: tuple[int, ...]) -> int | None:
    """Return the first slot with a set of fewer than three cards."""
    return next(
        (slot for slot, bits in enumerate(slots) if 0 < bits.bit_count() < MIN_SET_SIZE), None
    )


def _is_finished(state: QwirkleCardsState, seat: int, slots: tuple[int, ...], pool: Vector) -> bool:
    """Whether every set is right, every lifted card is laid, and a card of the hand too."""
    if _first_incomplete(slots) is not None:
        return False
    hand = state.hands[seat]
    returned = bool((pool <= np.array(count_kinds(hand), np.int16)).all())
    return returned and int(pool.sum()) < len(hand)


class _Goals(msgspec.Struct, frozen=True):
    """What the slots are to hold after a play."""

    slots: dict[int, int]
    """By slot of a set that is taken apart, the set that grows from it as bits, or 0."""
    new: tuple[int, ...]
    """The sets that grow from nothing."""


def _goals(table: Sets, play: QwirkleCardsPlay) -> _Goals:
    """Let the new sets grow from the old ones with which they share the most cards."""
    old: dict[int, int] = {}
    for cards in play.old:
        slot = next(slot for slot, each in enumerate(table) if each == cards and slot not in old)
        old[slot] = bits_of(cards)
    new = [*map(bits_of, play.new)]
    pairs = [
        ((bits & goal).bit_count(), slot, number)
        for slot, bits in old.items()
        for number, goal in enumerate(new)
        if bits & goal
    ]
    slots: dict[int, int] = {}
    used: set[int] = set()
    for _, slot, number in sorted(pairs, key=lambda pair: (-pair[0], *pair[1:])):
        if slot not in slots and number not in used:
            slots[slot] = new[number]
            used.add(number)
    emptied = {slot: 0 for slot in old if slot not in slots}
    return _Goals(
        dict(sorted({**slots, **emptied}.items())),
        tuple(goal for number, goal in enumerate(new) if number not in used),
    )
