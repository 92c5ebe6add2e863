"""The game from the point of view of the seat whose turn it is.

Nothing that matters to good play depends on the names of the colours or on how the seats are
numbered, only on where each token lies *now* compared with where it must go, and on how many turns
away each seat is. So a deal is written down relative to the present moment:

* `goal[slot]`: the slot where the token now lying in `slot` must end;
* `owner[position]`: how many turns from now the seat that answers for `position` acts (0: now).

There are 120 x 24 = 2880 such *situations*. An action turns each of them into another one, and the
same 2880 numbers serve at every point of the game. A public belief is then simply a set of
situations, whatever the arrangement and whoever is to act.
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
"""NW, NE, SE, SW, free: the places of an arrangement."""
POSITIONS: Final = range(FREE)
SEATS: Final = 4

MOVES: Final[tuple[QuatrefoilMove, ...]] = tuple(SOURCES)
"""Pushes and twists. Here a move is its number in this list."""

DESTINATION: Final = tuple(tuple(map(SOURCES[move].index, SLOTS)) for move in MOVES)
"""DESTINATION[move][slot]: the slot to which the move brings the token of `slot`."""


def apply_move(move: int, arrangement: tuple[T, ...]) -> tuple[T, ...]:
    """The arrangement (anything listed slot by slot) after `move`."""
    return tuple(arrangement[source] for source in SOURCES[MOVES[move]])


class Situation(NamedTuple):
    """A deal as it stands to the seat about to act (see the module's text)."""

    goal: tuple[int, ...]
    owner: tuple[int, ...]

    def position_of(self, turns_away: int) -> int:
        """The position that the seat acting `turns_away` turns from now answers for."""
        return self.owner.index(turns_away)

    def slot_of(self, turns_away: int) -> int:
        """The slot where that seat's own token lies."""
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
"""AFTER[move][situation]: the situation that the next seat finds."""


def _signals(situation: Situation) -> int:
    """Bit k is set when the seat acting k turns from now has its token in place."""
    return sum(
        1 << situation.owner[position]
        for position in POSITIONS
        if situation.goal[position] == position
    )


SIGNALS: Final = tuple(_signals(situation) for situation in SITUATIONS)
"""SIGNALS[situation]: the public bits; with `ALL_UP` the search is over."""
ALL_UP: Final = (1 << SEATS) - 1


def hand_number(slot: int, position: int) -> int:
    """One number for "my token lies in `slot` and belongs in `position`"."""
    return slot * len(POSITIONS) + position


HAND_OF: Final = tuple(
    hand_number(situation.slot_of(0), situation.position_of(0)) for situation in SITUATIONS
)
"""HAND[situation]: what the acting seat holds."""


def _arrangement(goal: tuple[int, ...]) -> Arrangement:
    """Any arrangement and target will do for distances: the slots' numbers stand for colours."""
    a, b, c, d, e = (COLOURS[slot] for slot in goal)
    return a, b, c, d, e


def _distances() -> tuple[int, ...]:
    """Moves needed from each situation if everybody saw all the cards."""
    home = _arrangement(tuple(SLOTS))
    by_goal = {goal: solver.distance(_arrangement(goal), home) for goal in permutations(SLOTS)}
    return tuple(by_goal[situation.goal] for situation in SITUATIONS)


DISTANCE: Final = _distances()

MODES: Final = ("base", "positions-open", "colours-open")


def open_cards(mode: str, situation: Situation) -> tuple[int, ...]:
    """What the mode lays open to everybody at the deal, besides the signals."""
    if mode == "positions-open":
        return situation.owner
    if mode == "colours-open":
        return tuple(situation.slot_of(seat) for seat in range(SEATS))
    return ()


def opening_beliefs(mode: str) -> dict[tuple[tuple[int, ...], int], frozenset[int]]:
    """The public beliefs just after the deal, by what is open and by signals."""
    beliefs: dict[tuple[tuple[int, ...], int], set[int]] = {}
    for index, situation in enumerate(SITUATIONS):
        key = (open_cards(mode, situation), SIGNALS[index])
        beliefs.setdefault(key, set()).add(index)
    return {key: frozenset(beliefs[key]) for key in sorted(beliefs)}


def beliefs_after(move: int, situations: Iterable[int]) -> dict[int, frozenset[int]]:
    """What may be thought after `move`, by the signals that are then seen.

    Where all signals are up the search is over, so that belief is left out.
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
    """The situations sorted out by what the acting seat would hold in them."""
    parts: dict[int, list[int]] = {}
    for situation in sorted(situations):
        parts.setdefault(HAND_OF[situation], []).append(situation)
    return {hand: tuple(parts[hand]) for hand in sorted(parts)}
