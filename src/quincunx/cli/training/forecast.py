"""Train the network that forecasts turns of Quivvit, and report how strong it is."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.cli.errors import BadUsage
from quincunx.cli.parser import option_values
from quincunx.cli.terminal.output import print_plain
from quincunx.cli.terminal.progress import open_progress
from quincunx.cli.training.learning_bar import LearningBar, percent
from quincunx.core.messages import Message, render
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.batch.quivvit.forecast import Progress
    from quincunx.batch.quivvit.forecast.evaluation import Wins


def train_network(arguments: Namespace, out: Path, checkpoint: Path) -> list[Message]:
    """Train the network, write its file, and return what to print."""
    import jax

    from quincunx.learning.forecast import train_forecast

    if option_values(find(arguments.game), arguments.preset, arguments.options):
        raise BadUsage("cli.train_base_game_only")
    if jax.default_backend() == "cpu":
        print_plain(render(Message("cli.train_slow")), stderr=True)
    with open_progress(preparing="cli.train_preparing") as bar:
        learning = LearningBar(bar, "cli.train_explained")

        def report(progress: Progress) -> None:
            learning.update(progress.done, progress.total, progress.explained)

        trained = train_forecast(
            updates=arguments.updates,
            seed=arguments.seed,
            out=out,
            checkpoint=checkpoint,
            report=report,
        )
    return [*map(_strength, trained.wins), Message("cli.forecast_file", {"file": str(out)})]


def _strength(wins: Wins) -> Message:
    return Message(
        "cli.forecast_trained",
        {
            "seats": wins.seats,
            "percent": percent(wins.share),
            "margin": percent(wins.margin),
            "games": wins.games,
        },
    )
