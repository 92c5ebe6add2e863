"""Play one game of an experiment, and measure it."""

from __future__ import annotations

from time import process_time_ns
from typing import Any

import msgspec

from quincunx.core.bots import AnyBot, AnyTurn, Bot, make_bot
from quincunx.core.bots.warm_up import WARM_UP_WORK
from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.lab.experiments.contest import Contest, deal_seed
from quincunx.registry import find


class GameSetup(msgspec.Struct, frozen=True):
    """One game to be played; plain data that is sent to other processes."""

    game: str
    contest: Contest
    contest_number: int
    number: int
    seed: int
    work: int | None
    recorded: bool
    """Whether the record of the game is wanted."""


class GameResult(msgspec.Struct, frozen=True):
    """The result of one game, by seat."""

    contest: int
    number: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    moves: tuple[int, ...]
    nanoseconds: tuple[int, ...]
    """CPU time for choosing these moves."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A result, and the record if it was wanted."""

    result: GameResult
    record: str | None


class TimedBot(Bot[Any, Any]):
    """A bot whose CPU time is measured."""

    def __init__(self, bot: AnyBot) -> None:
        self._bot = bot
        self.moves = 0
        self.nanoseconds = 0

    def choose(self, turn: AnyTurn) -> Any:
        started = process_time_ns()
        move = self._bot.choose(turn)
        self.nanoseconds += process_time_ns() - started
        self.moves += 1
        return move

    def acts_at(self, turn: AnyTurn) -> int | None:
        return self._bot.acts_at(turn)


def deal(game: str, contest: Contest, seed: int, number: int) -> Match:
    """Return the dealt match of a contest's game."""
    found = find(game)
    options = make_options(found.options, contest.options, game=game)
    return Match(found, options, contest.seats, seed=deal_seed(seed, contest.deal_of(number)))


def play_game(setup: GameSetup) -> PlayedGame:
    """Play one game of the experiment, after a game that does not count with each new bot."""
    warm_up_bots(setup.game, setup.contest)
    match, bots = play_match(setup)
    assert match.outcome is not None
    result = GameResult(
        contest=setup.contest_number,
        number=setup.number,
        winners=match.outcome.winners,
        scores=match.outcome.scores,
        moves=tuple(bot.moves for bot in bots),
        nanoseconds=tuple(bot.nanoseconds for bot in bots),
    )
    return PlayedGame(result, match.record().to_json() if setup.recorded else None)


def play_match(setup: GameSetup) -> tuple[Match, tuple[TimedBot, ...]]:
    """Play the game and return the finished match and the bots by seat."""
    contest = setup.contest
    match = deal(setup.game, contest, setup.seed, setup.number)
    names = [contest.bots[bot] for bot in contest.seating(setup.number)]
    bots = tuple(TimedBot(make_bot(match.game, name)) for name in names)
    partners = {
        seat: frozenset(
            other for other in range(contest.seats) if other != seat and names[other] == names[seat]
        )
        for seat in range(contest.seats)
    }
    # The random numbers of a decision depend on the seat as well, so bots do not share them.
    seed = f"{setup.seed}/{setup.number}"
    match.play_out(dict(enumerate(bots)), seed=seed, partners=partners, work=setup.work or 0)
    return match, bots


_warm: set[tuple[str, str]] = set()
"""The games and bots that this process has played with."""


def warm_up_bots(game: str, contest: Contest) -> None:
    """Play a game that does not count with bots that are new to this process.

    Compiled code is loaded then, which must not be measured as the bots' time.
    """
    new = [name for name in dict.fromkeys(contest.bots) if (game, name) not in _warm]
    for name in new:
        lineup = dict.fromkeys(range(contest.seats), name)
        deal(game, contest, 0, 0).play_out(lineup, seed=0, work=WARM_UP_WORK)
        _warm.add((game, name))
