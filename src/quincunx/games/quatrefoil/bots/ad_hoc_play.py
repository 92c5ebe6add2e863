"""Ad hoc play: choose a move with partners who follow no known convention.

The player keeps the deals that agree with its own cards, the open cards and all signals: at most
144. The actions of others are not read as a code. A deal only becomes less likely if in it a player
moved their own token away from its place, or made an action that gained nothing. The player takes
the move with the fewest expected moves after it, looking one turn ahead: the new signals rule out
deals, and the next seat knows its own cards and makes its best move. Beyond that the distance to
the target counts, plus a cost for every doubling of the deals that are still possible.
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

Signals = tuple[bool | None, ...]
"""By seat: thumb up, thumb down, or not known."""
WeightedBelief = Sequence[tuple[int, float]]
"""The possible situations, each with its weight."""

# The weights below come from self-play; results are flat around them.

UNCERTAINTY_COST: Final = 0.35
"""Expected moves for each doubling of the possible deals."""
BROKEN_SIGNAL_COST: Final = 0.1
"""The cost in moves of moving a token whose thumb is up.

It is small and only decides between moves of about the same value, so that people see the bot
respect their signals.
"""
REVISIT_COST: Final = 0.3
"""The cost in moves of an earlier arrangement.

Nothing new can be learnt there, and bots must not keep undoing each other's moves.
"""
MOVED_AWAY_WEIGHT: Final = 0.5
"""The factor for a deal in which a player moved their own token away from its place."""
NO_GAIN_WEIGHT: Final = 0.7
"""The factor for a deal in which an action gained nothing, squared if it made things worse."""
MAX_WEIGHED_ACTIONS: Final = 12
"""Only the latest actions affect the weights; all signals count."""
EXACT_WITHIN_ACTIONS: Final = 2
"""With this many actions left under a limit the search goes to the end of the game."""


@dataclass(frozen=True, slots=True)
class PlayerKnowledge:
    """Everything that the bot on turn knows.

    `arrangements` and `signals` run from the deal to the present. Open cards are listed by seat.
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
    """Pushes and twists left, or `None` without a limit."""


def ad_hoc_action(knowledge: PlayerKnowledge) -> QuatrefoilMove:
    """Return the move to make.

    It is the stack only if the arrangement is certainly right, or if waiting cannot help. When the
    action limit leaves one or two actions, the move maximises the chance to solve the deal in time
    instead of minimising the expected number of actions.
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
    """Return the situations that agree with the knowledge, with their weights."""
    slot = knowledge.arrangements[-1].index(knowledge.colour)
    candidates = _situations_with(hand_number(slot, knowledge.position))
    fitting = [index for index in candidates if _fits(knowledge, SITUATIONS[index])]
    # No situation agrees if a person showed a wrong signal: then ignore all signals.
    return tuple((index, _weight(knowledge, SITUATIONS[index])) for index in fitting or candidates)


def _cards(knowledge: PlayerKnowledge, situation: Situation) -> Iterator[tuple[int, str, int]]:
    """Yield the seat, colour and position of every player in `situation`."""
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
    """Return how likely `situation` is if the other players try to help."""
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
    """Return the distance from `arrangement` to the one with every colour in its given slot."""
    return _DISTANCE_OF_GOAL[tuple(goal_of[colour] for colour in arrangement)]


def token_distances() -> dict[tuple[int, int], int]:
    """Return how many moves a single token needs from slot to slot."""
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
    """Return the move with the least expected cost over `belief`.

    `up` is the bit set of thumbs that are up, by turns away; `visits` counts how often each move's
    arrangement has occurred before.
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
            + sum(_cost_from_next_seat(part) for part in _beliefs_after(move, belief))
        )

    return min(range(len(MOVES)), key=expected)


def most_likely_in_time(belief: WeightedBelief, left: int) -> QuatrefoilMove | None:
    """Return the move most likely to reach the target within `left` actions, or `None`.

    It is the stack if the arrangement is more likely right now than after any move.
    """
    chances = {move: _solvable_weight(move, belief, left) for move in range(len(MOVES))}
    best = max(chances, key=lambda move: chances[move])
    right_now = sum(weight for situation, weight in belief if DISTANCE[situation] == 0)
    if right_now > chances[best]:
        return QuatrefoilMove.STACK
    return MOVES[best] if chances[best] else None


def _solvable_weight(move: int, belief: WeightedBelief, left: int) -> float:
    """Return the weight of the deals that `move` and `left` - 1 further actions can solve.

    As in `_cost_from_next_seat`, the next seat knows its hand and sees the signals.
    """
    outcomes = [(NEXT_SITUATION[move][situation], weight) for situation, weight in belief]
    right = sum(weight for situation, weight in outcomes if DISTANCE[situation] == 0)
    if left == 1:
        return right
    return right + sum(
        max(_solvable_weight(following, hand, left - 1) for following in range(len(MOVES)))
        for part in _beliefs_after(move, belief)
        for hand in _group_by_hand(part)
    )


def _group_by_hand(belief: WeightedBelief) -> Iterable[WeightedBelief]:
    """Group the situations by the hand of the acting seat."""
    hands: dict[int, list[tuple[int, float]]] = {}
    for situation, weight in belief:
        hands.setdefault(HAND_OF[situation], []).append((situation, weight))
    return hands.values()


def _signals_after(move: int, situation: int) -> int:
    """Return the signals after `move`, numbered from the seat that made it."""
    signals = SIGNALS[NEXT_SITUATION[move][situation]]
    return (signals << 1 | signals >> (SEATS - 1)) & ALL_UP


def _beliefs_after(move: int, belief: WeightedBelief) -> Iterable[WeightedBelief]:
    """Return the beliefs after `move`, split by signals; the solved situations are left out."""
    parts: dict[int, list[tuple[int, float]]] = {}
    after = NEXT_SITUATION[move]
    for situation, weight in belief:
        outcome = after[situation]
        if SIGNALS[outcome] != ALL_UP:
            parts.setdefault(SIGNALS[outcome], []).append((outcome, weight))
    return parts.values()


def _cost_from_next_seat(belief: WeightedBelief) -> float:
    """Return the weighted moves to come if the next seat makes the best move for its hand."""
    if len(belief) == 1:
        return _estimated_cost(belief)
    return sum(weight for _, weight in belief) + sum(
        min(
            sum(_estimated_cost(part) for part in _beliefs_after(move, hand))
            for move in range(len(MOVES))
        )
        for hand in _group_by_hand(belief)
    )


def _estimated_cost(belief: WeightedBelief) -> float:
    """Estimate the weighted moves to come from the distances and the uncertainty."""
    doubt = UNCERTAINTY_COST * math.log2(len(belief))
    return sum(weight * (DISTANCE[situation] + doubt) for situation, weight in belief)
