"""The functions that run in bot processes. Arguments and results are pickled."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

from quincunx.core import analysis
from quincunx.core.bots import PlannedStep, Planner, RandomBot
from quincunx.core.chance import FastChance
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options
from quincunx.core.records.record import Record
from quincunx.core.records.replay import rerun
from quincunx.registry import find, games
from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.common.compression import compress
from quincunx.wire import GameReview, Judged, LegalMove

WARM_UP_WORK: Final = 10
"""How much work a bot may do for its first decision: enough to call every kernel once."""


def choose_move(request: BotRequest) -> str:
    """Return the move that the bot chooses, in notation."""
    game = find(request.game)
    bot = game.bots[request.level](game.rules(request.options, request.seats))
    rng = Random(request.seed)
    move = bot.choose(request.view, request.observations, request.partners, bot.work, rng)
    return game.format_move(move)


def random_move(request: BotRequest) -> str:
    """Return a random legal move, in notation, in place of a bot that failed."""
    game = find(request.game)
    bot = RandomBot(game.rules(request.options, request.seats))
    rng = Random(request.seed)
    return game.format_move(bot.choose(request.view, request.observations, frozenset(), 0, rng))


def make_plan(request: BotRequest) -> tuple[PlannedStep, ...]:
    """Return what the bot will do over time, its moves in notation."""
    game = find(request.game)
    bot = game.bots[request.level](game.rules(request.options, request.seats))
    assert isinstance(bot, Planner)
    steps = bot.plan(request.view, request.observations, bot.work, Random(request.seed))
    return tuple(
        step if step.move is None else PlannedStep(step.at, move=game.format_move(step.move))
        for step in steps
    )


def give_hints(
    game_name: str, options: Options, seats: int, view: Any
) -> tuple[analysis.Hint, ...]:
    """Return hints for the seat that has this view."""
    game = find(game_name)
    return game.hints(game.rules(options, seats), view)


def warm_up_bots() -> None:
    """Make each game's expert decide once, so that its code is compiled and its data loaded."""
    for name in games():
        game = find(name)
        options = game.options()
        seats = max(2, game.seats(options).start)
        match = Match(game, options, seats, chance=FastChance(Random(0)))
        seat = match.awaited[0]
        bot = game.find_bot("expert")(match.rules)
        observations = match.observations(seat)
        bot.choose(match.view(seat), observations, frozenset(), WARM_UP_WORK, Random(0))


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
    )


def _described(move: str, game: Game) -> LegalMove:
    return LegalMove(move, game.describe_move(game.parse_move(move)))
