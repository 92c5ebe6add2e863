"""The functions that run in a bot process. Arguments and results are pickled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from quincunx.core.errors import NoDraft
from quincunx.core.match import Match
from quincunx.core.puzzles import (
    Puzzle,
    answer_puzzle,
    level_of,
    make_puzzle,
    puzzle_setup,
)
from quincunx.registry import find
from quincunx.server.common.errors import Unreadable
from quincunx.wire import AnsweredPuzzle, CheckedPuzzleDraft, LegalMove, ShownPuzzle

MAX_CACHED_PUZZLES: Final = 100
"""Puzzles that are kept in the process, so that an answer does not make its puzzle again."""


@lru_cache(MAX_CACHED_PUZZLES)
def _puzzle(game: str, number: int) -> Puzzle:
    return make_puzzle(find(game), number)


def show_puzzle(game: str, number: int) -> ShownPuzzle:
    """Return the puzzle as its player sees it, without the solution."""
    puzzle = _puzzle(game, number)
    return ShownPuzzle(
        game=game,
        number=number,
        level=level_of(number),
        question=puzzle.question,
        seat=puzzle.seat,
        view=_view(puzzle, puzzle.match),
        moves=answer_moves(puzzle.match),
        draft=msgspec.to_builtins(puzzle.draft),
        has_mistakes=puzzle.match.game.judge is not None,
    )


def judge_answer(game: str, number: int, moves: Sequence[str]) -> AnsweredPuzzle:
    """Return the verdict on an answer; one without moves gives up and shows a solution."""
    puzzle = _puzzle(game, number)
    if not moves:
        return _given_up(puzzle)
    after, verdict = answer_puzzle(puzzle, moves)
    is_over = verdict.solved or not verdict.right
    match = after if verdict.right else _before_last(puzzle, moves)
    return AnsweredPuzzle(
        right=verdict.right,
        solved=verdict.solved,
        loss=verdict.loss,
        message=verdict.message,
        best=tuple(_described(puzzle, text) for text in verdict.best) if is_over else (),
        view=_view(puzzle, match),
        moves=() if verdict.solved else answer_moves(match),
    )


def _given_up(puzzle: Puzzle) -> AnsweredPuzzle:
    return AnsweredPuzzle(
        right=False,
        solved=False,
        loss=0.0,
        message=None,
        best=(_described(puzzle, puzzle.solution()),),
        view=_view(puzzle, puzzle.match),
        moves=answer_moves(puzzle.match),
    )


def check_draft(game: str, number: int, draft: Any) -> CheckedPuzzleDraft:
    """Return the faults of what the player is building."""
    puzzle = _puzzle(game, number)
    return faults_of(puzzle.match, puzzle.seat, draft)


def faults_of(match: Match, seat: int, draft: Any) -> CheckedPuzzleDraft:
    """Return the faults of a draft that the seat builds in that position."""
    rules = match.rules
    if rules.draft_type is None:
        raise NoDraft("core.error.no_draft")
    try:
        built = msgspec.convert(draft, rules.draft_type)
    except msgspec.ValidationError as error:
        raise Unreadable("table.refusal.unreadable", why=str(error)) from None
    return CheckedPuzzleDraft(rules.check(match.view(seat), built))


def _before_last(puzzle: Puzzle, moves: Sequence[str]) -> Match:
    return answer_puzzle(puzzle, moves[:-1]).match if len(moves) > 1 else puzzle.match


def _view(puzzle: Puzzle, match: Match) -> Any:
    return msgspec.to_builtins(match.view(puzzle.seat))


def answer_moves(match: Match) -> tuple[LegalMove, ...]:
    """Return the listed moves that can be answers."""
    if not match.active:
        return ()
    setup, seat, game = puzzle_setup(match.game), match.active[0], match.game
    return tuple(
        LegalMove(
            str(move),
            game.describe_move(move),
            msgspec.to_builtins(match.rules.effect(match.state, seat, move))
            if setup.shows_effects
            else None,
        )
        for move in match.legal_moves(seat)
        if setup.offers(move)
    )


def _described(puzzle: Puzzle, text: str) -> LegalMove:
    game = puzzle.match.game
    describe = puzzle_setup(game).describe or game.describe_move
    return LegalMove(text, describe(game.parse_move(text)))
