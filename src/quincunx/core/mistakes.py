"""Decisions of finished games as puzzles: the same position again, with another move."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quincunx.core.analysis import Judgement
from quincunx.core.errors import NoPuzzles
from quincunx.core.match import Match
from quincunx.core.records.record import Record
from quincunx.core.records.replay import branch
from quincunx.core.seeds import Seed

if TYPE_CHECKING:
    from quincunx.core.game import Game


class JudgedMove(NamedTuple):
    """The position after a move, and the assessment of the move."""

    match: Match
    judgement: Judgement


def position_before(record: Record, game: Game, version: int) -> Match:
    """Return the recorded game at that version, where the decision is still to be made."""
    # Chance that follows is none of the recorded game.
    seed = Seed(f"quincunx-mistake/1/{record.table}/{version}")
    return branch(record, game, version, seed=seed, table=record.table, names=record.names)


def judge_instead(match: Match, seat: int, move: str) -> JudgedMove:
    """Play a move in that position, and judge it as the review of the game would."""
    if match.game.judge is None:
        raise NoPuzzles("core.error.no_mistakes", game=match.game.name)
    after = match.copy()
    after.play(move, seat)
    return JudgedMove(after, match.game.judge(after, after.version))
