"""`quincunx play`: play against bots in the terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Final

from quincunx.cli.errors import BadUsage
from quincunx.cli.files import check_writable, write_record
from quincunx.cli.own_bots import find_modules_here
from quincunx.cli.parser import add_game, add_options, help_text, option_values
from quincunx.cli.terminal.keyboard import open_input
from quincunx.cli.terminal.screen import Screen
from quincunx.cli.terminal.session import Session
from quincunx.core.analysis import largest_losses
from quincunx.core.bots import make_bot
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import Message, UnknownMessage, pattern, render
from quincunx.core.options import Options, make_options
from quincunx.core.outcome import Outcome
from quincunx.core.seeds import Seed
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands

_LEVEL: Final = "medium"
"""The bots' level if the player does not choose one."""
_SEATS: Final = 2


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("play", help=help_text("play"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument("--seats", type=int, metavar="N", help=help_text("play.seats"))
    parser.add_argument("--seat", type=int, default=1, metavar="K", help=help_text("play.seat"))
    parser.add_argument("--bots", metavar="BOT", help=help_text("play.bots"))
    parser.add_argument("--seed", type=int, metavar="S", help=help_text("play.seed"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=help_text("play.save"))
    add_options(parser)


def run(arguments: Namespace) -> None:
    find_modules_here()
    game = find(arguments.game)
    seed = randbits(64) if arguments.seed is None else arguments.seed
    level = arguments.bots or _default_level(game)
    # Checked for a player alone too: the name may be mistyped.
    bot = make_bot(game, level)
    match = _deal(game, arguments, seed)
    seat = arguments.seat - 1
    bots = {other: bot for other in range(match.seats) if other != seat}
    screen = Screen(match.names, seat)
    if arguments.save:
        check_writable(arguments.save)
    screen.write(f"{pattern(f'{game.name}.name')}. {pattern(f'{game.name}.tagline')}", "bold")
    screen.print_text("cli.welcome", bots=len(bots), level=_level_name(level))
    session = Session(
        match,
        seat,
        bots,
        seed=f"bots/{seed}",
        screen=screen,
        open_input=lambda words: open_input(sys.stdin, words),
        saves_to=arguments.save,
    )
    try:
        session.run()
    except EOFError:
        screen.write("")
        screen.print_text("cli.left")
    if match.outcome:
        _print_review(match, match.outcome, screen)
    if session.saves_to:
        write_record(session.saves_to, match.record(seat))
        screen.print_text("cli.saved", file=str(session.saves_to))


def _level_name(level: str) -> str:
    try:
        return pattern(f"cli.level.{level}")
    except UnknownMessage:
        # An own bot is called by its class.
        return level.rpartition(":")[2]


def _default_level(game: Game) -> str:
    return _LEVEL if _LEVEL in game.bots else list(game.bots)[-1]


def _default_seats(game: Game, options: Options) -> int:
    """Return two seats, for a player and a bot, or what is closest to it."""
    allowed = game.seats(options)
    return min(max(_SEATS, allowed[0]), allowed[-1])


def _deal(game: Game, arguments: Namespace, seed: int) -> Match:
    """Deal the game and name its players."""
    values = option_values(game, arguments.preset, arguments.options)
    options = make_options(game.options, values, game=game.name)
    seats = _default_seats(game, options) if arguments.seats is None else arguments.seats
    game.check_seats(seats, options)
    if not 1 <= arguments.seat <= seats:
        raise BadUsage("cli.unknown_seat", seat=arguments.seat, seats=seats)
    names = [
        render(Message("cli.bot_name", {"number": number, "bots": seats - 1}))
        for number in range(1, seats)
    ]
    names.insert(arguments.seat - 1, render(Message("core.seat", {"number": arguments.seat})))
    return Match(game, options, seats, seed=Seed.of(seed), names=tuple(names))


def _print_review(match: Match, outcome: Outcome, screen: Screen) -> None:
    """Print the outcome, what decided the game, and the largest mistakes."""
    screen.print_message(outcome.reason, style="bold")
    with screen.thinking():
        review = match.game.review(match)
    screen.print_message(review.decided)
    mistakes = largest_losses(review.judgements)
    screen.write("")
    screen.print_text("cli.review" if mistakes else "cli.review_empty")
    for mistake in mistakes:
        text = Message(
            "cli.mistake",
            {
                "step": mistake.version + 1,
                "name": screen.shown_names[mistake.seat],
                "move": mistake.move,
                "why": screen.sentence(mistake.message),
                "better": render(Message("cli.better", {"move": mistake.best[0]})),
            },
        )
        screen.write(f"  {render(text)}", indent=4)
