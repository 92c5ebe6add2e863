"""`quincunx train`: train an agent or a network for a game, and report how good it is."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.cli.errors import BadUsage
from quincunx.cli.extras import needs_extra
from quincunx.cli.files import check_writable
from quincunx.cli.parser import add_game, add_options, help_text
from quincunx.cli.terminal.output import print_plain
from quincunx.core.messages import Message, render
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands

    Training = Callable[[Namespace, Path, Path], list[Message]]
    """Trains what the arguments ask for; also takes the files of the result and the checkpoint."""


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("train", help=help_text("train"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help=help_text("train.out"))
    parser.add_argument("--updates", type=int, metavar="N", help=help_text("train.updates"))
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=help_text("train.seed"))
    add_options(parser)


def run(arguments: Namespace) -> None:
    train = _training(find(arguments.game).name)
    out = arguments.out or Path(f"{arguments.game}.npz")
    check_writable(out)
    checkpoint = out.with_name(f"{out.name}.checkpoint")
    try:
        results = train(arguments, out, checkpoint)
    except KeyboardInterrupt:
        if checkpoint.exists():
            interrupted = Message("cli.train_interrupted", {"file": str(checkpoint)})
            print_plain(render(interrupted), stderr=True)
        raise
    checkpoint.unlink()
    for result in results:
        print_plain(render(result))


def _training(game: str) -> Training:
    """Return the training for the game; raise an error if a package that it needs is missing."""
    match game:
        case "coloryam":
            with needs_extra("rl"):
                import quincunx.learning.training
            from quincunx.cli.training.agent import train_agent

            return train_agent
        case "quivvit":
            with needs_extra("jax"):
                import quincunx.learning.forecast  # noqa: F401
            from quincunx.cli.training.forecast import train_network

            return train_network
        case _:
            raise BadUsage("cli.train_unknown", game=game)
