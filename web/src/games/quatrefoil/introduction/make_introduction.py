"""Precompute every position that Quatrefoil's introduction can reach.

The page contains no rules; its introduction looks everything up in introduction.json:

    python web/src/games/quatrefoil/introduction/make_introduction.py           writes the file
    python web/src/games/quatrefoil/introduction/make_introduction.py --check   fails if it is stale

`after` gives, for each arrangement, the result of each of `moves`. A lesson is seat 0's view of its
first position, what a stack reveals, and for each arrangement the thumbs of the four seats (u or d)
and its distance to the target in actions.
"""

from __future__ import annotations

import json
import sys
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from quincunx.core.chance import FastChance
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.options import QuatrefoilOptions
from quincunx.games.quatrefoil.position import parse_position
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.solver import distance
from quincunx.games.quatrefoil.state import QuatrefoilState
from quincunx.games.quatrefoil.tokens import COLOURS, Arrangement

FILE = Path(__file__).with_name("introduction.json")

LESSONS = (
    # A push and a twist, in either order: no other solution is as short.
    ("nothing-to-hide", "RB/PY G > RG/YB P", ("NW", "NE", "SE", "SW")),
    # Blue belongs southeast. One twist puts three tokens in place and yet leads away; one push puts
    # two in place and leaves one action.
    ("base", "YP/BR G > PR/GB Y", ("SE", "NW", "SW", "NE")),
    # One push is missing; the other push that puts blue in place breaks what was right.
    ("base", "PY/GR B > PR/GB Y", ("SE", "NW", "SW", "NE")),
)


def main() -> None:
    data = {"moves": [move.value for move in SOURCES], "after": _after(), "lessons": _lessons()}
    text = json.dumps(data, indent=2) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text, "utf-8")
    elif json.loads(FILE.read_text("utf-8")) != json.loads(text):
        sys.exit(f"{FILE.name} is stale: run {Path(__file__).name}")


def _after() -> dict[str, str]:
    return {
        "".join(tokens): " ".join("".join(apply_action(tokens, move)) for move in SOURCES)
        for tokens in _arrangements()
    }


def _arrangements() -> list[Arrangement]:
    return [(a, b, c, d, e) for a, b, c, d, e in permutations(COLOURS)]


def _lessons() -> list[dict[str, Any]]:
    return [_lesson(*lesson) for lesson in LESSONS]


def _lesson(variant: Any, position: str, positions: tuple[str, ...]) -> dict[str, Any]:
    rules = QuatrefoilRules(QuatrefoilOptions(variant=variant), 4)
    dealt, target = parse_position(position)

    def state(tokens: Arrangement) -> QuatrefoilState:
        return QuatrefoilState(
            dealt=dealt, tokens=tokens, target=target, positions=positions, turn=0
        )

    stacked, _ = rules.apply(state(dealt), 0, QuatrefoilMove.STACK, 0, FastChance(Random(0)))
    ended = msgspec.to_builtins(rules.view(stacked, 0))
    return {
        "view": msgspec.to_builtins(rules.view(state(dealt), 0)),
        "ended": {
            name: ended[name] for name in ("colours", "positions", "target", "par", "ending")
        },
        "seen": {
            "".join(tokens): "".join(
                "u" if signal else "d" for signal in rules.view(state(tokens), 0).signals
            )
            + f" {distance(tokens, target)}"
            for tokens in _arrangements()
        },
    }


if __name__ == "__main__":
    main()
