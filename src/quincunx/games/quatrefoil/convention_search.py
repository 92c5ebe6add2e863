"""Derive the conventions by which four bots play Quatrefoil with signals.

    python -m quincunx.games.quatrefoil.convention_search base

The bots see different cards, but all of them see the actions and the signals.
What those leave possible, given the convention, is the *public belief*: a set
of situations (see `situations`). A convention says, for every public
belief that can arise, which move the acting seat makes with each hand it might
hold: a *prescription*. The move and the signals that follow split the belief,
and the next seat decides in one of the parts. The cost of a belief is the sum,
over its situations, of the moves still to come.

Two facts make it possible to find the best convention exactly:

* The cost of a prescription is the sum, over the moves, of the cost of the
  *group* of hands that share this move. Groups do not affect each other.
* Not knowing never helps. A belief costs at least what its parts would cost
  if they could be told apart, so the cost of hands grouped so far is a lower
  bound for every larger group.

So a belief is settled by iterative deepening: starting from a lower bound, ask
"is there a prescription of this cost?", deal the hands out to moves one by one
with the bound above as a cut, and raise the bound by one whenever the answer is
no. Asking with a limit also ends the recursion, because beliefs may recur but
limits shrink with every move.

The one belief where this takes minutes is the base game's opening with no
signal up, 1272 situations and 16 hands. There a local search first finds a
good prescription in seconds, which stands if the budget ends before the proof
does that there is no better one.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from quincunx.games.quatrefoil.conventions import FOLDER, LETTERS
from quincunx.games.quatrefoil.situations import (
    AFTER,
    ALL_UP,
    DISTANCE,
    MODES,
    MOVES,
    SITUATIONS,
    beliefs_after,
    by_hand,
    openings,
)

Belief = frozenset[int]
# A move for each hand possible in the belief, in the order of the hands' numbers.
Prescription = tuple[int, ...]

UNLIMITED: Final = 1_000_000
MOVE_NUMBERS: Final = range(len(MOVES))
# Beliefs with more situations than this are worth a local search first.
LARGE: Final = 500
# Perturbations without an improvement after which the local search gives up.
PATIENCE: Final = 150

# DISTANCE_AFTER[situation][move]: how far away the goal is after the move.
DISTANCE_AFTER: Final = tuple(
    tuple(DISTANCE[AFTER[move][situation]] for move in MOVE_NUMBERS)
    for situation in range(len(SITUATIONS))
)


class OutOfTimeError(Exception):
    """The time budget is spent."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The least cost of a belief, and a prescription that attains it."""

    cost: int
    prescription: Prescription


@dataclass(slots=True)
class Child:
    """A belief that may follow, with the best lower bound on its cost so far."""

    belief: Belief
    lower: int


class Group:
    """Hands that share a move: what follows, and at what cost."""

    __slots__ = ("children", "exact", "lower")

    def __init__(self, children: list[Child]) -> None:
        self.children = children
        self.lower = sum(child.lower for child in children)
        self.exact = False

    def cost(self, solver: ConventionSolver, limit: int) -> int:
        """The exact cost if it is at most `limit`, else a lower bound above it."""
        if self.exact:
            return self.lower
        for child in self.children:
            if self.lower > limit:
                return self.lower
            # All that the group may still cost more is there for this child to use.
            found = solver.cost(child.belief, child.lower + limit - self.lower)
            self.lower += found - child.lower
            child.lower = found
        if self.lower <= limit:
            self.exact = True
            self.children.clear()
        return self.lower


