"""`quincunx duel`: play many games between bots and print the statistics."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quincunx.cli.own_bots import find_modules_here
from quincunx.cli.parser import add_game, add_options, help_text, option_values
from quincunx.cli.terminal.output import print_json
from quincunx.cli.terminal.screen import open_console
from quincunx.core.messages import Message, pattern, render
from quincunx.lab.duel import Duel, duel
from quincunx.registry import find

if TYPE_CHECKING:
    from rich.table import Table

    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("duel", help=help_text("duel"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument("bots", metavar="BOT", nargs="+", help=help_text("duel.bots"))
    parser.add_argument("--games", type=int, default=100, metavar="N", help=help_text("duel.games"))
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=help_text("duel.seed"))
    parser.add_argument("--seats", type=int, metavar="N", help=help_text("duel.seats"))
    parser.add_argument("--work", type=int, metavar="W", help=help_text("duel.work"))
    parser.add_argument("--json", action="store_true", help=help_text("json"))
    add_options(parser)


def run(arguments: Namespace) -> None:
    find_modules_here()
    if arguments.json:
        print_json(_play(arguments, lambda: None))
        return
    # Before the games, because it fails if rich is not installed.
    console = open_console()
    with _progress(arguments.games) as after_each:
        result = _play(arguments, after_each)
    console.print(_table(result))


def _play(arguments: Namespace, after_each: Callable[[], object]) -> Duel:
    return duel(
        arguments.game,
        arguments.bots,
        games=arguments.games,
        seed=arguments.seed,
        options=option_values(find(arguments.game), arguments.preset, arguments.options),
        seats=arguments.seats,
        work=arguments.work,
        after_each=after_each,
    )


@contextmanager
def _progress(games: int) -> Iterator[Callable[[], object]]:
    """Show a progress bar if standard error is a terminal.

    Until the first game is over it says that the bots are prepared: compiling can take long.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=open_console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task(pattern("cli.duel_preparing"), total=games)
        yield lambda: bar.update(task, advance=1, description="")


def _table(result: Duel) -> Table:
    from rich.table import Table

    title = render(Message("cli.duel", {"game": result.game, "games": result.games}))
    table = Table(title=title)
    table.add_column(pattern("cli.duel_bot"))
    for column in ("share", "interval", "mean_score", "ms_per_move"):
        table.add_column(pattern(f"cli.duel_{column}"), justify="right")
    for player in result.players:
        low, high = f"{player.low:.1%}", f"{player.high:.1%}"
        table.add_row(
            player.bot,
            f"{player.share:.1%}",
            render(Message("cli.duel_range", {"low": low, "high": high})),
            f"{player.mean_score:.2f}",
            f"{player.ms_per_move:.2f}",
        )
    return table
