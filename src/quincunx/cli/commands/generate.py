"""`quincunx generate`: write every decision of many games between bots into a Parquet file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from quincunx.cli.own_bots import find_modules_here
from quincunx.cli.parser import add_game, add_options, add_workers, help_text, option_values
from quincunx.cli.terminal.output import print_plain
from quincunx.cli.terminal.progress import open_progress
from quincunx.core.messages import Message, render
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands
    from quincunx.lab.datasets.generating import GeneratingProgress


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("generate", help=help_text("generate"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help=help_text("generate.out")
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help=help_text("duel.games"))
    parser.add_argument(
        "--bots", nargs="+", default=["random"], metavar="BOT", help=help_text("generate.bots")
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=help_text("duel.seed"))
    parser.add_argument("--seats", type=int, metavar="N", help=help_text("duel.seats"))
    parser.add_argument("--work", type=int, metavar="W", help=help_text("duel.work"))
    add_workers(parser)
    add_options(parser)


def run(arguments: Namespace) -> None:
    from quincunx.lab.datasets.dataset import make_dataset
    from quincunx.lab.datasets.features import ViewFeatures
    from quincunx.lab.datasets.generating import generate_dataset

    find_modules_here()
    encoding = ViewFeatures()
    dataset = make_dataset(
        arguments.game,
        arguments.bots,
        games=arguments.games,
        seed=arguments.seed,
        options=option_values(find(arguments.game), arguments.preset, arguments.options),
        seats=arguments.seats,
        work=arguments.work,
        encoding=encoding,
    )
    started = monotonic()
    with open_progress() as bar:

        def report(progress: GeneratingProgress) -> None:
            bar.update(progress.done, progress.total)

        rows = generate_dataset(
            dataset,
            arguments.out,
            encoding=encoding,
            workers=arguments.workers,
            on=arguments.on,
            report=report,
        )
    print_plain(
        render(
            Message(
                "cli.generated",
                {
                    "file": str(arguments.out),
                    "rows": rows,
                    "games": dataset.games,
                    "seconds": round(monotonic() - started, 1),
                },
            )
        )
    )
