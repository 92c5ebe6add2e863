"""Quivvit's puzzles: find the rotation that takes the most points of a freshly dealt grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.puzzles import Puzzle, PuzzleSetup, Verdict
from quincunx.core.seeds import Seed
from quincunx.games.quivvit.moves import QuivvitMove
from quincunx.games.quivvit.options import QuivvitOptions

if TYPE_CHECKING:
    from quincunx.core.game import Game
    from quincunx.games.quivvit.solver import QuivvitPlay

# The functions import the solver, so that `import quincunx` does not load NumPy and numba.

LEADS: Final = ((3, 99), (2, 2), (1, 1))
"""By level, how many points the best rotation is ahead of the next best, from and to."""


def generate(game: Game, seed: Seed, level: int) -> Puzzle | None:
    """Deal a grid for one player; accept it if the best rotation is as far ahead as wanted."""
    match = Match(game, QuivvitOptions(), 1, seed=seed)
    best, *others = sorted(_plays(match), key=lambda play: -play.points)
    low, high = LEADS[level]
    if not low <= best.points - others[0].points <= high:
        return None
    return Puzzle(
        match=match,
        question=Message("quivvit.puzzle.question"),
        solution=lambda: str(best.move),
    )


def judge(puzzle: Puzzle, match: Match, move: QuivvitMove) -> Verdict:
    """Compare the points of a rotation with those of the best one."""
    plays = _plays(match)
    most = max(play.points for play in plays)
    taken = next(play.points for play in plays if play.move == move)
    kind = "right" if taken == most else "wrong"
    return Verdict(
        loss=float(most - taken),
        best=tuple(str(play.move) for play in plays if play.points == most),
        message=Message(f"quivvit.puzzle.{kind}", {"points": taken, "best": most}),
        solved=taken == most,
    )


def _plays(match: Match) -> list[QuivvitPlay]:
    from quincunx.games.quivvit.solver import plays_of_view

    return plays_of_view(match.view(match.active[0]))


PUZZLES: Final = PuzzleSetup(generate=generate, judge=judge, shows_effects=False)