class Decision:
    """A belief still to be settled: the search for its best prescription.

    Sets of hands are bit masks over `self.hands`.
    """

    __slots__ = ("_groups", "_least", "_single", "_solver", "hands", "lower", "size")

    def __init__(self, solver: ConventionSolver, belief: Belief) -> None:
        self._solver = solver
        self.size = len(belief)
        self.hands = tuple(by_hand(belief).values())
        self._groups: dict[tuple[int, int], Group] = {}
        # Lower bounds for each hand alone: by move, and for its best move.
        self._single: list[list[int]] = [
            [sum(DISTANCE_AFTER[situation][move] for situation in hand) for move in MOVE_NUMBERS]
            for hand in self.hands
        ]
        self._least = [min(costs) for costs in self._single]
        self.lower = self.size + sum(self._least)

    def group_cost(self, move: int, mask: int, limit: int) -> int:
        """The cost, from the next turn on, if all hands in `mask` play `move`.

        Exact if it is at most `limit`, else a lower bound above it.
        """
        if not mask:
            return 0
        group = self._groups.get((move, mask))
        if group is None:
            group = self._groups[move, mask] = self._new_group(move, mask)
        return group.cost(self._solver, limit)

    def _new_group(self, move: int, mask: int) -> Group:
        members = [
            situation
            for index, hand in enumerate(self.hands)
            if mask >> index & 1
            for situation in hand
        ]
        return Group(
            [
                Child(belief, self._solver.lower_bound(belief))
                for belief in beliefs_after(move, members).values()
            ]
        )

    def prescription_within(self, limit: int) -> Prescription | None:
        """A prescription of cost `limit` or less, or None if there is none."""
        spare = self._tighten(limit - self.size)
        if spare < 0:
            return None
        choices = [
            sum(cost <= least + spare for cost in costs)
            for costs, least in zip(self._single, self._least, strict=True)
        ]
        # The hands with the fewest moves left to them first, so that dead ends
        # show early; among those, the hands that weigh most.
        order = sorted(
            range(len(self.hands)), key=lambda hand: (choices[hand], -len(self.hands[hand]))
        )
        masks = [0] * len(MOVES)
        if not self._deal_out(order, spare, masks, [0] * len(MOVES)):
            return None
        return self._prescription(masks)

    def _prescription(self, masks: list[int]) -> Prescription:
        return tuple(
            next(move for move, mask in enumerate(masks) if mask >> hand & 1)
            for hand in range(len(self.hands))
        )

    def _tighten(self, limit: int) -> int:
        """Raise the bounds of single hands where they matter; return what is spare.

        `limit` is for the time after this move. Negative: it cannot be kept.
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

    def _deal_out(self, order: list[int], spare: int, masks: list[int], costs: list[int]) -> bool:
        """Give each hand in `order` a move, adding at most `spare` to the bounds.

        `masks` and `costs` describe the groups so far; on success `masks`
        is left as the answer.
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
            if self._deal_out(others, spare - excess, masks, costs):
                return True
            masks[move] ^= 1 << hand
            costs[move] -= least + excess
        return False

    def local_search(self, rng: random.Random) -> Settled:
        """A good prescription, quickly: descend, perturb, descend again."""
        best = self._descend(self._greedy_masks(rng))
        failures = 0
        while failures < PATIENCE:
            masks = list(best[1])
            for hand in rng.sample(range(len(self.hands)), rng.randint(2, 4)):
                _reassign(masks, hand, rng.randrange(len(MOVES)))
            trial = self._descend(masks)
            failures = failures + 1 if trial[0] >= best[0] else 0
            if trial[0] <= best[0]:
                best = trial
        return Settled(self.size + best[0], self._prescription(best[1]))

    def _greedy_masks(self, rng: random.Random) -> list[int]:
        """The hands in random order, each to the move where it adds least."""
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
        """Move and swap hands for as long as the cost falls."""
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
        """Pairs of moves and the hands to flip between them: one hand, or two swapped."""
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


