"""Derive the conventions by which four bots play Quatrefoil with signals.

    python -m quincunx.games.quatrefoil.conventions.search base

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
from typing import Final

from quincunx.games.quatrefoil.conventions.belief_search import (
    UNLIMITED,
    Belief,
    ConventionSolver,
    OutOfTimeError,
)
from quincunx.games.quatrefoil.conventions.convention_tree import FOLDER, LETTERS
from quincunx.games.quatrefoil.conventions.situations import (
    ALL_UP,
    MODES,
    SITUATIONS,
    beliefs_after,
    group_by_hand,
    opening_beliefs,
)

# Beliefs with more situations than this are worth a local search first.
LOCAL_SEARCH_MIN_SIZE: Final = 500


def solve_opening(
    solver: ConventionSolver, belief: Belief, rng: random.Random, budget: float
) -> tuple[int, int]:
    """Settle `belief`; return the cost reached and the lower bound proved."""
    if len(belief) <= LOCAL_SEARCH_MIN_SIZE:
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
    hands = group_by_hand(belief).values()
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
    beliefs = opening_beliefs(mode)
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
