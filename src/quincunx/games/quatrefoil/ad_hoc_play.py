"""Playing beside others whose conventions one does not share.

One keeps the deals that fit one's own cards, what lies open and the signals seen: at most 144 of
them. Others' actions are not read as a code; it is only taken for less likely that somebody moved
their own token away from its place, or did not bring the whole nearer. One picks the move after
which the fewest moves are to be expected, looking one turn further: the signals will tell deals
apart, and the next seat will know its own cards and do what is best for them. After that the
distance counts, plus something for each doubling of the deals still not told apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from quincunx.games.quatrefoil.conventions.situations import (
    ALL_UP,
    DESTINATION,
    DISTANCE,
    HAND_OF,
    MOVES,
    NEXT_SITUATION,
    SEATS,
    SIGNALS,
    SITUATIONS,
    SLOTS,
    Situation,
    apply_move,
    hand_number,
)
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.tokens import Arrangement

# One entry a seat: thumb up, thumb down, or not known.
Signals = tuple[bool | None, ...]
# Situations that may be the true one, each with its weight.
WeightedBelief = Sequence[tuple[int, float]]

# The weights below were tried out in self-play; the results are flat around them.

# Moves expected for each doubling of the deals not told apart.
UNCERTAINTY_COST: Final = 0.35
# Moves that keeping one shown thumb up is worth. Small: it decides between
# moves that are about as good, so that people see the bot respect their thumbs.
BROKEN_SIGNAL_COST: Final = 0.1
# Moves that not coming back to an earlier arrangement is worth: nothing new can
# be seen there, and bots that keep undoing each other's moves must part.
REVISIT_COST: Final = 0.3
# How much less likely a deal is for each time that, if it were true, somebody
# would have moved their own token away from its place.
MOVED_AWAY_WEIGHT: Final = 0.5
# The same for an action by which, if the deal were true, nothing was gained; an
# action that made things worse counts twice.
NO_GAIN_WEIGHT: Final = 0.7
# Actions longer ago than this are not weighed any more; signals always are.
MAX_WEIGHED_ACTIONS: Final = 12
# With so many actions left under a limit every way to the end is looked at.
EXACT_WITHIN_ACTIONS: Final = 2


@dataclass(frozen=True, slots=True)
class PlayerKnowledge:
    """All that the bot may use when it is to act.

    `arrangements` and `signals` begin at the deal and end now. Cards that lie open are listed by
    seat.
    """

    seat: int
    colour: str
    position: int
    arrangements: Sequence[Arrangement]
    signals: Sequence[Signals]
    open_positions: tuple[int, ...] | None = None
    open_colours: tuple[str, ...] | None = None
    first_seat: int = 0
    left: int | None = None
    """Pushes and twists that may still be made, as far as that is limited."""


def ad_hoc_action(knowledge: PlayerKnowledge) -> QuatrefoilMove:
    """What to do; the stack only if all is known to be right, or if waiting cannot help.

    When the action limit leaves one action or two, the chance that all is right in time counts and
    not the number of actions to be expected.
    """
    belief = possible_situations(knowledge)
    if all(DISTANCE[situation] == 0 for situation, _ in belief):
        return QuatrefoilMove.STACK
    if knowledge.left is not None and knowledge.left <= EXACT_WITHIN_ACTIONS:
        in_time = most_likely_in_time(belief, knowledge.left)
        if in_time is not None:
            return in_time
    up = sum(
        1 << (seat - knowledge.seat) % SEATS
        for seat, shown in enumerate(knowledge.signals[-1])
        if shown
    )
    now = knowledge.arrangements[-1]
    visits = tuple(
        knowledge.arrangements.count(apply_move(move, now)) for move in range(len(MOVES))
    )
    return MOVES[best_move(belief, up, visits)]


@lru_cache(256)
def _situations_with(hand: int) -> tuple[int, ...]:
    return tuple(index for index, held in enumerate(HAND_OF) if held == hand)


def possible_situations(knowledge: PlayerKnowledge) -> tuple[tuple[int, float], ...]:
    """The situations that fit all the bot knows, the bot itself acting now."""
    slot = knowledge.arrangements[-1].index(knowledge.colour)
    candidates = _situations_with(hand_number(slot, knowledge.position))
    fitting = [index for index in candidates if _fits(knowledge, SITUATIONS[index])]
    # Nothing fits if somebody showed a thumb by mistake: then trust nobody's.
    return tuple((index, _weight(knowledge, SITUATIONS[index])) for index in fitting or candidates)


def _cards(knowledge: PlayerKnowledge, situation: Situation) -> Iterator[tuple[int, str, int]]:
    """Seat, colour and position of everybody, if `situation` is the true one."""
    now = knowledge.arrangements[-1]
    for seat in range(SEATS):
        turns_away = (seat - knowledge.seat) % SEATS
        yield seat, now[situation.slot_of(turns_away)], situation.position_of(turns_away)


def _fits(knowledge: PlayerKnowledge, situation: Situation) -> bool:
    for seat, colour, position in _cards(knowledge, situation):
        if knowledge.open_positions and knowledge.open_positions[seat] != position:
            return False
        if knowledge.open_colours and knowledge.open_colours[seat] != colour:
            return False
        for arrangement, signals in zip(knowledge.arrangements, knowledge.signals, strict=True):
            shown = signals[seat]
            if shown is not None and shown != (arrangement[position] == colour):
                return False
    return True


def _weight(knowledge: PlayerKnowledge, situation: Situation) -> float:
    """How likely `situation` is, supposing mildly that the others try to help."""
    cards = {seat: (colour, place) for seat, colour, place in _cards(knowledge, situation)}
    goal_of = dict(zip(knowledge.arrangements[-1], situation.goal, strict=True))
    weight = 1.0
    last = len(knowledge.arrangements) - 1
    for turn in range(max(0, last - MAX_WEIGHED_ACTIONS), last):
        seat = (knowledge.first_seat + turn) % SEATS
        if seat == knowledge.seat:
            continue
        before, after = knowledge.arrangements[turn : turn + 2]
        colour, place = cards[seat]
        if TOKEN_DISTANCE[after.index(colour), place] > TOKEN_DISTANCE[before.index(colour), place]:
            weight *= MOVED_AWAY_WEIGHT
        gain = _distance_to(goal_of, before) - _distance_to(goal_of, after)
        weight *= NO_GAIN_WEIGHT ** (1 - gain)
    return weight


_DISTANCE_OF_GOAL: Final = {
    situation.goal: distance for situation, distance in zip(SITUATIONS, DISTANCE, strict=True)
}


def _distance_to(goal_of: dict[str, int], arrangement: Arrangement) -> int:
    """Moves from `arrangement` to the one with every colour in the slot given."""
    return _DISTANCE_OF_GOAL[tuple(goal_of[colour] for colour in arrangement)]


def token_distances() -> dict[tuple[int, int], int]:
    """Moves that a single token needs from slot to slot."""
    distance = {(slot, slot): 0 for slot in SLOTS}
    for length in range(1, len(SLOTS)):
        for (start, slot), so_far in list(distance.items()):
            if so_far == length - 1:
                for destination in DESTINATION:
                    distance.setdefault((start, destination[slot]), length)
    return distance


TOKEN_DISTANCE: Final = token_distances()


@lru_cache(maxsize=10_000)
def best_move(belief: tuple[tuple[int, float], ...], up: int, visits: tuple[int, ...]) -> int:
    """The move with the least expected cost over `belief`.

    `up` are the thumbs shown, by turns away; `visits` says how often each
    move's arrangement has been on the table before.
    """
    total = sum(weight for _, weight in belief)

    def expected(move: int) -> float:
        broken = sum(
            weight * (up & ~_signals_after(move, situation)).bit_count()
            for situation, weight in belief
        )
        return (
            BROKEN_SIGNAL_COST * broken
            + REVISIT_COST * visits[move] * total
            + sum(_cost_from_next_seat(part) for part in _parts_after(move, belief))
        )

    return min(range(len(MOVES)), key=expected)


def most_likely_in_time(belief: WeightedBelief, left: int) -> QuatrefoilMove | None:
    """The move that most likely makes all right within `left` actions; `None`: no move can.

    It is the stack if all is more likely right now than it can become.
    """
    chances = {move: _right_in_time(move, belief, left) for move in range(len(MOVES))}
    best = max(chances, key=lambda move: chances[move])
    right_now = sum(weight for situation, weight in belief if DISTANCE[situation] == 0)
    if right_now > chances[best]:
        return QuatrefoilMove.STACK
    return MOVES[best] if chances[best] else None


def _right_in_time(move: int, belief: WeightedBelief, left: int) -> float:
    """The weight of the deals that can be right within `left` actions, this move being one.

    As in `_with_next_seat`, the next seat knows its hand and sees the signals.
    """
    outcomes = [(NEXT_SITUATION[move][situation], weight) for situation, weight in belief]
    right = sum(weight for situation, weight in outcomes if DISTANCE[situation] == 0)
    if left == 1:
        return right
    return right + sum(
        max(_right_in_time(following, hand, left - 1) for following in range(len(MOVES)))
        for part in _parts_after(move, belief)
        for hand in _by_hand(part)
    )


def _by_hand(belief: WeightedBelief) -> Iterable[WeightedBelief]:
    """The situations sorted by what the acting seat would hold in them."""
    hands: dict[int, list[tuple[int, float]]] = {}
    for situation, weight in belief:
        hands.setdefault(HAND_OF[situation], []).append((situation, weight))
    return hands.values()


def _signals_after(move: int, situation: int) -> int:
    """The signals after `move`, numbered from the seat that made it."""
    signals = SIGNALS[NEXT_SITUATION[move][situation]]
    return (signals << 1 | signals >> (SEATS - 1)) & ALL_UP


def _parts_after(move: int, belief: WeightedBelief) -> Iterable[WeightedBelief]:
    """The beliefs that `move` and the signals after it may leave, unless all is right."""
    parts: dict[int, list[tuple[int, float]]] = {}
    after = NEXT_SITUATION[move]
    for situation, weight in belief:
        outcome = after[situation]
        if SIGNALS[outcome] != ALL_UP:
            parts.setdefault(SIGNALS[outcome], []).append((outcome, weight))
    return parts.values()


def _cost_from_next_seat(belief: WeightedBelief) -> float:
    """Moves to come, summed over `belief`: the next seat does its best for its hand."""
    if len(belief) == 1:
        return _estimated_cost(belief)
    return sum(weight for _, weight in belief) + sum(
        min(
            sum(_estimated_cost(part) for part in _parts_after(move, hand))
            for move in range(len(MOVES))
        )
        for hand in _by_hand(belief)
    )


def _estimated_cost(belief: WeightedBelief) -> float:
    """Moves to come, guessed: the distances, and something for not knowing."""
    doubt = UNCERTAINTY_COST * math.log2(len(belief))
    return sum(weight * (DISTANCE[situation] + doubt) for situation, weight in belief)
