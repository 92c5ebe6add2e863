"""Matches with scripted deals, and the effect of each action written out from the rulebook.

Arrangements are written north row first, then the free token: `RG/YB P`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

import quincunx
from quincunx.games.quatrefoil.par import par
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.tokens import COLOURS, POSITIONS
from tests.games.forced_chance import ForcedChance
from tests.games.refusals import illegal_move

START: Final = "RG/YB P"

ACTIONS: Final = {
    "push north from west": "PR/YB G",
    "push north from east": "GP/YB R",
    "push south from west": "RG/PY B",
    "push south from east": "RG/BP Y",
    "push west from north": "PG/RB Y",
    "push west from south": "YG/PB R",
    "push east from north": "RP/YG B",
    "push east from south": "RB/YP G",
    "twist clockwise": "YR/BG P",
    "twist anticlockwise": "GB/RY P",
}
"""The arrangement after each action on `START`."""

PUSHES: Final = tuple(action for action in ACTIONS if action.startswith("push"))
TWISTS: Final = tuple(action for action in ACTIONS if action.startswith("twist"))
TURN: Final = {*ACTIONS, "stack"}
"""All moves of a turn."""

Choice = dict[str, Any]
"""Options by name."""

MODES: Final[dict[str, Choice]] = {
    "base": {},
    "by-hand": {"signals": "by-hand"},
    "limit": {"limit": 9},
    "race": {"clock": True},
    "race-by-hand": {"clock": True, "signals": "by-hand"},
    "nothing-to-hide": {"variant": "nothing-to-hide"},
    "half-colours": {"variant": "half-and-half", "half": "colours"},
    "half-positions": {"variant": "half-and-half", "half": "positions"},
    "dual": {"variant": "dual"},
    "dual-clock": {"variant": "dual", "clock": True},
}
every_mode = pytest.mark.parametrize("options", MODES.values(), ids=MODES)

TWO_MINUTES: Final = 120_000


def acted(tokens: str, action: str) -> str:
    """Return the arrangement after an action, derived from its effect on `START`."""
    return "".join(tokens[START.index(letter)] for letter in ACTIONS[action])


def deal(
    tokens: str = START,
    target: str = START,
    positions: str = "NW NE SE SW",
    first: int = 0,
    **options: Any,
) -> quincunx.Match:
    """`positions` are the cards of seats 0 to 3; their colour cards follow from `target`."""
    return _match([(tokens, target)], positions, first, options)


def five_deals(targets: Sequence[str], first: int = 0, **options: Any) -> quincunx.Match:
    """Return five deals that all begin with `START`."""
    deals = [(START, target) for target in targets]
    return _match(deals, "NW NE SE SW", first, {"deals": "5", **options})


def _match(
    deals: Sequence[tuple[str, str]], positions: str, first: int, options: Choice
) -> quincunx.Match:
    held = positions.split()
    dual = options.get("variant") == "dual"
    chance = ForcedChance(("tokens", "positions", "colours", "first seat"), is_strict=True)
    chance.script["first seat"] = [first]
    for tokens, target in deals:
        belongs = dict(zip((*POSITIONS, "free"), _clockwise(target), strict=True))
        cards = [belongs[place] for place in ((*POSITIONS, "free") if dual else held)]
        chance.script["tokens"] += [COLOURS.index(colour) for colour in _clockwise(tokens)]
        chance.script["positions"] += [POSITIONS.index(position) for position in held]
        chance.script["colours"] += [COLOURS.index(colour) for colour in cards]
    return quincunx.new("quatrefoil", options=options, chance=chance)


def _clockwise(arrangement: str) -> str:
    """Return the letters at NW, NE, SE and SW, and the free one."""
    return "".join(arrangement[place] for place in (0, 1, 4, 3, 6))


def written(arrangement: Sequence[str | None]) -> str:
    """Return an arrangement from a view as text, with `?` for unknown tokens."""
    northwest, northeast, southeast, southwest, free = (colour or "?" for colour in arrangement)
    return f"{northwest}{northeast}/{southwest}{southeast} {free}"


def current_tokens(match: quincunx.Match) -> str:
    """Return the public arrangement of tokens as text."""
    return written(match.view(None).tokens)


def legal(match: quincunx.Match, seat: int) -> set[str]:
    return {str(move) for move in match.legal_moves(seat)}


def play(match: quincunx.Match, *actions: str) -> quincunx.Match:
    """Make each action with the seat on turn."""
    for action in actions:
        match.play(action, match.awaited[0])
    return match


def all_look(match: quincunx.Match, at: int = 0) -> quincunx.Match:
    for seat in range(4):
        match.play("look", seat, at=at)
    return match


def expect_refusal(match: quincunx.Match, seat: int, move: str, reason: str, rule: str) -> None:
    """Check that the move is refused for this reason by this rule, and is not listed."""
    error = illegal_move(match, seat, move)
    assert (error.reason, error.rule) == (reason, f"quatrefoil:{rule}")
    assert move not in legal(match, seat)


def par_of(match: quincunx.Match) -> int:
    """Return the actions that four experts need for the deal in play."""
    assert isinstance(match.rules, QuatrefoilRules)
    return par(match.rules.open_cards, match.state)


def everyone_wins(match: quincunx.Match) -> bool:
    """Return whether all players have won; all win or all lose."""
    assert match.outcome is not None
    assert match.outcome.winners in ((), (0, 1, 2, 3))
    return match.outcome.winners != ()
