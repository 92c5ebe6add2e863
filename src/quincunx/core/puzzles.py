"""Puzzles: positions with a best answer that the rules and an exact solver verify.

A puzzle is a pure function of a game and a number, so that a link can name it. The number also
decides how hard it is: `level_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from quincunx.core.errors import NoPuzzles, PuzzleOver, UnknownPuzzle, WrongAnswerKind
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.seeds import Seed

if TYPE_CHECKING:
    from quincunx.core.game import Game

LEVELS: Final = 3
"""How many levels of difficulty there are, the easiest is 0."""
MAX_NUMBER: Final = 10**9 - 2
"""The largest number of a puzzle; every level has as many numbers."""
MAX_DEALS: Final = 2000
"""How many deals are tried for a puzzle. Each game accepts at least one in twenty."""


class Verdict(msgspec.Struct, frozen=True):
    """The assessment of one move of an answer."""

    loss: float
    """How much worse the move is than the best one, in the game's own measure; 0 if it is right."""
    best: tuple[str, ...]
    """Moves that are right, in notation."""
    message: Message
    solved: bool
    """Whether the puzzle is solved now; a right move may also be one of several."""

    @property
    def right(self) -> bool:
        """Whether the answer is as good as the best."""
        return self.loss == 0


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A position and a question about it."""

    match: Match
    question: Message
    solution: Callable[[], str]
    """Finds a right first move, in notation."""
    draft: Any = None
    """What the player begins to build from, in games with drafts."""

    @property
    def seat(self) -> int:
        """The seat whose view is shown; the player moves for the active seat."""
        return self.match.active[0]


def _offer_all(move: Any) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class PuzzleSetup:
    """How a game makes and judges its puzzles."""

    generate: Callable[[Game, Seed, int], Puzzle | None]
    """Makes a puzzle of a level from a deal; `None` if this deal is not worth solving."""
    judge: Callable[[Puzzle, Match, Any], Verdict]
    """Judges a legal move in a position of the puzzle."""
    offers: Callable[[Any], bool] = _offer_all
    """Whether a legal move is a possible answer."""
    describe: Callable[[Any], Message] | None = None
    """A right move in words, if the game's `describe_move` does not say enough."""
    format_draft: Callable[[Any], str] = str
    """Writes a puzzle's draft as text for the terminal."""
    shows_effects: bool = True
    """Whether the board may show what a move does before the player makes it."""


class Answered(NamedTuple):
    """The position after an answer, and the verdict on its last move."""

    match: Match
    verdict: Verdict


def level_of(number: int) -> int:
    """Return the level of the puzzle with that number."""
    return number % LEVELS


def number_at_level(number: int, level: int) -> int:
    """Return a number of that level next to `number`."""
    return number - level_of(number) + level


def make_puzzle(game: Game, number: int) -> Puzzle:
    """Return the game's puzzle with that number: the same on every machine."""
    setup = puzzle_setup(game)
    if not 0 <= number <= MAX_NUMBER:
        raise UnknownPuzzle("core.error.unknown_puzzle", number=number, most=MAX_NUMBER)
    for deal in range(MAX_DEALS):
        secret = sha256(f"quincunx-puzzle/1/{game.name}/{number}/{deal}".encode()).hexdigest()
        puzzle = setup.generate(game, Seed(secret), level_of(number))
        if puzzle is not None:
            return puzzle
    raise AssertionError(f"no deal is accepted for puzzle {number} of {game.name}")


def puzzle_setup(game: Game) -> PuzzleSetup:
    """Return how the game makes puzzles; raise `NoPuzzles` if it has none."""
    if game.puzzles is None:
        raise NoPuzzles("core.error.no_puzzles", game=game.name)
    return game.puzzles


def answer_puzzle(puzzle: Puzzle, moves: Sequence[str]) -> Answered:
    """Play the moves and judge them; raise a typed error for moves that are no answer.

    Moves after a wrong one, or after the solution, are refused.
    """
    match = puzzle.match.copy()
    verdict: Verdict | None = None
    for text in moves:
        if verdict is not None and (verdict.solved or not verdict.right):
            raise PuzzleOver("core.error.puzzle_over")
        match, verdict = _play(puzzle, match, text)
    if verdict is None:
        raise WrongAnswerKind("core.error.no_answer")
    return Answered(match, verdict)


def _play(puzzle: Puzzle, match: Match, text: str) -> Answered:
    setup, move = puzzle_setup(match.game), match.game.parse_move(text)
    if not setup.offers(move):
        raise WrongAnswerKind("core.error.not_an_answer")
    after = match.copy()
    after.play(move, match.active[0])
    if after.deadline is not None:
        # Claims are settled a moment later.
        after.tick(after.deadline)
    return Answered(after, setup.judge(puzzle, match, move))
