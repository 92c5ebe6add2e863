"""Puzzles: the position, the answer, and what it was worth."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from quincunx.core.messages import Message
from quincunx.core.rules import Fault
from quincunx.wire.ids import TableId
from quincunx.wire.responses import LegalMove

MAX_ANSWER_MOVES = 8
"""The longest solution of a puzzle has three moves."""
MAX_ANSWER_CHARACTERS = 60_000
"""Of one move; each game has its own limit below that."""


class PuzzleStreak(msgspec.Struct, frozen=True):
    """How many puzzles of a game a person has solved in a row."""

    game: str
    current: int = 0
    best: int = 0


class ShownPuzzle(msgspec.Struct, frozen=True):
    """A puzzle before it is answered."""

    game: str
    number: int
    """Names the puzzle: the same number is the same puzzle for everybody."""
    level: int
    """How hard it is, from 0."""
    question: Message
    seat: int
    view: Any
    moves: tuple[LegalMove, ...]
    """The listed moves; a game that lists none takes any move in its notation."""
    draft: Any = None
    """What the player begins to build from."""
    streak: PuzzleStreak | None = None
    """Set if this is your next puzzle, so that the answer counts for your streak."""
    has_mistakes: bool = False
    """Whether the game also gives puzzles from your own finished games."""


class AnswerPuzzle(msgspec.Struct, frozen=True):
    """All moves of an answer so far, in notation; none to give up."""

    moves: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=MAX_ANSWER_CHARACTERS)], ...],
        msgspec.Meta(max_length=MAX_ANSWER_MOVES),
    ]


class AnsweredPuzzle(msgspec.Struct, frozen=True):
    """The verdict on the last move of an answer."""

    right: bool
    solved: bool
    """Whether the puzzle is solved; if not, a right answer needs more moves."""
    loss: float
    """How much worse the move was than the best one, in the game's own measure."""
    message: Message | None
    """The verdict in words; `None` if you gave up."""
    best: tuple[LegalMove, ...]
    """Right moves in place of the last one; empty while the answer is right and not complete."""
    view: Any
    """The position after a right move, otherwise the one before the last move."""
    moves: tuple[LegalMove, ...]
    streak: PuzzleStreak | None = None
    """Your streak, if the answer counts."""


class ShownMistake(msgspec.Struct, frozen=True):
    """A decision of a finished game, to be made again."""

    game: str
    table: TableId
    version: int
    """The version at which the decision was made."""
    seat: int
    names: tuple[str, ...]
    played: LegalMove
    loss: float
    """How much worse that move was than the best one, in the measure of the game's review."""
    measure: Message
    """What the loss is measured in."""
    view: Any
    """The position as the player saw it."""
    moves: tuple[LegalMove, ...]
    bot_seats: tuple[int, ...] = ()
    """The seats of bot accounts."""


class NextMistake(msgspec.Struct, frozen=True):
    """The next decision of your own games that could have been better."""

    games: int
    """How many of your finished games give such puzzles."""
    mistake: ShownMistake | None
    """`None` if none has been found yet."""


class CheckPuzzleDraft(msgspec.Struct, frozen=True):
    """What the player is building, to be checked."""

    draft: Any


class CheckedPuzzleDraft(msgspec.Struct, frozen=True):
    """The faults of a draft."""

    faults: tuple[Fault, ...]
