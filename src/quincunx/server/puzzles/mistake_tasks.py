"""The functions for players' own mistakes that run in the analysis process.

Arguments and results are pickled. A review comes as the compressed JSON that clients get.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from quincunx.core.errors import UnknownPuzzle, WrongAnswerKind
from quincunx.core.match import Match
from quincunx.core.mistakes import judge_instead, position_before
from quincunx.core.records.record import Record
from quincunx.registry import find
from quincunx.server.common.compression import decompress
from quincunx.server.puzzles.puzzle_tasks import answer_moves, faults_of
from quincunx.wire import (
    AnsweredPuzzle,
    CheckedPuzzleDraft,
    GameReview,
    Judged,
    LegalMove,
    ShownMistake,
    TableId,
)

MAX_MISTAKES: Final = 5
"""How many puzzles one game gives a player: the largest mistakes."""


def find_mistakes(review: bytes, seat: int) -> tuple[int, ...]:
    """Return the versions at which the seat made its largest mistakes, the largest first."""
    made = [each for each in _read(review).judged if each.seat == seat and each.loss > 0]
    return tuple(each.version for each in sorted(made, key=_by_loss)[:MAX_MISTAKES])


def _by_loss(judged: Judged) -> float:
    return -judged.loss


def show_mistake(record: Record, review: bytes, version: int) -> ShownMistake:
    """Return the position as its player saw it, and what was played."""
    judged, match = _judged(review, version), _position(record, version)
    return ShownMistake(
        game=record.game,
        table=TableId(record.table),
        version=version,
        seat=judged.seat,
        names=record.names,
        played=judged.played,
        loss=judged.loss,
        measure=_read(review).measure,
        view=_view(match, judged.seat),
        moves=answer_moves(match),
    )


def judge_mistake(
    record: Record, review: bytes, version: int, moves: Sequence[str]
) -> AnsweredPuzzle:
    """Return the verdict on a move; an answer without moves shows the better one."""
    judged, match = _judged(review, version), _position(record, version)
    if len(moves) > 1:
        raise WrongAnswerKind("core.error.one_move")
    if not moves:
        return _wrong(match, judged, judged.loss, None)
    after, judgement = judge_instead(match, judged.seat, moves[0])
    if judgement.loss > 0:
        better = _described(match, judgement.best[0])
        verdict = _wrong(match, judged, judgement.loss, better)
        return msgspec.structs.replace(verdict, message=judgement.message)
    return AnsweredPuzzle(
        right=True,
        solved=True,
        loss=0.0,
        message=judgement.message,
        best=(_described(match, moves[0]),),
        view=_view(after, judged.seat),
        moves=(),
    )


def check_mistake_draft(
    record: Record, review: bytes, version: int, draft: Any
) -> CheckedPuzzleDraft:
    """Return the faults of what the player is building."""
    return faults_of(_position(record, version), _judged(review, version).seat, draft)


def _wrong(match: Match, judged: Judged, loss: float, better: LegalMove | None) -> AnsweredPuzzle:
    return AnsweredPuzzle(
        right=False,
        solved=False,
        loss=loss,
        message=None,
        best=(better or judged.better,),
        view=_view(match, judged.seat),
        moves=answer_moves(match),
    )


def _read(review: bytes) -> GameReview:
    return msgspec.json.decode(decompress(review), type=GameReview)


def _judged(review: bytes, version: int) -> Judged:
    for judged in _read(review).judged:
        if judged.version == version:
            return judged
    raise UnknownPuzzle("core.error.no_decision", version=version)


def _position(record: Record, version: int) -> Match:
    return position_before(record, find(record.game), version)


def _view(match: Match, seat: int) -> Any:
    return msgspec.to_builtins(match.view(seat))


def _described(match: Match, text: str) -> LegalMove:
    game = match.game
    return LegalMove(text, game.describe_move(game.parse_move(text)))
