"""Play the games of a report: bots against each other, and one bot with every option."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from quincunx.core.options import make_options
from quincunx.lab.experiments.contest import Contest
from quincunx.lab.experiments.experiment import Experiment, make_experiment
from quincunx.lab.experiments.game import GameSetup, warm_up_bots
from quincunx.lab.experiments.option_sets import single_changes
from quincunx.lab.experiments.running import Progress, run_experiment
from quincunx.lab.experiments.standings import ExperimentResult
from quincunx.lab.reports.facts import GameFacts, play_for_facts
from quincunx.lab.workers import Place, run_tasks
from quincunx.registry import find

DEFAULT_BOTS: Final = ("random", "easy", "medium", "expert")


class ReportData(msgspec.Struct, frozen=True):
    """All that a report shows."""

    game: str
    command: str
    """The command that makes the report again."""
    bots: ExperimentResult
    """Every bot against every other, in the base game."""
    options: tuple[tuple[Contest, tuple[GameFacts, ...]], ...]
    """The games of one bot against itself, the base game first, then every changed option."""


def gather(
    game: str,
    *,
    command: str,
    games: int,
    bots: Sequence[str] = DEFAULT_BOTS,
    player: str = "medium",
    seed: int = 0,
    work: int | None = None,
    workers: int | None = None,
    on: Place = "local",
    report: Callable[[int, int], object] = lambda done, total: None,
) -> ReportData:
    """Play the games and return what they say; call `report` with the games done and in all."""
    strength = make_experiment(game, bots, games=games, seed=seed, format="round-robin", work=work)
    alone = _with_every_option(game, player, games=games, seed=seed, work=work)
    total = games * (len(strength.contests) + len(alone.contests))

    def on_progress(progress: Progress) -> None:
        report(progress.done, total)

    finished = run_experiment(strength, workers=workers, on=on, report=on_progress)
    done = finished.result.games
    facts: list[list[GameFacts]] = [[] for _ in alone.contests]
    count = games * len(alone.contests)
    for played in run_tasks(play_for_facts, _setups(alone), count=count, workers=workers, on=on):
        facts[played.contest].append(played)
        done += 1
        report(done, total)
    return ReportData(
        game=game,
        command=command,
        bots=finished.result,
        options=tuple(
            (contest, tuple(sorted(found, key=lambda each: each.number)))
            for contest, found in zip(alone.contests, facts, strict=True)
        ),
    )


def _with_every_option(
    game: str, player: str, *, games: int, seed: int, work: int | None
) -> Experiment:
    """Return the games of one bot against itself, for two seats where the options allow it."""
    found = find(game)
    experiments = []
    for options in single_changes(found):
        allowed = found.seats(make_options(found.options, options, game=game))
        seats = 2 if 2 in allowed else allowed[0]
        experiments.append(
            make_experiment(
                game,
                [player],
                games=games,
                seed=seed,
                option_sets=[options],
                seats=seats,
                work=work,
            )
        )
    contests = tuple(contest for each in experiments for contest in each.contests)
    return msgspec.structs.replace(experiments[0], contests=contests)


def _setups(experiment: Experiment) -> Iterator[GameSetup]:
    for index, contest in enumerate(experiment.contests):
        warm_up_bots(experiment.game, contest)
        for number in range(experiment.games):
            yield GameSetup(
                game=experiment.game,
                contest=contest,
                contest_number=index,
                number=number,
                seed=experiment.seed,
                work=experiment.work,
                recorded=False,
            )
