"""What a process does that reviews a finished game."""

from __future__ import annotations

import msgspec

from quincunx.core import analysis
from quincunx.core.game import Game
from quincunx.core.records.record import Record
from quincunx.core.records.replay import rerun
from quincunx.registry import find
from quincunx.server.common.compression import compress
from quincunx.wire import GameReview, Judged, LegalMove


def look_back(record: Record) -> bytes:
    """Review the finished game of a whole record: in another process, up to the last byte."""
    game = find(record.game)
    # What was decided before it was played on belongs to another game.
    since = 0 if record.origin is None else record.origin.version
    shown = _shown(game.review(rerun(record, game)), game, since)
    return compress(msgspec.json.encode(shown))


def _shown(review: analysis.Review, game: Game, since: int) -> GameReview:
    return GameReview(
        measure=review.measure,
        curve=review.curve,
        judged=tuple(
            Judged(
                version=judgement.version,
                seat=judgement.seat,
                played=_said(judgement.move, game),
                better=_said(judgement.best[0], game),
                loss=judgement.loss,
                message=judgement.message,
            )
            for judgement in review.judgements
            if judgement.version >= since
        ),
        decided=None if since else review.decided,
    )


def _said(move: str, game: Game) -> LegalMove:
    return LegalMove(move, game.describe_move(game.parse_move(move)))
