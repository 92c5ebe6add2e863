"""What the results of an experiment say: shares of wins with intervals, and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from statistics import fmean
from typing import Any

import msgspec

from quincunx.lab.experiments.contest import Contest
from quincunx.lab.experiments.experiment import Experiment
from quincunx.lab.experiments.game import GameResult
from quincunx.lab.statistics.elo import Pairing, Rating, rate
from quincunx.lab.statistics.intervals import wilson_interval
from quincunx.lab.statistics.sprt import Decision
from quincunx.registry import find


class Player(msgspec.Struct, frozen=True):
    """The statistics of one bot in a contest."""

    bot: str
    share: float
    """The share of wins: a tie is divided among the winners, a joint win counts for all. Where each
    bot plays on its own, the share of deals on which it did best."""
    low: float
    high: float
    """The bounds of the 95% confidence interval of the share."""
    mean_score: float
    ms_per_move: float
    """CPU time for choosing a move."""


class SequentialResult(msgspec.Struct, frozen=True):
    """How far a sequential test of a contest's first bot against its second has come."""

    ratio: float
    """The log-likelihood ratio."""
    decision: Decision | None


class ContestResult(msgspec.Struct, frozen=True):
    """The result of one contest, with one player for each bot."""

    options: dict[str, Any]
    games: int
    players: tuple[Player, ...]
    test: SequentialResult | None = None


class ExperimentResult(msgspec.Struct, frozen=True):
    """The result of an experiment."""

    game: str
    games: int
    contests: tuple[ContestResult, ...]
    ratings: tuple[Rating, ...]
    """The bots that met in pairs, the strongest first; all option sets together."""


def summarise(
    experiment: Experiment,
    games: Sequence[Sequence[GameResult]],
    tests: Sequence[SequentialResult | None],
) -> ExperimentResult:
    """Return the statistics of an experiment's games, given in order for each contest."""
    judge = DealJudge(experiment)
    contests = tuple(
        _summarise_contest(judge, contest, played, test)
        for contest, played, test in zip(experiment.contests, games, tests, strict=True)
    )
    pairings = [
        Pairing(
            first=contest.bots[0],
            second=contest.bots[1],
            shares=tuple(shares[0] for shares in judge.deals(contest, played)),
            weight=1 if contest.apart else contest.games_per_deal,
        )
        for contest, played in zip(experiment.contests, games, strict=True)
        if contest.is_pair
    ]
    return ExperimentResult(
        game=experiment.game,
        games=sum(map(len, games)),
        contests=contests,
        ratings=rate([pairing for pairing in pairings if pairing.shares]),
    )


class DealJudge:
    """Says who did how well on a deal, by the rules of the experiment's game."""

    def __init__(self, experiment: Experiment) -> None:
        game = find(experiment.game)
        self._together = game.cooperative
        self._low_score_wins = game.low_score_wins

    def deals(self, contest: Contest, games: Sequence[GameResult]) -> list[tuple[float, ...]]:
        """Return each bot's mean share for each deal that was played to the end."""
        size = contest.games_per_deal
        whole = len(games) // size * size
        return [self.shares(contest, games[at : at + size]) for at in range(0, whole, size)]

    def shares(self, contest: Contest, games: Sequence[GameResult]) -> tuple[float, ...]:
        """Return each bot's share of the wins of these games, which are all of one deal."""
        if contest.apart:
            return self._best_alone(contest, games)
        shares = [self.game_shares(contest, game) for game in games]
        return tuple(fmean(of_bot) for of_bot in zip(*shares, strict=True))

    def game_shares(self, contest: Contest, game: GameResult) -> tuple[float, ...]:
        """Return each bot's share of the win of a game at one table."""
        seating = contest.seating(game.number)
        wins = [0] * len(contest.bots)
        for seat in game.winners:
            wins[seating[seat]] += 1
        if self._together:
            return tuple(float(number > 0) for number in wins)
        return tuple(number / max(len(game.winners), 1) for number in wins)

    def _best_alone(self, contest: Contest, games: Sequence[GameResult]) -> tuple[float, ...]:
        """Return 1 for the bot that did best on its own, divided if several did."""
        sign = -1 if self._low_score_wins(contest.seats) else 1
        reached = [(bool(game.winners), sign * fsum(game.scores)) for game in games]
        best = max(reached)
        return tuple((each == best) / reached.count(best) for each in reached)


def _summarise_contest(
    judge: DealJudge, contest: Contest, games: Sequence[GameResult], test: SequentialResult | None
) -> ContestResult:
    if contest.apart:
        shares = judge.deals(contest, games)
    else:
        shares = [judge.game_shares(contest, game) for game in games]
    players = tuple(
        _player(contest, bot, [share[bot] for share in shares], games)
        for bot in range(len(contest.bots))
    )
    return ContestResult(options=contest.options, games=len(games), players=players, test=test)


def _player(
    contest: Contest, bot: int, shares: Sequence[float], games: Sequence[GameResult]
) -> Player:
    share = fmean(shares) if shares else 0.0
    low, high = wilson_interval(share, len(shares)) if shares else (0.0, 1.0)
    seats = [
        (game, seat)
        for game in games
        for seat, sits in enumerate(contest.seating(game.number))
        if sits == bot
    ]
    moves = sum(game.moves[seat] for game, seat in seats)
    nanoseconds = sum(game.nanoseconds[seat] for game, seat in seats)
    scores = [game.scores[seat] for game, seat in seats]
    return Player(
        bot=contest.bots[bot],
        share=share,
        low=low,
        high=high,
        mean_score=fmean(scores) if scores else 0.0,
        ms_per_move=nanoseconds / 1e6 / max(moves, 1),
    )
