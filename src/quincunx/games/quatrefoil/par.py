"""Par: the number of actions that four experts need for a deal."""

from __future__ import annotations

from quincunx.games.quatrefoil.rules.cards import OpenCards
from quincunx.games.quatrefoil.solver import distance
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilState
from quincunx.games.quatrefoil.tokens import POSITIONS


def par(open_cards: OpenCards, state: QuatrefoilState) -> int:
    """Return how many pushes and twists four experts need from the deal of `state` to the stack.

    An action limit does not bound it. With signals by hand, experts show every signal before they
    act, so they need as many actions as with signals shown at all times. A convention that uses
    withheld signals might need fewer.
    """
    # With an open target experts take a shortest solution.
    if open_cards.dual or (open_cards.positions and open_cards.colours):
        return distance(state.dealt, state.target)
    from quincunx.games.quatrefoil.conventions import load_convention
    from quincunx.games.quatrefoil.conventions.situations import SITUATION_INDEX, Situation

    first = state.turn - state.actions
    dealt = Situation(
        goal=tuple(map(state.target.index, state.dealt)),
        owner=tuple((state.positions.index(place) - first) % SEATS for place in POSITIONS),
    )
    return load_convention(_mode(open_cards)).length(SITUATION_INDEX[dealt])


def _mode(open_cards: OpenCards) -> str:
    """Return the name of the variant in the conventions."""
    if open_cards.positions:
        return "positions-open"
    return "colours-open" if open_cards.colours else "base"
