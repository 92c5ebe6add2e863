"""Train an agent that plays ColorYam alone, and report how close it comes to the optimum."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from quincunx.cli.files import check_writable, write_text
from quincunx.cli.parser import option_values
from quincunx.cli.terminal.progress import open_progress
from quincunx.cli.training.learning_bar import LearningBar, percent
from quincunx.core.messages import Message
from quincunx.core.options import make_options
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.learning.result import FinishedTraining, TrainingProgress


def train_agent(arguments: Namespace, out: Path, checkpoint: Path) -> list[Message]:
    """Train the agent, write its file and its learning curve, and return what to print."""
    from quincunx.learning.curve import learning_curve

    curve = out.with_name(f"{out.stem}-curve.svg")
    check_writable(curve)
    finished = _train(arguments, checkpoint)
    finished.agent.save(out)
    write_text(curve, learning_curve(finished))
    files = Message("cli.trained_files", {"agent": str(out), "curve": str(curve)})
    return [_result(finished), files]


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
    with open_progress(preparing="cli.train_preparing") as bar:
        learning = LearningBar(bar, "cli.train_share")

        def report(progress: TrainingProgress) -> None:
            learning.update(progress.done, progress.total, progress.share)

        return train(
            task, settings=settings, seed=arguments.seed, checkpoint=checkpoint, report=report
        )


def _result(finished: FinishedTraining) -> Message:
    result = finished.evaluation
    return Message(
        "cli.trained",
        {
            "mean": round(result.mean, 2),
            "low": round(result.low, 2),
            "high": round(result.high, 2),
            "games": result.games,
            "percent": percent(finished.share),
            "optimum": round(finished.optimum, 2),
        },
    )
