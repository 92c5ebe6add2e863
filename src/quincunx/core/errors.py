"""Typed errors. Each carries a message that can be rendered in every language."""

from __future__ import annotations

from typing import Any

from quincunx.core.messages import Arg, Message, UnknownMessage, render


class QuincunxError(Exception):
    """The base class of all errors of this library."""

    def __init__(self, message_id: str, **args: Arg) -> None:
        super().__init__(message_id, args)
        self.message = Message(message_id, args)

    def __reduce__(self) -> tuple[Any, ...]:
        # Bots' processes pickle errors; by default `Exception` would call `__init__(*args)`.
        return _restore, (type(self), self.__dict__)

    def __str__(self) -> str:
        try:
            return render(self.message)
        except UnknownMessage:
            return f"{self.message.id} {self.message.args}"


def _restore(kind: type[QuincunxError], attributes: dict[str, Any]) -> QuincunxError:
    error = kind.__new__(kind)
    error.__dict__.update(attributes)
    return error


class UnknownGame(QuincunxError):
    """No game has that name."""


class UnknownOption(QuincunxError):
    """The game has no option of that name."""


class BadOption(QuincunxError):
    """An option's value is out of range, or does not go with another option."""


class WrongSeats(QuincunxError):
    """The game cannot be played with that number of seats."""


class UnknownBot(QuincunxError):
    """The game has no bot of that name."""


class BadBot(QuincunxError):
    """A bot could not be loaded, is not a bot, or does not play the game."""


class MissingBots(QuincunxError):
    """Some seats have no bot."""


class Stuck(QuincunxError):
    """No bot will ever act again, and no deadline is set."""


class UnknownPreset(QuincunxError):
    """The game has no preset of that name."""


class MalformedPosition(QuincunxError):
    """A position's text could not be read, cannot occur, or contradicts the options."""


class NoPosition(QuincunxError):
    """The position cannot be written as text, or no match can begin at one."""


class CorruptRecord(QuincunxError):
    """A record does not replay; the message says at which step."""


class NotVerified(QuincunxError):
    """A record's chance is not what its seed and nonces give."""


class UnfinishedGame(QuincunxError):
    """Only a finished game can be reviewed."""


class NoPuzzles(QuincunxError):
    """The game has no puzzles."""


class UnknownPuzzle(QuincunxError):
    """No puzzle has that number."""


class PuzzleOver(QuincunxError):
    """The puzzle was over before the last move of the answer."""


class WrongAnswerKind(QuincunxError):
    """An answer has no moves, or moves that no puzzle of the game asks for."""


class NothingToUndo(QuincunxError):
    """The match has only been dealt."""


class BackwardTime(QuincunxError):
    """Table time never runs backwards."""


class NoLegalMove(QuincunxError):
    """A move was to be chosen, but there is none."""


class UncountableMoves(QuincunxError, TypeError):
    """There are too many legal moves to list and count."""

    # A `TypeError`, because `list(moves)` asks for the length first and ignores only that.


class MoveError(QuincunxError):
    """The base class of all errors about a move."""


class MalformedMove(MoveError):
    """A move's text could not be read."""


class UnknownSeat(MoveError):
    """The game has no such seat."""


class AmbiguousSeat(MoveError):
    """The seat was left out, and the game does not wait for exactly one seat."""


class WrongSeat(MoveError):
    """It is not that seat's turn."""


class FinishedGame(MoveError):
    """The game is over."""


class StaleMove(MoveError):
    """The position has changed since the player saw it."""


class CannotTakeBack(MoveError):
    """The seat's last move cannot be taken back."""


class NoDraft(MoveError):
    """That seat has nothing to build now."""


class IllegalBotMove(MoveError):
    """A bot chose an illegal move; the message names the bot, the seat and the move."""


class IllegalMove(MoveError):
    """The rules forbid the move: the reason, the rule, and the offending cards or cells."""

    def __init__(
        self, message_id: str, *, rule: str, offending: tuple[str, ...] = (), **args: Arg
    ) -> None:
        super().__init__(message_id, **args)
        self.rule = rule
        self.offending = offending

    @property
    def reason(self) -> str:
        """The reason code: the last part of the message's id."""
        return self.message.id.rpartition(".")[2]
