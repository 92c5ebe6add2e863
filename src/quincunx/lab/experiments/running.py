"""Run an experiment: play what is missing, store every game as it ends, and sum up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from itertools import chain
from pathlib import Path

import msgspec

from quincunx.lab.experiments.experiment import Experiment
from quincunx.lab.experiments.game import GameResult, GameSetup, play_game, warm_up_bots
from quincunx.lab.experiments.record_folder import RecordFolder
from quincunx.lab.experiments.results_file import ResultsFile
from quincunx.lab.experiments.schedule import Schedule
from quincunx.lab.experiments.standings import ExperimentResult, SequentialResult, summarise
from quincunx.lab.workers import Place, run_tasks


class Progress(msgspec.Struct, frozen=True):
    """How far an experiment has come."""

    done: int
    total: int
    """The number of games; with a sequential test the most that may be needed."""
    tests: tuple[SequentialResult | None, ...]


class FinishedExperiment(msgspec.Struct, frozen=True):
    """An experiment, its games in order for each contest, and what they say."""

    experiment: Experiment
    games: tuple[tuple[GameResult, ...], ...]
    result: ExperimentResult


def run_experiment(
    experiment: Experiment,
    *,
    workers: int | None = None,
    on: Place = "local",
    results: Path | None = None,
    records: Path | None = None,
    report: Callable[[Progress], object] = lambda progress: None,
) -> FinishedExperiment:
    """Play the games of an experiment; call `report` before the first and after every game.

    The results are the same, except for times, for any number of `workers` (processes; by default
    one for each core) of this machine or of a Ray cluster. `results` is a file to which every
    finished game is appended; if it exists, its games are not played again, and a file of another
    experiment is refused. `records` is a folder for the records of all games.
    """
    schedule = Schedule(experiment)
    folder = None if records is None else RecordFolder(records)
    with nullcontext() if results is None else ResultsFile(results, experiment) as file:
        for result in () if file is None else file.found:
            if _belongs(experiment, result) and (folder is None or folder.holds(result)):
                schedule.add(result)
        report(_progress(schedule))
        setups = _setups(experiment, schedule, recorded=folder is not None)
        count = schedule.total - schedule.done
        for played in run_tasks(play_game, setups, count=count, workers=workers, on=on):
            if folder is not None and played.record is not None:
                folder.write(played.result, played.record)
            if file is not None:
                file.add(played.result)
            schedule.add(played.result)
            report(_progress(schedule))
    games = tuple(tuple(contest.games()) for contest in schedule.contests)
    if folder is not None:
        for contest in schedule.contests:
            folder.remove(contest.surplus())
    tests = [contest.test for contest in schedule.contests]
    return FinishedExperiment(experiment, games, summarise(experiment, games, tests))


def _setups(experiment: Experiment, schedule: Schedule, *, recorded: bool) -> Iterator[GameSetup]:
    """Yield the games that are missing."""
    missing = schedule.missing()
    first = next(missing, None)
    if first is None:
        return
    # In this process first: an error of a bot is raised as it is, and numba fills its cache.
    for contest in experiment.contests:
        warm_up_bots(experiment.game, contest)
    for index, number in chain([first], missing):
        yield GameSetup(
            game=experiment.game,
            contest=experiment.contests[index],
            contest_number=index,
            number=number,
            seed=experiment.seed,
            work=experiment.work,
            recorded=recorded,
        )


def _belongs(experiment: Experiment, result: GameResult) -> bool:
    """Whether a stored result is one of this experiment's games; it may have had more."""
    return result.contest < len(experiment.contests) and result.number < experiment.games


def _progress(schedule: Schedule) -> Progress:
    tests = tuple(contest.test for contest in schedule.contests)
    return Progress(schedule.done, schedule.total, tests)
