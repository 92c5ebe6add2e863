"""Five colour- and shape-matching tabletop games: rules, bots and solvers."""

from __future__ import annotations

from quincunx.core.analysis import Hint, Judgement, Point, Review, Solution
from quincunx.core.bots import AnyBot, Bot, GreedyBot, RandomBot, Turn
from quincunx.core.chance import Chance, FastChance
from quincunx.core.errors import (
    AmbiguousSeat,
    BackwardTime,
    BadBot,
    BadOption,
    CannotTakeBack,
    CorruptRecord,
    FinishedGame,
    IllegalBotMove,
    IllegalMove,
    MalformedMove,
    MalformedPosition,
    MissingBots,
    MoveError,
    NoDraft,
    NoLegalMove,
    NoPosition,
    NoPuzzles,
    NothingToUndo,
    NotVerified,
    PuzzleOver,
    QuincunxError,
    StaleMove,
    Stuck,
    UncountableMoves,
    UnfinishedGame,
    UnknownBot,
    UnknownGame,
    UnknownOption,
    UnknownPreset,
    UnknownPuzzle,
    UnknownSeat,
    WrongAnswerKind,
    WrongSeat,
    WrongSeats,
)
from quincunx.core.events import Event
from quincunx.core.match import Match
from quincunx.core.messages import Message, render
from quincunx.core.moves import Moves
from quincunx.core.observation import Observation
from quincunx.core.options import Option, describe_options
from quincunx.core.outcome import Outcome
from quincunx.core.puzzles import Answered, Puzzle, Verdict, answer_puzzle, make_puzzle
from quincunx.core.records import replay as _replay
from quincunx.core.records.record import Record
from quincunx.core.records.replay import Recording, Verified
from quincunx.core.seeds import Seed
from quincunx.core.viewers import OMNISCIENT
from quincunx.matches import from_position, new
from quincunx.registry import find, game_names

__version__ = "0.1.0"

__all__ = [
    "OMNISCIENT",
    "AmbiguousSeat",
    "Answered",
    "BackwardTime",
    "BadBot",
    "BadOption",
    "Bot",
    "CannotTakeBack",
    "Chance",
    "CorruptRecord",
    "Event",
    "FastChance",
    "FinishedGame",
    "GreedyBot",
    "Hint",
    "IllegalBotMove",
    "IllegalMove",
    "Judgement",
    "MalformedMove",
    "MalformedPosition",
    "Match",
    "Message",
    "MissingBots",
    "MoveError",
    "Moves",
    "NoDraft",
    "NoLegalMove",
    "NoPosition",
    "NoPuzzles",
    "NotVerified",
    "NothingToUndo",
    "Observation",
    "Option",
    "Outcome",
    "Point",
    "Puzzle",
    "PuzzleOver",
    "QuincunxError",
    "RandomBot",
    "Record",
    "Recording",
    "Review",
    "Seed",
    "Solution",
    "StaleMove",
    "Stuck",
    "Turn",
    "UncountableMoves",
    "UnfinishedGame",
    "UnknownBot",
    "UnknownGame",
    "UnknownOption",
    "UnknownPreset",
    "UnknownPuzzle",
    "UnknownSeat",
    "Verdict",
    "Verified",
    "WrongAnswerKind",
    "WrongSeat",
    "WrongSeats",
    "answer_puzzle",
    "bot",
    "from_position",
    "game_names",
    "new",
    "options",
    "puzzle",
    "render",
    "replay",
    "review",
    "solve",
    "verify",
]


def options(game: str) -> tuple[Option, ...]:
    """Return the options of that game."""
    return describe_options(find(game).options)


def puzzle(game: str, number: int) -> Puzzle:
    """Return the game's puzzle with that number, the same every time; see `answer_puzzle`."""
    return make_puzzle(find(game), number)


def bot(game: str, name: str) -> AnyBot:
    """Return the bot with that name."""
    return find(game).find_bot(name)()


def replay(record: Record | str | bytes) -> Match | Recording:
    """Rebuild the match of a record and check it step by step.

    For a seat's own record, and for one made with other rules, return a `Recording`.
    """
    record = _read(record)
    return _replay.replay(record, find(record.game))


def verify(record: Record | str | bytes) -> Verified:
    """Check that the committed seed and the players' nonces give every result in the record."""
    record = _read(record)
    return _replay.verify(record, find(record.game))


def review(record: Record | str | bytes) -> Review:
    """Analyse a finished game: how it developed, which moves were mistakes, what decided it."""
    match = replay(record)
    if isinstance(match, Recording):
        raise CorruptRecord("core.error.not_whole")
    return match.review()


def solve(game: str, position: str) -> Solution:
    """Return what the game's solver finds for a position in its notation."""
    return find(game).solve_position(position)


def _read(record: Record | str | bytes) -> Record:
    return record if isinstance(record, Record) else Record.from_json(record)
