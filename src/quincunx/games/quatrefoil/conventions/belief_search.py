"""Find the best prescription for every public belief.

The players see different cards, but all of them see the actions and the signals. What those leave
possible, given the convention, is the *public belief*: a set of situations (see `situations`). A
convention says, for every public belief that can arise, which move the acting seat makes with each
hand it might hold: a *prescription*. The move and the signals that follow split the belief, and the
next seat decides in one of the parts. The cost of a belief is the sum, over its situations, of the
moves still to come.

Two facts make it possible to find the best convention exactly:

* The cost of a prescription is the sum, over the moves, of the cost of the *group* of hands that
  share this move. Groups do not affect each other.
* More information never hurts. A belief costs at least as much as its parts would if the players
  could tell them apart, so the cost of the hands grouped so far is a lower bound for every larger
  group.

So a belief is settled by iterative deepening: starting from a lower bound, search for a
prescription of this cost by assigning the hands to moves one by one, cut off branches by the bound
above, and raise the bound by one whenever there is none. The limit also ends the recursion, because
beliefs may recur but limits shrink with every move.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from quincunx.games.quatrefoil.conventions.situations import (
    DISTANCE,
    MOVES,
    NEXT_SITUATION,
    SITUATIONS,
    beliefs_after,
    group_by_hand,
)

Belief = frozenset[int]
Prescription = tuple[int, ...]
"""A move for each possible hand of the belief, in the order of hand numbers."""
UNLIMITED: Final = 1_000_000
MOVE_NUMBERS: Final = range(len(MOVES))
MAX_FAILED_PERTURBATIONS: Final = 150
"""The local search gives up after this many perturbations without an improvement."""
DISTANCE_AFTER: Final = tuple(
    tuple(DISTANCE[NEXT_SITUATION[move][situation]] for move in MOVE_NUMBERS)
    for situation in range(len(SITUATIONS))
)
"""DISTANCE_AFTER[situation][move]: the distance to the target after the move."""


@dataclass(frozen=True, slots=True)
class SettledBelief:
    """The least cost of a belief, and a prescription that attains it."""

    cost: int
    prescription: Prescription


@dataclass(slots=True)
class NextBelief:
    """A belief that may follow, with the best lower bound on its cost so far."""

    belief: Belief
    lower: int


class HandGroup:
    """Hands that share a move, the beliefs that can follow it, and their cost."""

    __slots__ = ("children", "exact", "lower")

    def __init__(self, children: list[NextBelief]) -> None:
        self.children = children
        self.lower = sum(child.lower for child in children)
        self.exact = False

    def cost(self, solver: ConventionSolver, limit: int) -> int:
        """Return the exact cost if it is at most `limit`, else a lower bound above it."""
        if self.exact:
            return self.lower
        for child in self.children:
            if self.lower > limit:
                return self.lower
            # The whole slack of the group is available to this child.
            found = solver.cost(child.belief, child.lower + limit - self.lower)
            self.lower += found - child.lower
            child.lower = found
        if self.lower <= limit:
            self.exact = True
            self.children.clear()
        return self.lower


class BeliefSearch:
    """The search for the best prescription of one belief.

    Sets of hands are bit masks over `self.hands`.
    """

    __slots__ = ("_groups", "_least", "_single", "_solver", "hands", "lower", "size")

    def __init__(self, solver: ConventionSolver, belief: Belief) -> None:
        self._solver = solver
        self.size = len(belief)
        self.hands = tuple(group_by_hand(belief).values())
        self._groups: dict[tuple[int, int], HandGroup] = {}
        # Lower bounds for each hand alone: by move, and for its best move.
        self._single: list[list[int]] = [
            [sum(DISTANCE_AFTER[situation][move] for situation in hand) for move in MOVE_NUMBERS]
            for hand in self.hands
        ]
        self._least = [min(costs) for costs in self._single]
        self.lower = self.size + sum(self._least)

    def group_cost(self, move: int, mask: int, limit: int) -> int:
        """Return the cost, from the next turn on, if all hands in `mask` play `move`.

        It is exact if it is at most `limit`, else a lower bound above it.
        """
        if not mask:
            return 0
        group = self._groups.get((move, mask))
        if group is None:
            group = self._groups[move, mask] = self._new_group(move, mask)
        return group.cost(self._solver, limit)

    def _new_group(self, move: int, mask: int) -> HandGroup:
        members = [
            situation
            for index, hand in enumerate(self.hands)
            if mask >> index & 1
            for situation in hand
        ]
        return HandGroup(
            [
                NextBelief(belief, self._solver.lower_bound(belief))
                for belief in beliefs_after(move, members).values()
            ]
        )

    def prescription_within(self, limit: int) -> Prescription | None:
        """Return a prescription of cost `limit` or less, or `None` if there is none."""
        spare = self._tighten(limit - self.size)
        if spare < 0:
            return None
        choices = [
            sum(cost <= least + spare for cost in costs)
            for costs, least in zip(self._single, self._least, strict=True)
        ]
        # Assign the hands with the fewest possible moves first, and of those the hands with the
        # most situations, to find dead ends early.
        order = sorted(
            range(len(self.hands)), key=lambda hand: (choices[hand], -len(self.hands[hand]))
        )
        masks = [0] * len(MOVES)
        if not self._assign_hands(order, spare, masks, [0] * len(MOVES)):
            return None
        return self._prescription(masks)

    def _prescription(self, masks: list[int]) -> Prescription:
        return tuple(
            next(move for move, mask in enumerate(masks) if mask >> hand & 1)
            for hand in range(len(self.hands))
        )

    def _tighten(self, limit: int) -> int:
        """Raise the bounds of single hands where they matter, and return the slack that is left.

        `limit` bounds the cost after this move. A negative slack means that it cannot be kept.
        """
        spare = limit - sum(self._least)
        for hand, costs in enumerate(self._single):
            if spare < 0:
                break
            least = self._least[hand]
            for move, cost in enumerate(costs):
                if cost <= least + spare:
                    costs[move] = self.group_cost(move, 1 << hand, least + spare)
            self._least[hand] = min(costs)
            spare -= self._least[hand] - least
        return spare

    def _assign_hands(
        self, order: list[int], spare: int, masks: list[int], costs: list[int]
    ) -> bool:
        """Assign a move to each hand in `order`, adding at most `spare` to the bounds.

        `masks` and `costs` describe the groups so far; on success `masks` holds the result.
        """
        if not order:
            return True
        hand, *others = order
        least, single = self._least[hand], self._single[hand]
        options: list[tuple[int, int]] = []
        for move, mask in enumerate(masks):
            if single[move] <= least + spare:
                allowed = costs[move] + least + spare
                excess = self.group_cost(move, mask | 1 << hand, allowed) - costs[move] - least
                if excess <= spare:
                    options.append((excess, move))
        for excess, move in sorted(options):
            masks[move] |= 1 << hand
            costs[move] += least + excess
            if self._assign_hands(others, spare - excess, masks, costs):
                return True
            masks[move] ^= 1 << hand
            costs[move] -= least + excess
        return False

    def local_search(self, rng: random.Random) -> SettledBelief:
        """Find a good prescription quickly by descents from perturbed solutions."""
        best = self._descend(self._greedy_masks(rng))
        failures = 0
        while failures < MAX_FAILED_PERTURBATIONS:
            masks = list(best[1])
            for hand in rng.sample(range(len(self.hands)), rng.randint(2, 4)):
                _reassign(masks, hand, rng.randrange(len(MOVES)))
            trial = self._descend(masks)
            failures = failures + 1 if trial[0] >= best[0] else 0
            if trial[0] <= best[0]:
                best = trial
        return SettledBelief(self.size + best[0], self._prescription(best[1]))

    def _greedy_masks(self, rng: random.Random) -> list[int]:
        """Assign the hands in random order, each to the move where it adds the least cost."""
        masks, costs = [0] * len(MOVES), [0] * len(MOVES)
        for hand in rng.sample(range(len(self.hands)), len(self.hands)):
            grown = [
                self.group_cost(move, mask | 1 << hand, UNLIMITED)
                for move, mask in enumerate(masks)
            ]
            best = min(MOVE_NUMBERS, key=lambda move: grown[move] - costs[move])
            masks[best] |= 1 << hand
            costs[best] = grown[best]
        return masks

    def _descend(self, masks: list[int]) -> tuple[int, list[int]]:
        """Reassign and swap hands for as long as the cost falls."""
        costs = [self.group_cost(move, mask, UNLIMITED) for move, mask in enumerate(masks)]
        improved = True
        while improved:
            improved = False
            for source, target, flip in self._exchanges(masks):
                limit = costs[source] + costs[target] - 1
                one = self.group_cost(source, masks[source] ^ flip, limit)
                if one > limit:
                    continue
                other = self.group_cost(target, masks[target] ^ flip, limit - one)
                if one + other <= limit:
                    masks[source] ^= flip
                    masks[target] ^= flip
                    costs[source], costs[target] = one, other
                    improved = True
                    break
        return sum(costs), masks

    def _exchanges(self, masks: list[int]) -> Iterator[tuple[int, int, int]]:
        """Yield pairs of moves and the hands to exchange between them: one hand, or two swapped."""
        hands = range(len(self.hands))
        home = self._prescription(masks)
        for hand in hands:
            for move in MOVE_NUMBERS:
                if move != home[hand]:
                    yield home[hand], move, 1 << hand
            for other in range(hand):
                if home[hand] != home[other]:
                    yield home[hand], home[other], 1 << hand | 1 << other


def _reassign(masks: list[int], hand: int, move: int) -> None:
    for index in range(len(masks)):
        masks[index] &= ~(1 << hand)
    masks[move] |= 1 << hand


class OutOfTimeError(Exception):
    """The time budget is spent."""


class ConventionSolver:
    """Settle beliefs, and cache every result and lower bound."""

    def __init__(self) -> None:
        self.deadline = math.inf
        """The monotonic time in seconds after which `cost` raises `OutOfTimeError`."""
        self._open: dict[Belief, BeliefSearch] = {}
        self.settled: dict[Belief, SettledBelief] = {}

    def decision(self, belief: Belief) -> BeliefSearch:
        """Return the search for this belief's prescription."""
        found = self._open.get(belief)
        if found is None:
            found = self._open[belief] = BeliefSearch(self, belief)
        return found

    def lower_bound(self, belief: Belief) -> int:
        """Return the best lower bound that is known without a search."""
        if belief in self.settled:
            return self.settled[belief].cost
        if belief in self._open:
            return self._open[belief].lower
        return sum(DISTANCE[situation] for situation in belief)

    def cost(self, belief: Belief, limit: int) -> int:
        """Return the exact cost if it is at most `limit`, else a lower bound above it."""
        if len(belief) == 1:
            return DISTANCE[next(iter(belief))]
        known = self.settled.get(belief)
        if known is not None:
            return known.cost
        decision = self.decision(belief)
        while decision.lower <= limit:
            if time.monotonic() > self.deadline:
                raise OutOfTimeError
            prescription = decision.prescription_within(decision.lower)
            if prescription is not None:
                self.settle(belief, SettledBelief(decision.lower, prescription))
                break
            decision.lower += 1
        return decision.lower

    def settle(self, belief: Belief, settled: SettledBelief) -> None:
        self.settled[belief] = settled
        self._open.pop(belief, None)
