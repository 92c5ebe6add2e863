"""Derive the conventions by which four bots play Quatrefoil with signals.

    python -m quincunx.games.quatrefoil.conventions.search base

`belief_search` finds the best prescriptions. Only one belief takes it minutes: the base game's
opening with no signal up, which has 1272 situations and 16 hands. There a local search first finds
a good prescription in seconds; it is used if the time budget ends before the proof that there is
no better one.
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

LOCAL_SEARCH_MIN_SIZE: Final = 500
"""Beliefs with more situations than this get a local search first."""


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
        # Look only for something better than the result of the local search.
        proved = solver.cost(belief, reached.cost - 1)
    except OutOfTimeError:
        proved = decision.lower
    solver.deadline = math.inf
    if belief not in solver.settled:
        solver.settle(belief, reached)
    return solver.settled[belief].cost, proved


def encode(solver: ConventionSolver, belief: Belief) -> str:
    """Encode the prescription of `belief`, then those of the beliefs that follow it.

    A prescription is one letter for each possible hand. The following beliefs come in the order of
    moves and then of signals. A belief with a single situation needs no prescription.
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
    """Return the best convention found for `mode`, ready to be written as JSON."""
    solver = ConventionSolver()
    rng = random.Random(seed)
    beliefs = opening_beliefs(mode)
    total = proved = 0
    # Small beliefs first: they take only a moment.
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
    # Settling a belief recurses into the beliefs that follow it.
    sys.setrecursionlimit(20_000)
    result = solve_mode(arguments.mode, arguments.seed, arguments.budget)
    output = FOLDER / f"{arguments.mode}.json"
    output.write_text(json.dumps(result, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
