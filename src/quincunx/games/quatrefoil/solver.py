"""Exact: how far any arrangement is from any target, and every shortest way."""

from __future__ import annotations

from quincunx.core.analysis import Solution
from quincunx.core.messages import Message
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.notation import format_arrangement, parse_position
from quincunx.games.quatrefoil.tokens import Arrangement

_Places = tuple[int, ...]


def _distances() -> dict[_Places, int]:
    """Actions needed from each of the 120 arrangements, by where each place's token belongs."""
    home: _Places = (0, 1, 2, 3, 4)
    distances = {home: 0}
    frontier = [home]
    for places in frontier:
        for sources in SOURCES.values():
            # Every action can be taken back by another, so searching from the target is as good.
            further = tuple(places[source] for source in sources)
            if further not in distances:
                distances[further] = distances[places] + 1
                frontier.append(further)
    return distances


_DISTANCES = _distances()


def distance(tokens: Arrangement, target: Arrangement) -> int:
    """The fewest pushes and twists from `tokens` to `target`."""
    return _DISTANCES[tuple(map(target.index, tokens))]


def best_actions(tokens: Arrangement, target: Arrangement) -> tuple[QuatrefoilMove, ...]:
    """Every push or twist with which a shortest way begins."""
    nearer = distance(tokens, target) - 1
    return tuple(move for move in SOURCES if distance(apply_action(tokens, move), target) == nearer)


def shortest_ways(
    tokens: Arrangement, target: Arrangement
) -> tuple[tuple[QuatrefoilMove, ...], ...]:
    """Every shortest sequence of pushes and twists."""
    if tokens == target:
        return ((),)
    return tuple(
        (move, *way)
        for move in best_actions(tokens, target)
        for way in shortest_ways(apply_action(tokens, move), target)
    )


def solve(text: str) -> Solution:
    """Answers a position written as `RG/YB P > GR/BY P`."""
    tokens, target = parse_position(text)
    ways = shortest_ways(tokens, target)
    return Solution(
        data={
            "position": format_arrangement(tokens),
            "target": format_arrangement(target),
            "distance": len(ways[0]),
            "best": _texts(best_actions(tokens, target)),
            "ways": [_texts(way) for way in ways],
        },
        lines=(
            Message("quatrefoil.solution.distance", {"distance": len(ways[0]), "ways": len(ways)}),
            *(Message("quatrefoil.solution.way", {"way": (*_texts(way), "stack")}) for way in ways),
        ),
    )


def _texts(moves: tuple[QuatrefoilMove, ...]) -> tuple[str, ...]:
    return tuple(move.value for move in moves)
