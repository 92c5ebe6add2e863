"""The exact distance from any arrangement to any target, and all shortest solutions."""

from __future__ import annotations

from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.tokens import Arrangement

_Goals = tuple[int, ...]


def _distances() -> dict[_Goals, int]:
    """Return the distance of each arrangement, given by the goal of every token."""
    home: _Goals = (0, 1, 2, 3, 4)
    distances = {home: 0}
    frontier = [home]
    for places in frontier:
        for sources in SOURCES.values():
            # Every action can be undone by another, so the search may start at the target.
            further = tuple(places[source] for source in sources)
            if further not in distances:
                distances[further] = distances[places] + 1
                frontier.append(further)
    return distances


_DISTANCES = _distances()


def distance(tokens: Arrangement, target: Arrangement) -> int:
    """Return the fewest pushes and twists from `tokens` to `target`."""
    return _DISTANCES[tuple(map(target.index, tokens))]


def best_actions(tokens: Arrangement, target: Arrangement) -> tuple[QuatrefoilMove, ...]:
    """Return every push or twist that begins a shortest solution."""
    nearer = distance(tokens, target) - 1
    return tuple(move for move in SOURCES if distance(apply_action(tokens, move), target) == nearer)


def shortest_solutions(
    tokens: Arrangement, target: Arrangement
) -> tuple[tuple[QuatrefoilMove, ...], ...]:
    """Return every shortest sequence of pushes and twists."""
    if tokens == target:
        return ((),)
    return tuple(
        (move, *way)
        for move in best_actions(tokens, target)
        for way in shortest_solutions(apply_action(tokens, move), target)
    )
