"""Which games are still to be played, and which of the played ones count.

Results arrive in any order. They count deal by deal, in the order of the deals, so a sequential
test stops at the same deal however many workers there are.
"""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.lab.experiments.contest import Contest
from quincunx.lab.experiments.experiment import Experiment
from quincunx.lab.experiments.game import GameResult
from quincunx.lab.experiments.standings import DealJudge, SequentialResult
from quincunx.lab.statistics.sprt import SequentialState

GameNumber = tuple[int, int]
"""A contest and the number of a game in it."""


class ContestSchedule:
    """The games of one contest."""

    def __init__(self, experiment: Experiment, contest: Contest, judge: DealJudge) -> None:
        self._contest = contest
        self._judge = judge
        self._results: dict[int, GameResult] = {}
        self._test = None if experiment.test is None else SequentialState(experiment.test)
        self._last = experiment.games
        """The number of games that are played if no test stops them."""
        self._judged = 0
        """The number of games that the test has seen: whole deals."""

    @property
    def is_decided(self) -> bool:
        """Whether a sequential test has ended the contest."""
        return self._test is not None and self._test.decision is not None

    @property
    def counted(self) -> int:
        """The number of games that count if nothing is missing."""
        return self._judged if self.is_decided else self._last

    @property
    def test(self) -> SequentialResult | None:
        if self._test is None:
            return None
        return SequentialResult(self._test.ratio, self._test.decision)

    @property
    def played(self) -> int:
        """The number of finished games that count, or may still count."""
        return min(len(self._results), self.counted)

    def needs(self, number: int) -> bool:
        """Whether this game is still to be played."""
        return number < self.counted and number not in self._results

    def add(self, result: GameResult) -> None:
        self._results[result.number] = result
        if self._test is None:
            return
        size = self._contest.games_per_deal
        while not self.is_decided and self._judged + size <= self._last:
            numbers = range(self._judged, self._judged + size)
            if not all(number in self._results for number in numbers):
                return
            games = [self._results[number] for number in numbers]
            self._test.add(self._judge.shares(self._contest, games)[0])
            self._judged += size

    def games(self) -> list[GameResult]:
        """Return the games that count, in order, without those that are missing."""
        return [self._results[number] for number in range(self.counted) if number in self._results]

    def surplus(self) -> list[GameResult]:
        """Return the games that were played before it was clear that they do not count."""
        return [game for number, game in self._results.items() if number >= self.counted]


class Schedule:
    """The games of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        judge = DealJudge(experiment)
        self.contests = [
            ContestSchedule(experiment, contest, judge) for contest in experiment.contests
        ]

    @property
    def total(self) -> int:
        """The number of games that count in the end, or the most as long as a test is open."""
        return sum(contest.counted for contest in self.contests)

    @property
    def done(self) -> int:
        """The number of finished games."""
        return sum(contest.played for contest in self.contests)

    def add(self, result: GameResult) -> None:
        self.contests[result.contest].add(result)

    def missing(self) -> Iterator[GameNumber]:
        """Yield the games that are still to be played; all contests advance together."""
        for number in range(self._experiment.games):
            for index, contest in enumerate(self.contests):
                if contest.needs(number):
                    yield index, number
