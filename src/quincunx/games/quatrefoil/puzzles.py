"""Quatrefoil's puzzles: with all cards known, reach the target in the fewest actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.puzzles import Puzzle, PuzzleSetup, Verdict
from quincunx.core.seeds import Seed
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.options import QuatrefoilOptions
from quincunx.games.quatrefoil.solver import best_actions, distance
from quincunx.games.quatrefoil.state import SEATS

if TYPE_CHECKING:
    from quincunx.core.game import Game

DISTANCES: Final = (2, 3, 3)
"""By level, how many actions the target is away.

Four is the most, but then every first action is right.
"""
FIRST_ACTIONS: Final = (range(1, 11), range(5, 11), range(1, 5))
"""By level, how many of the ten possible actions may be right at first."""


def generate(game: Game, seed: Seed, level: int) -> Puzzle | None:
    """Deal with all cards open; accept the deal if the target is as far away as wanted."""
    actions = DISTANCES[level]
    options = QuatrefoilOptions(variant="nothing-to-hide", limit=actions)
    match = Match(game, options, SEATS, seed=seed)
    state = match.state
    best = best_actions(state.tokens, state.target)
    if distance(state.tokens, state.target) != actions or len(best) not in FIRST_ACTIONS[level]:
        return None
    return Puzzle(
        match=match,
        question=Message("quatrefoil.puzzle.question", {"actions": actions}),
        solution=lambda: best[0].value,
    )


def judge(puzzle: Puzzle, match: Match, move: QuatrefoilMove) -> Verdict:
    """Compare the distance after the action with the shortest one that is possible."""
    state = match.state
    best = best_actions(state.tokens, state.target)
    nearest = distance(state.tokens, state.target) - 1
    away = distance(apply_action(state.tokens, move), state.target)
    kind = "wrong" if away > nearest else "on" if away else "right"
    return Verdict(
        loss=float(away - nearest),
        best=tuple(action.value for action in best),
        message=Message(f"quatrefoil.puzzle.{kind}", {"away": away, "left": nearest}),
        solved=away == 0,
    )


def offers(move: QuatrefoilMove) -> bool:
    """Return whether the move is a push or a twist; reaching the target ends the puzzle."""
    return move in SOURCES


PUZZLES: Final = PuzzleSetup(generate=generate, judge=judge, offers=offers)
