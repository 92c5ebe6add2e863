"""Compare a finished game with the same deal played by four experts."""

from __future__ import annotations

from typing import cast

from quincunx.core.rules import AnyRules
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.solver import distance
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilState
from quincunx.games.quatrefoil.tokens import POSITIONS


def margin(rules: AnyRules, state: QuatrefoilState) -> int:
    """Return how many actions fewer than experts the players needed, or -1 if they failed.

    Against the clock every solved game counts as 1. An action limit does not bound the experts'
    number: where they would exceed it, players who solve the deal have done better.
    """
    rules = cast(QuatrefoilRules, rules)
    if state.ending != "stack" or state.tokens != state.target:
        return -1
    return 1 if rules.options.clock else expert_actions(rules, state) - state.actions


def expert_actions(rules: AnyRules, state: QuatrefoilState) -> int:
    """Return how many actions four experts need from the deal to the stack, without a limit.

    With signals by hand, experts show every signal before they act, so they need as many actions as
    with signals shown at all times. A convention that uses withheld signals might need fewer.
    """
    rules = cast(QuatrefoilRules, rules)
    # With an open target experts take a shortest solution.
    if rules.dual or (rules.positions_open and rules.colours_open):
        return distance(state.dealt, state.target)
    from quincunx.games.quatrefoil.conventions import load_convention
    from quincunx.games.quatrefoil.conventions.situations import SITUATION_INDEX, Situation

    first = state.turn - state.actions
    dealt = Situation(
        goal=tuple(map(state.target.index, state.dealt)),
        owner=tuple((state.positions.index(place) - first) % SEATS for place in POSITIONS),
    )
    return load_convention(_mode(rules)).length(SITUATION_INDEX[dealt])


def _mode(rules: QuatrefoilRules) -> str:
    """Return the name of the variant in the conventions."""
    if rules.positions_open:
        return "positions-open"
    return "colours-open" if rules.colours_open else "base"
