"""`quincunx puzzle`: show a puzzle, or judge an answer to it."""

from __future__ import annotations

from argparse import Namespace
from secrets import randbelow
from typing import TYPE_CHECKING

from quincunx.cli.parser import add_game, help_text
from quincunx.cli.terminal.screen import Screen
from quincunx.core.game import Game
from quincunx.core.puzzles import MAX_NUMBER, Puzzle, answer_puzzle, make_puzzle, puzzle_setup
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("puzzle", help=help_text("puzzle"))
    parser.set_defaults(run=run)
    add_game(parser)
    parser.add_argument("--seed", type=int, metavar="N", help=help_text("puzzle.seed"))
    parser.add_argument(
        "--answer",
        action="append",
        metavar="MOVE",
        help=help_text("puzzle.answer"),
    )


def run(arguments: Namespace) -> None:
    game = find(arguments.game)
    number = randbelow(MAX_NUMBER + 1) if arguments.seed is None else arguments.seed
    puzzle = make_puzzle(game, number)
    screen = Screen()
    if arguments.answer:
        _judge(screen, puzzle, arguments.answer)
    else:
        _show(screen, game, puzzle, number)


def _show(screen: Screen, game: Game, puzzle: Puzzle, number: int) -> None:
    screen.print_text("cli.puzzle", number=number)
    screen.draw(game.board(puzzle.match.view(puzzle.seat)))
    if puzzle.draft is not None:
        screen.write(puzzle_setup(game).format_draft(puzzle.draft))
    screen.print_message(puzzle.question)


def _judge(screen: Screen, puzzle: Puzzle, answer: list[str]) -> None:
    verdict = answer_puzzle(puzzle, answer).verdict
    screen.print_message(verdict.message)
    if not verdict.right:
        screen.print_text("cli.better", move=verdict.best[0])
