"""The functions that run in bot processes. Arguments and results are pickled."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from quincunx.core import analysis
from quincunx.core.bots import AnyTurn, PlannedStep, Planner, RandomBot, Turn
from quincunx.core.bots.warm_up import warm_up
from quincunx.core.game import Game
from quincunx.core.options import Options
from quincunx.core.records.record import Record
from quincunx.core.records.replay import rerun
from quincunx.registry import find, game_names
from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.seated_bots import seated_bot
from quincunx.server.common.compression import compress
from quincunx.wire import GameReview, Judged, LegalMove


def choose_move(request: BotRequest) -> str:
    """Return the move that the bot chooses, in notation."""
    bot = seated_bot(find(request.game), request.level)
    return str(bot.choose(_turn(request)))


def random_move(request: BotRequest) -> str:
    """Return a random legal move, in notation, in place of a bot that failed."""
    return str(RandomBot().choose(_turn(request)))


def make_plan(request: BotRequest) -> tuple[PlannedStep, ...]:
    """Return what the bot will do over time, its moves in notation."""
    bot = seated_bot(find(request.game), request.level)
    assert isinstance(bot, Planner)
    return tuple(
        step if step.move is None else PlannedStep(step.at, move=str(step.move))
        for step in bot.plan(_turn(request))
    )


def _turn(request: BotRequest) -> AnyTurn:
    rules = find(request.game).rules(request.options, request.seats)
    return Turn(
        rules,
        request.view,
        request.observations,
        Random(request.seed),
        partners=request.partners,
    )


def give_hints(
    game_name: str, options: Options, seats: int, view: Any
) -> tuple[analysis.Hint, ...]:
    """Return hints for the seat that has this view."""
    game = find(game_name)
    return game.hints(game.rules(options, seats), view)


def warm_up_bots() -> None:
    """Compile and load what the bots of all games need."""
    for name in game_names():
        warm_up(find(name))


def review_record(record: Record) -> bytes:
    """Review the finished game of a complete record; return the answer as compressed JSON."""
    game = find(record.game)
    # Decisions from before the game branched off belong to another game.
    since = 0 if record.origin is None else record.origin.version
    review = _to_wire(game.review(rerun(record, game)), game, since)
    return compress(msgspec.json.encode(review))


def _to_wire(review: analysis.Review, game: Game, since: int) -> GameReview:
    return GameReview(
        measure=review.measure,
        curve=review.curve,
        judged=tuple(
            Judged(
                version=judgement.version,
                seat=judgement.seat,
                played=_described(judgement.move, game),
                better=_described(judgement.best[0], game),
                loss=judgement.loss,
                message=judgement.message,
            )
            for judgement in review.judgements
            if judgement.version >= since
        ),
        decided=None if since else review.decided,
        can_retry=game.judge is not None,
    )


def _described(move: str, game: Game) -> LegalMove:
    return LegalMove(move, game.describe_move(game.parse_move(move)))
