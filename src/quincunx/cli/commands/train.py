"""`quincunx train`: let an agent learn a game, and say how close it comes to the optimum."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from quincunx.cli.extras import needs_extra
from quincunx.cli.files import check_writable, write_text
from quincunx.cli.parser import add_game, add_options, help_text, option_values
from quincunx.cli.terminal.output import print_plain
from quincunx.cli.terminal.progress import open_progress
from quincunx.core.messages import Arg, Message, render
from quincunx.core.options import make_options
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands
    from quincunx.learning.result import FinishedTraining, TrainingProgress


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("train", help=help_text("train"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help=help_text("train.out"))
    parser.add_argument("--updates", type=int, metavar="N", help=help_text("train.updates"))
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=help_text("train.seed"))
    add_options(parser)


def run(arguments: Namespace) -> None:
    with needs_extra("rl"):
        from quincunx.learning.curve import learning_curve
        from quincunx.learning.training import check_game

    check_game(arguments.game)
    out = arguments.out or Path(f"{arguments.game}.npz")
    check_writable(out)
    curve = out.with_name(f"{out.stem}-curve.svg")
    check_writable(curve)
    checkpoint = out.with_name(f"{out.name}.checkpoint")
    finished = _train(arguments, checkpoint)
    finished.agent.save(out)
    write_text(curve, learning_curve(finished))
    checkpoint.unlink()
    _print_result(finished)
    print_plain(_say("trained_files", agent=str(out), curve=str(curve)))


def _train(arguments: Namespace, checkpoint: Path) -> FinishedTraining:
    from quincunx.games.coloryam.options import ColorYamOptions
    from quincunx.learning.settings import DEFAULT_SETTINGS
    from quincunx.learning.task import Task
    from quincunx.learning.training import train

    game = find(arguments.game)
    values = option_values(game, arguments.preset, arguments.options)
    task = Task.of(make_options(ColorYamOptions, values, game=game.name))
    settings = DEFAULT_SETTINGS
    if arguments.updates is not None:
        settings = msgspec.structs.replace(settings, updates=arguments.updates)
    try:
        with open_progress(preparing="cli.train_preparing") as bar:

            def report(progress: TrainingProgress) -> None:
                bar.update(progress.done, progress.total, _share(progress))

            return train(
                task, settings=settings, seed=arguments.seed, checkpoint=checkpoint, report=report
            )
    except KeyboardInterrupt:
        if checkpoint.exists():
            print_plain(_say("train_interrupted", file=str(checkpoint)), stderr=True)
        raise


def _share(progress: TrainingProgress) -> str:
    """Return how close the latest games came to the optimum."""
    return "" if progress.share is None else _say("train_share", percent=_percent(progress.share))


def _percent(share: float) -> float:
    return round(100 * share, 1)


def _print_result(finished: FinishedTraining) -> None:
    result = finished.evaluation
    print_plain(
        _say(
            "trained",
            mean=round(result.mean, 2),
            low=round(result.low, 2),
            high=round(result.high, 2),
            games=result.games,
            percent=_percent(finished.share),
            optimum=round(finished.optimum, 2),
        )
    )


def _say(name: str, **args: Arg) -> str:
    return render(Message(f"cli.{name}", args))
