"""Deals described relative to the current arrangement and the acting seat.

Good play does not depend on the names of the colours or the numbers of the seats, only on where
each token is *now* compared with where it must go, and on how many turns away each seat is:

* `goal[slot]`: the slot where the token now in `slot` must end;
* `owner[position]`: in how many turns the seat with the card `position` acts (0: now).

There are 120 x 24 = 2880 such *situations*. An action maps each of them to another one, so the same
2880 numbers serve at every point of the game, and a public belief is a set of situations.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Final, NamedTuple, TypeVar

from quincunx.games.quatrefoil import solver
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove
from quincunx.games.quatrefoil.tokens import COLOURS, FREE, Arrangement

T = TypeVar("T")

SLOTS: Final = range(FREE + 1)
"""The places of an arrangement: NW, NE, SE, SW, free."""
POSITIONS: Final = range(FREE)
SEATS: Final = 4

MOVES: Final[tuple[QuatrefoilMove, ...]] = tuple(SOURCES)
"""Pushes and twists. In this package a move is its index in this list."""

DESTINATION: Final = tuple(tuple(map(SOURCES[move].index, SLOTS)) for move in MOVES)
"""DESTINATION[move][slot]: the slot to which the move brings the token of `slot`."""


def apply_move(move: int, arrangement: tuple[T, ...]) -> tuple[T, ...]:
    """Return anything listed slot by slot as it is after `move`."""
    return tuple(arrangement[source] for source in SOURCES[MOVES[move]])


class Situation(NamedTuple):
    """A deal relative to the acting seat (see the module's docstring)."""

    goal: tuple[int, ...]
    owner: tuple[int, ...]

    def position_of(self, turns_away: int) -> int:
        """Return the position card of the seat that acts in `turns_away` turns."""
        return self.owner.index(turns_away)

    def slot_of(self, turns_away: int) -> int:
        """Return the slot of that seat's own token."""
        return self.goal.index(self.position_of(turns_away))

    def after(self, move: int) -> Situation:
        return Situation(
            apply_move(move, self.goal), tuple((turns - 1) % SEATS for turns in self.owner)
        )


SITUATIONS: Final = tuple(
    Situation(goal, owner) for goal in permutations(SLOTS) for owner in permutations(range(SEATS))
)
SITUATION_INDEX: Final = {situation: index for index, situation in enumerate(SITUATIONS)}

NEXT_SITUATION: Final = tuple(
    tuple(SITUATION_INDEX[situation.after(move)] for situation in SITUATIONS)
    for move in range(len(MOVES))
)
"""NEXT_SITUATION[move][situation]: the situation of the next seat."""


def _signals(situation: Situation) -> int:
    """Return a bit set: bit k for the seat that acts in k turns, set if its token is in place."""
    return sum(
        1 << situation.owner[position]
        for position in POSITIONS
        if situation.goal[position] == position
    )


SIGNALS: Final = tuple(_signals(situation) for situation in SITUATIONS)
"""SIGNALS[situation]: the signals as a bit set; with `ALL_UP` the search is over."""
ALL_UP: Final = (1 << SEATS) - 1


def hand_number(slot: int, position: int) -> int:
    """Return the number of the hand whose token is in `slot` and belongs in `position`."""
    return slot * len(POSITIONS) + position


HAND_OF: Final = tuple(
    hand_number(situation.slot_of(0), situation.position_of(0)) for situation in SITUATIONS
)
"""HAND_OF[situation]: the hand of the acting seat."""


def _arrangement(goal: tuple[int, ...]) -> Arrangement:
    """Return an arrangement with these goals; for distances any colours will do."""
    a, b, c, d, e = (COLOURS[slot] for slot in goal)
    return a, b, c, d, e


def _distances() -> tuple[int, ...]:
    """Return the fewest moves from each situation to the target."""
    home = _arrangement(tuple(SLOTS))
    by_goal = {goal: solver.distance(_arrangement(goal), home) for goal in permutations(SLOTS)}
    return tuple(by_goal[situation.goal] for situation in SITUATIONS)


DISTANCE: Final = _distances()

MODES: Final = ("base", "positions-open", "colours-open")


def open_cards(mode: str, situation: Situation) -> tuple[int, ...]:
    """Return the cards that the mode shows to all players at the deal."""
    if mode == "positions-open":
        return situation.owner
    if mode == "colours-open":
        return tuple(situation.slot_of(seat) for seat in range(SEATS))
    return ()


def opening_beliefs(mode: str) -> dict[tuple[tuple[int, ...], int], frozenset[int]]:
    """Return the public beliefs after the deal, by open cards and signals."""
    beliefs: dict[tuple[tuple[int, ...], int], set[int]] = {}
    for index, situation in enumerate(SITUATIONS):
        key = (open_cards(mode, situation), SIGNALS[index])
        beliefs.setdefault(key, set()).add(index)
    return {key: frozenset(beliefs[key]) for key in sorted(beliefs)}


def beliefs_after(move: int, situations: Iterable[int]) -> dict[int, frozenset[int]]:
    """Return the beliefs after `move`, by the signals that follow it.

    The belief with all signals up is left out: there the search is over.
    """
    parts: dict[int, set[int]] = {}
    after = NEXT_SITUATION[move]
    for situation in situations:
        outcome = after[situation]
        signals = SIGNALS[outcome]
        if signals != ALL_UP:
            parts.setdefault(signals, set()).add(outcome)
    return {signals: frozenset(parts[signals]) for signals in sorted(parts)}


def group_by_hand(situations: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Group the situations by the hand of the acting seat."""
    parts: dict[int, list[int]] = {}
    for situation in sorted(situations):
        parts.setdefault(HAND_OF[situation], []).append(situation)
    return {hand: tuple(parts[hand]) for hand in sorted(parts)}
