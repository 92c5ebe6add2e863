"""`quincunx report`: write what many games between bots say about a game, as one HTML page."""

from __future__ import annotations

import shlex
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.cli.files import check_writable, write_text
from quincunx.cli.own_bots import find_modules_here
from quincunx.cli.parser import add_game, add_workers, help_text
from quincunx.cli.terminal.output import print_plain
from quincunx.cli.terminal.progress import open_progress
from quincunx.core.messages import Message, current_language, render

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("report", help=help_text("report"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help=help_text("report.out"))
    parser.add_argument("--games", type=int, default=100, metavar="N", help=help_text("duel.games"))
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["random", "easy", "medium", "expert"],
        metavar="BOT",
        help=help_text("report.bots"),
    )
    parser.add_argument(
        "--player", default="medium", metavar="BOT", help=help_text("report.player")
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=help_text("duel.seed"))
    parser.add_argument("--work", type=int, metavar="W", help=help_text("duel.work"))
    add_workers(parser)


def run(arguments: Namespace) -> None:
    from quincunx.lab.reports.gathering import gather
    from quincunx.lab.reports.page import report_page

    find_modules_here()
    out = arguments.out or Path(f"{arguments.game}.html")
    check_writable(out)
    with open_progress() as bar:
        data = gather(
            arguments.game,
            command=_command(arguments),
            games=arguments.games,
            bots=arguments.bots,
            player=arguments.player,
            seed=arguments.seed,
            work=arguments.work,
            workers=arguments.workers,
            on=arguments.on,
            report=bar.update,
        )
    write_text(out, report_page(data, current_language()))
    print_plain(render(Message("cli.reported", {"file": str(out)})))


def _command(arguments: Namespace) -> str:
    """Return the command that makes the same report again."""
    words = ["quincunx", "report", arguments.game, "--games", str(arguments.games)]
    words += ["--bots", *arguments.bots, "--player", arguments.player]
    words += ["--seed", str(arguments.seed)]
    if arguments.work is not None:
        words += ["--work", str(arguments.work)]
    return shlex.join(words)
