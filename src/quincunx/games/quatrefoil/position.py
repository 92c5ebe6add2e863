"""Write arrangements and positions as short text, read them back, and solve them.

An arrangement is written north row first, then the free token: `RG/YB P`. A position is an
arrangement and its target: `RG/YB P > GR/BY P`.
"""

from __future__ import annotations

import re

from quincunx.core.analysis import Solution
from quincunx.core.chance import Chance
from quincunx.core.errors import MalformedPosition
from quincunx.core.events import Events
from quincunx.core.messages import Message
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.rules.dealing import DealtCards, deal_positions
from quincunx.games.quatrefoil.solver import best_actions, shortest_solutions
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilState, QuatrefoilView
from quincunx.games.quatrefoil.tokens import COLOURS, Arrangement

_ARRANGEMENT = re.compile(r"\s*(\w)(\w)\s*/\s*(\w)(\w)\s+(\w)\s*")


def format_arrangement(tokens: Arrangement) -> str:
    northwest, northeast, southeast, southwest, free = tokens
    return f"{northwest}{northeast}/{southwest}{southeast} {free}"


def parse_arrangement(text: str) -> Arrangement:
    found = _ARRANGEMENT.fullmatch(text.upper())
    if not found or sorted(found.groups()) != sorted(COLOURS):
        raise MalformedPosition("quatrefoil.refusal.unknown_position", text=text.strip())
    northwest, northeast, southwest, southeast, free = found.groups()
    return northwest, northeast, southeast, southwest, free


def format_position(tokens: Arrangement, target: Arrangement) -> str:
    return f"{format_arrangement(tokens)} > {format_arrangement(target)}"


def parse_position(text: str) -> tuple[Arrangement, Arrangement]:
    tokens, arrow, target = text.partition(">")
    if not arrow:
        raise MalformedPosition("quatrefoil.refusal.unknown_position", text=text.strip())
    return parse_arrangement(tokens), parse_arrangement(target)


def position_text(view: QuatrefoilView) -> str | None:
    """Return the arrangement and its target; `None` if the view does not show the target."""
    northwest, northeast, southeast, southwest, free = view.target
    if not (northwest and northeast and southeast and southwest and free):
        return None
    return format_position(view.tokens, (northwest, northeast, southeast, southwest, free))


def setup_position(
    rules: QuatrefoilRules, text: str, chance: Chance
) -> tuple[QuatrefoilState, Events]:
    """Set a game up at a position: a deal with these tokens and this target.

    The position cards are dealt at random, and the colour cards follow from the target. In Race
    the Clock all players have looked at their cards, because the target of the text is known.
    """
    tokens, target = parse_position(text)
    positions = deal_positions(chance, rules.open_cards, is_race=rules.is_race)
    cards = DealtCards(tokens, target, positions)
    state, events = rules.begin_deal(cards, at=0, first=0, series=rules.new_series)
    if rules.is_race:
        for seat in range(SEATS):
            state, looked = rules.apply(state, seat, QuatrefoilMove.LOOK, 0, chance)
            events += looked
    return state, events


def solve(text: str) -> Solution:
    """Solve a position written as `RG/YB P > GR/BY P`."""
    tokens, target = parse_position(text)
    solutions = shortest_solutions(tokens, target)
    return Solution(
        data={
            "position": format_arrangement(tokens),
            "target": format_arrangement(target),
            "distance": len(solutions[0]),
            "best": _texts(best_actions(tokens, target)),
            "ways": [_texts(way) for way in solutions],
        },
        lines=(
            Message(
                "quatrefoil.solution.distance",
                {"distance": len(solutions[0]), "ways": len(solutions)},
            ),
            *(
                Message("quatrefoil.solution.way", {"way": (*_texts(way), "stack")})
                for way in solutions
            ),
        ),
    )


def _texts(moves: tuple[QuatrefoilMove, ...]) -> tuple[str, ...]:
    return tuple(map(str, moves))