class ConventionSolver:
    """Settles beliefs, remembering all it has found out on the way."""

    def __init__(self) -> None:
        # When to give up with OutOfTimeError, by the monotonic clock.
        self.deadline = math.inf
        self._open: dict[Belief, Decision] = {}
        self.settled: dict[Belief, Settled] = {}

    def decision(self, belief: Belief) -> Decision:
        """The search for this belief's prescription, as far as it has come."""
        found = self._open.get(belief)
        if found is None:
            found = self._open[belief] = Decision(self, belief)
        return found

    def lower_bound(self, belief: Belief) -> int:
        """The best lower bound that costs no work."""
        if belief in self.settled:
            return self.settled[belief].cost
        if belief in self._open:
            return self._open[belief].lower
        return sum(DISTANCE[situation] for situation in belief)

    def cost(self, belief: Belief, limit: int) -> int:
        """The exact cost if it is at most `limit`, else a lower bound above it."""
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
                self.settle(belief, Settled(decision.lower, prescription))
                break
            decision.lower += 1
        return decision.lower

    def settle(self, belief: Belief, settled: Settled) -> None:
        self.settled[belief] = settled
        self._open.pop(belief, None)


def solve_opening(
    solver: ConventionSolver, belief: Belief, rng: random.Random, budget: float
) -> tuple[int, int]:
    """Settle `belief`; return the cost reached and the lower bound proved."""
    if len(belief) <= LARGE:
        cost = solver.cost(belief, UNLIMITED)
        return cost, cost
    decision = solver.decision(belief)
    reached = decision.local_search(rng)
    _log(f"  local search: {reached.cost} moves over {len(belief)} deals")
    solver.deadline = time.monotonic() + budget
    try:
        # Only something better than the local search's answer is of interest.
        proved = solver.cost(belief, reached.cost - 1)
    except OutOfTimeError:
        proved = decision.lower
    solver.deadline = math.inf
    if belief not in solver.settled:
        solver.settle(belief, reached)
    return solver.settled[belief].cost, proved


def encode(solver: ConventionSolver, belief: Belief) -> str:
    """The convention below `belief`: prescriptions in the order a reader meets them.

    A letter for each hand possible; then the same for each belief that may
    follow, by move and then by signals. Where one situation is left nothing
    need be written: everybody knows the way.
    """
    if len(belief) == 1:
        return ""
    prescription = solver.settled[belief].prescription
    hands = by_hand(belief).values()
    text = "".join(LETTERS[move] for move in prescription)
    for move in sorted(set(prescription)):
        sharing = [
            situation
            for hand, chosen in zip(hands, prescription, strict=True)
            if chosen == move
            for situation in hand
        ]
        for following in beliefs_after(move, sharing).values():
            text += encode(solver, following)
    return text


def solve_mode(mode: str, seed: int, budget: float) -> dict[str, object]:
    """The best convention found for `mode`, ready to be written as JSON."""
    solver = ConventionSolver()
    rng = random.Random(seed)
    beliefs = openings(mode)
    total = proved = 0
    # The small beliefs first: they are done in a moment.
    for (_, signals), belief in sorted(beliefs.items(), key=lambda item: len(item[1])):
        if signals != ALL_UP:
            cost, bound = solve_opening(solver, belief, rng, budget)
            total += cost
            proved += bound
    deals = len(SITUATIONS)
    _log(
        f"{mode}: mean {total / deals:.4f} ({total}/{deals}), proved at least "
        f"{proved / deals:.4f}{' (optimal)' if proved == total else ''}"
    )
    return {
        "mode": mode,
        "total": total,
        "proved": proved,
        "openings": [
            "" if signals == ALL_UP else encode(solver, belief)
            for (_, signals), belief in beliefs.items()
        ],
    }


def _log(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Derive a Quatrefoil convention, and prove it.")
    parser.add_argument("mode", choices=MODES)
    parser.add_argument("--seed", type=int, default=1, help="for the local search")
    parser.add_argument("--budget", type=float, default=3600.0, help="seconds for the proof")
    arguments = parser.parse_args()
    # A belief is settled by settling others, several calls deep each.
    sys.setrecursionlimit(20_000)
    result = solve_mode(arguments.mode, arguments.seed, arguments.budget)
    output = FOLDER / f"{arguments.mode}.json"
    output.write_text(json.dumps(result, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
