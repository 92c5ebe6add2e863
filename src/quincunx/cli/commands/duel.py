"""`quincunx duel`: let bots play many games, and print how strong they are."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.cli.errors import BadUsage
from quincunx.cli.own_bots import find_modules_here
from quincunx.cli.parser import add_game, add_options, add_workers, help_text, option_values
from quincunx.cli.terminal.output import print_json, print_plain
from quincunx.cli.terminal.progress import open_progress
from quincunx.cli.terminal.screen import open_console
from quincunx.core.messages import Message, pattern, render
from quincunx.lab import Experiment, FinishedExperiment, SequentialTest, make_experiment
from quincunx.lab.experiments.experiment import FORMATS
from quincunx.lab.experiments.option_sets import describe_set, single_changes
from quincunx.registry import find

if TYPE_CHECKING:
    from rich.table import Table

    from quincunx.cli.parser import Commands, Parser
    from quincunx.lab import ContestResult, ExperimentResult, Progress, Rating


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("duel", help=help_text("duel"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument("bots", metavar="BOT", nargs="+", help=help_text("duel.bots"))
    parser.add_argument("--format", choices=FORMATS, default="table", help=help_text("duel.format"))
    parser.add_argument("--games", type=int, default=100, metavar="N", help=help_text("duel.games"))
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=help_text("duel.seed"))
    parser.add_argument("--seats", type=int, metavar="N", help=help_text("duel.seats"))
    parser.add_argument("--work", type=int, metavar="W", help=help_text("duel.work"))
    _add_test(parser)
    add_options(parser)
    parser.add_argument("--every-option", action="store_true", help=help_text("duel.every_option"))
    for name, metavar in (
        ("results", "FILE"), ("records", "DIR"), ("csv", "FILE"), ("parquet", "FILE"),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", type=Path, metavar=metavar, help=help_text(f"duel.{name}"))
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help=help_text("json"))


def _add_test(parser: Parser) -> None:
    parser.add_argument(
        "--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help=help_text("duel.sprt")
    )
    for name in ("alpha", "beta"):
        parser.add_argument(
            f"--{name}", type=float, default=0.05, metavar="P", help=help_text(f"duel.{name}")
        )


def run(arguments: Namespace) -> None:
    find_modules_here()
    experiment = _experiment(arguments)
    if arguments.json:
        finished = _play(arguments, experiment, show=False)
        print_json(finished.result)
        return
    # Before the games, because it fails if rich is not installed.
    console = open_console()
    finished = _play(arguments, experiment, show=True)
    for contest in finished.result.contests:
        console.print(_contest_table(finished.result, contest))
        if contest.test is not None:
            print_plain(_test_text(arguments, contest))
    if finished.result.ratings:
        console.print(_rating_table(finished.result.ratings))


def _experiment(arguments: Namespace) -> Experiment:
    """Return the experiment that the arguments describe."""
    game = find(arguments.game)
    chosen = option_values(game, arguments.preset, arguments.options)
    option_sets: Sequence[Mapping[str, object]] = [chosen]
    if arguments.every_option:
        if chosen:
            raise BadUsage("cli.every_option_alone")
        option_sets = single_changes(game)
    test = None
    if arguments.sprt is not None:
        elo0, elo1 = arguments.sprt
        test = SequentialTest(elo0=elo0, elo1=elo1, alpha=arguments.alpha, beta=arguments.beta)
    return make_experiment(
        arguments.game,
        arguments.bots,
        games=arguments.games,
        seed=arguments.seed,
        format=arguments.format,
        option_sets=option_sets,
        seats=arguments.seats,
        work=arguments.work,
        test=test,
    )


def _play(arguments: Namespace, experiment: Experiment, *, show: bool) -> FinishedExperiment:
    """Play the experiment and write the tables that were asked for."""
    from quincunx.lab.experiments.running import run_experiment
    from quincunx.lab.experiments.tables import check_writable, write_csv, write_parquet

    for file in (arguments.csv, arguments.parquet):
        if file is not None:
            check_writable(file)
    try:
        with open_progress(show=show) as bar:

            def report(progress: Progress) -> None:
                bar.update(progress.done, progress.total, _test_progress(progress))

            finished = run_experiment(
                experiment,
                workers=arguments.workers,
                on=arguments.on,
                results=arguments.results,
                records=arguments.records,
                report=report,
            )
    except KeyboardInterrupt:
        if arguments.results is not None:
            stored = Message("cli.duel_interrupted", {"file": str(arguments.results)})
            print_plain(render(stored), stderr=True)
        raise
    if arguments.csv is not None:
        write_csv(finished, arguments.csv)
    if arguments.parquet is not None:
        write_parquet(finished, arguments.parquet)
    return finished


def _test_progress(progress: Progress) -> str:
    """Return how far the sequential test has come, if there is one and only one."""
    ratios = [f"{test.ratio:+.2f}" for test in progress.tests if test is not None]
    return f"LLR {ratios[0]}" if len(ratios) == 1 else ""


def _contest_table(result: ExperimentResult, contest: ContestResult) -> Table:
    from rich.table import Table

    title = render(Message("cli.duel", {"game": result.game, "games": contest.games}))
    options = describe_set(find(result.game), contest.options)
    table = Table(title=f"{title} ({options})" if options else title)
    table.add_column(pattern("cli.duel_bot"))
    for column in ("share", "interval", "mean_score", "ms_per_move"):
        table.add_column(pattern(f"cli.duel_{column}"), justify="right")
    for player in contest.players:
        table.add_row(
            player.bot,
            f"{player.share:.1%}",
            _range(f"{player.low:.1%}", f"{player.high:.1%}"),
            f"{player.mean_score:.2f}",
            f"{player.ms_per_move:.2f}",
        )
    return table


def _rating_table(ratings: Sequence[Rating]) -> Table:
    from rich.table import Table

    table = Table(title=pattern("cli.duel_ratings"))
    table.add_column(pattern("cli.duel_bot"))
    table.add_column("Elo", justify="right")
    table.add_column(pattern("cli.duel_interval"), justify="right")
    for rating in ratings:
        table.add_row(
            rating.bot, _signed(rating.elo), _range(_signed(rating.low), _signed(rating.high))
        )
    return table


def _signed(elo: float) -> str:
    return f"{elo:+.0f}".replace("-", "−")


def _range(low: str, high: str) -> str:
    return render(Message("cli.duel_range", {"low": low, "high": high}))


def _test_text(arguments: Namespace, contest: ContestResult) -> str:
    """Say what the sequential test found."""
    assert contest.test is not None
    elo0, elo1 = arguments.sprt
    return render(
        Message(
            "cli.duel_test",
            {
                "decision": contest.test.decision or "open",
                "first": contest.players[0].bot,
                "second": contest.players[1].bot,
                "ratio": f"{contest.test.ratio:+.2f}".replace("-", "−"),
                "low": elo0,
                "high": elo1,
                "games": contest.games,
            },
        )
    )
