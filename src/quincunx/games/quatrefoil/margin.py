"""How four did together, compared with four experts who were dealt the same."""

from __future__ import annotations

from typing import cast

from quincunx.core.rules import AnyRules
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.solver import distance
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilState
from quincunx.games.quatrefoil.tokens import POSITIONS


def margin(rules: AnyRules, state: QuatrefoilState) -> int:
    """By how many actions they needed fewer than experts; against the clock, solved is enough.

    An action limit is the same for both: where the experts' way exceeds it, to solve the deal at
    all is better than they do.
    """
    rules = cast(QuatrefoilRules, rules)
    if state.ending != "stack" or state.tokens != state.target:
        return -1
    return 1 if rules.options.clock else expert_actions(rules, state) - state.actions


def expert_actions(rules: AnyRules, state: QuatrefoilState) -> int:
    """Return how many actions four experts need from that deal to the stack, without a limit.

    With `signals` by hand they show every thumb before anybody acts, so they need as many as with
    thumbs shown at all times. That is no optimum by hand, where a thumb held back is a code.
    """
    rules = cast(QuatrefoilRules, rules)
    # With open cards, as in Dual, nothing is in the way of the shortest way.
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
    """What conventions call it."""
    if rules.positions_open:
        return "positions-open"
    return "colours-open" if rules.colours_open else "base"
