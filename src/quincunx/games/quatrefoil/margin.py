"""Compare a finished game with the same deals played by four experts."""

from __future__ import annotations

from typing import cast

import msgspec

from quincunx.core.rules import AnyRules
from quincunx.games.quatrefoil.par import par
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.state import QuatrefoilState


def margin(rules: AnyRules, state: QuatrefoilState) -> int:
    """Return how many actions fewer than experts the players needed; negative if they failed.

    Against the clock every solved game counts as 1. An action limit does not bound the experts'
    number: where they would exceed it, players who solve the deal have done better.
    """
    rules = cast(QuatrefoilRules, rules)
    outcome = rules.outcome(state)
    is_won = outcome is not None and bool(outcome.winners)
    if rules.options.clock:
        return 1 if is_won else -1
    if state.series is not msgspec.UNSET:
        return -state.series.total if is_won else min(-1, -state.series.total)
    return par(rules.open_cards, state) - state.actions if is_won else -1
