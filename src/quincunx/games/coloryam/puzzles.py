"""ColorYam's puzzles: keep the dice that give the best chance to meet the challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.puzzles import Puzzle, PuzzleSetup, Verdict
from quincunx.core.seeds import Seed
from quincunx.games.coloryam.moves import ColorYamMove, CrossOut, KeepDice, RollAll, StopRolling
from quincunx.games.coloryam.options import ColorYamOptions

if TYPE_CHECKING:
    from quincunx.core.game import Game
    from quincunx.games.coloryam.solver import RatedMoves

# The functions import the solver, so that `import quincunx` does not load NumPy.

LINES: Final = (0, 3, 6)
"""By level, the line of the challenge: one with given colours, with any colours, a comparison."""
CHANCES: Final = (0.25, 0.95)
"""The best chance is between these: neither hopeless nor certain."""
LEAD: Final = 0.02
"""How far the best chance is ahead of the next best, at least."""
EQUAL_WITHIN: Final = 1e-9
"""Chances that differ by less are equal: they are sums of rounded numbers."""


def generate(game: Game, seed: Seed, level: int) -> Puzzle | None:
    """Roll for a challenge of a random sheet; accept the dice if one choice is clearly best."""
    match = Match(game, ColorYamOptions(sheet="random"), 1, seed=seed)
    while match.state.line < LINES[level]:
        _pass_line(match)
    match.play(RollAll(), 0)
    best, *others = _rated(match)
    is_clear = best.worth - others[0].worth >= LEAD
    is_open = CHANCES[0] <= best.worth <= CHANCES[1]
    if not (isinstance(best.move, KeepDice) and is_clear and is_open):
        return None
    return Puzzle(
        match=match,
        question=Message("coloryam.puzzle.question"),
        solution=lambda: str(best.move),
    )


def _pass_line(match: Match) -> None:
    """Complete the line with the first roll."""
    match.play(RollAll(), 0)
    match.play(StopRolling(), 0)
    if match.state.phase == "choose":
        match.play(CrossOut(), 0)


def judge(puzzle: Puzzle, match: Match, move: ColorYamMove) -> Verdict:
    """Compare the chance that the choice leaves with the best one."""
    rated = _rated(match)
    most = rated[0].worth
    best = [each.move for each in rated if most - each.worth < EQUAL_WITHIN]
    own = next(each.worth for each in rated if each.move == move)
    kind = "right" if move in best else "wrong"
    args = {"percent": _percent(own), "best": _percent(most)}
    return Verdict(
        loss=0.0 if move in best else 100 * (most - own),
        best=tuple(map(str, best)),
        message=Message(f"coloryam.puzzle.{kind}", {**args}),
        solved=move in best,
    )


def _rated(match: Match) -> RatedMoves:
    """Rate all choices by the chance to meet the challenge, the best first."""
    from quincunx.games.coloryam.solver import rate_for_challenge

    return rate_for_challenge(match.view(0))


def _percent(chance: float) -> float:
    return round(100 * chance, 1)


PUZZLES: Final = PuzzleSetup(generate=generate, judge=judge)
