"""Count the actions that four bots of a level need before the stack, over all 2880 deals."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any, Final

import quincunx
from quincunx.core.chance import Result, ScriptedChance
from quincunx.core.match import Match
from quincunx.games.quatrefoil.tokens import COLOURS

MODES: Final[dict[str, dict[str, Any]]] = {
    "base game": {},
    "positions open": {"variant": "half-and-half", "half": "positions"},
    "colours open": {"variant": "half-and-half", "half": "colours"},
}


def every_deal(options: dict[str, Any]) -> list[Match]:
    """Return all different deals: every target and hand, default tokens, seat 1 first."""
    return [
        quincunx.new("quatrefoil", options=options, chance=_scripted(colours, positions, options))
        for colours in permutations(range(len(COLOURS)), 4)
        for positions in permutations(range(4))
    ]


def _scripted(
    colours: tuple[int, ...], positions: tuple[int, ...], options: dict[str, Any]
) -> ScriptedChance:
    half = options.get("half")
    return ScriptedChance(
        [
            Result("tokens", None, (0, 1, 2, 3, 4)),
            *(
                Result("positions", None if half == "positions" else seat, (card,))
                for seat, card in enumerate(positions)
            ),
            *(
                Result("colours", None if half == "colours" else seat, (card,))
                for seat, card in enumerate(colours)
            ),
            Result("first seat", None, (0,)),
        ]
    )


def lengths(level: str, options: dict[str, Any], *, every: int = 1) -> Counter[int]:
    """Count deals by actions before the stack; every deal must be won."""
    found: Counter[int] = Counter()
    for match in every_deal(options)[::every]:
        outcome = match.play_out(level, seed="bench")
        if not outcome.winners:
            raise AssertionError(f"{level} lost {match.view(quincunx.OMNISCIENT)}")
        found[outcome.scores[0]] += 1
    return found


def mean(found: Counter[int]) -> float:
    return sum(length * many for length, many in found.items()) / found.total()


def main() -> None:
    for name, options in MODES.items():
        for level in ("expert", "medium"):
            found = lengths(level, options)
            histogram = "  ".join(f"{length}:{found[length]}" for length in sorted(found))
            print(f"{name:15} {level:7} {mean(found):.4f}  ({found.total()} deals: {histogram})")
