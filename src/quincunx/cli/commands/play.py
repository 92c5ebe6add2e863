"""`quincunx play`: play against bots in the terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING

from quincunx.cli.errors import BadUsage
from quincunx.cli.files import check_writable, write_record
from quincunx.cli.parser import add_options, option_values
from quincunx.cli.terminal.keyboard import Keyboard
from quincunx.cli.terminal.screen import Screen
from quincunx.cli.terminal.session import Session
from quincunx.core.analysis import largest_losses
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import Message, render
from quincunx.core.options import make_options
from quincunx.core.outcome import Outcome
from quincunx.core.seeds import Seed
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("play", help="play in the terminal against bots")
    parser.set_defaults(run=run)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--seats", type=int, metavar="N", help="the number of seats (default: the fewest)"
    )
    parser.add_argument("--seat", type=int, default=1, metavar="K", help="your seat (default: 1)")
    parser.add_argument(
        "--bots",
        metavar="LEVEL",
        help="the level of the bots: random, easy, medium or expert (default: expert)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="the seed of the deal: the same seed deals the same game",
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="save the record of the game to this file"
    )
    add_options(parser)


def run(arguments: Namespace) -> None:
    game = find(arguments.game)
    seed = randbits(64) if arguments.seed is None else arguments.seed
    level = arguments.bots or _best_level(game)
    match = _deal(game, arguments, seed, level)
    seat = arguments.seat - 1
    others = [other for other in range(match.seats) if other != seat]
    bots = {other: game.find_bot(level)(match.rules) for other in others}
    screen = Screen(match.names, arguments.seat - 1)
    if arguments.save:
        check_writable(arguments.save)
    screen.print_text("cli.welcome", seat=seat)
    session = Session(
        match, seat, bots, seed=f"bots/{seed}", screen=screen, keyboard=Keyboard(sys.stdin)
    )
    try:
        session.run()
    except (EOFError, KeyboardInterrupt):
        screen.write("")
        screen.print_text("cli.left")
    if match.outcome:
        _print_review(match, match.outcome, screen)
    if arguments.save:
        write_record(arguments.save, match.record(seat))
        screen.print_text("cli.saved", file=str(arguments.save))


def _best_level(game: Game) -> str:
    return "expert" if "expert" in game.bots else list(game.bots)[-1]


def _deal(game: Game, arguments: Namespace, seed: int, level: str) -> Match:
    """Deal the game; the bots are named after their level."""
    values = option_values(game, arguments.preset, arguments.options)
    options = make_options(game.options, values, game=game.name)
    seats = game.seats(options).start if arguments.seats is None else arguments.seats
    game.check_seats(seats, options)
    if not 1 <= arguments.seat <= seats:
        raise BadUsage("cli.unknown_seat", seat=arguments.seat, seats=seats)
    names = tuple(
        render(
            Message("core.seat", {"number": number})
            if number == arguments.seat
            else Message("cli.bot_name", {"level": level, "number": number})
        )
        for number in range(1, seats + 1)
    )
    return Match(game, options, seats, seed=Seed.of(seed), names=names)


def _print_review(match: Match, outcome: Outcome, screen: Screen) -> None:
    """Print the outcome, what decided the game, and the largest mistakes."""
    screen.print_message(outcome.reason, style="bold")
    review = match.game.review(match)
    screen.print_message(review.decided)
    mistakes = largest_losses(review.judgements)
    screen.write("")
    screen.print_text("cli.review" if mistakes else "cli.review_empty")
    for mistake in mistakes:
        name, why = match.names[mistake.seat], render(mistake.message, names=match.names)
        better = render(Message("cli.better", {"move": mistake.best[0]}))
        screen.write(f"{mistake.version + 1:>4}  {name}, {mistake.move}: {why} {better}")
