"""Typed refusals. Each carries a message, so that every door can say it in its own way."""

from __future__ import annotations

from typing import Any

from quincunx.core.messages import Arg, Message, UnknownMessage, render


class QuincunxError(Exception):
    """The root of all that this library refuses."""

    def __init__(self, message_id: str, **args: Arg) -> None:
        super().__init__(message_id, args)
        self.message = Message(message_id, args)

    def __reduce__(self) -> tuple[Any, ...]:
        # Made from a message, not from what `Exception` remembers: bots' processes send them.
        return _remade, (type(self), self.__dict__)

    def __str__(self) -> str:
        try:
            return render(self.message)
        except UnknownMessage:
            return f"{self.message.id} {self.message.args}"


def _remade(kind: type[QuincunxError], attributes: dict[str, Any]) -> QuincunxError:
    error = kind.__new__(kind)
    error.__dict__.update(attributes)
    return error


class UnknownGame(QuincunxError):
    """There is no game of that name."""


class UnknownOption(QuincunxError):
    """The game has no option of that name."""


class BadOption(QuincunxError):
    """An option's value is out of range, or does not go with another option."""


class WrongSeats(QuincunxError):
    """The game is not played by that many."""


class UnknownBot(QuincunxError):
    """The game has no bot of that name."""


class MalformedPosition(QuincunxError):
    """A position's text could not be read."""


class CorruptRecord(QuincunxError):
    """A record does not replay; the message names the place."""


class NotVerified(QuincunxError):
    """A record's chance is not what its seed and nonces give."""


class UnfinishedGame(QuincunxError):
    """Only a finished game can be looked at again."""


class NothingToUndo(QuincunxError):
    """The match stands at its beginning."""


class BackwardTime(QuincunxError):
    """Table time never runs backwards."""


class MoveError(QuincunxError):
    """The root of all that can be wrong with a move."""


class MalformedMove(MoveError):
    """A move's text could not be read."""


class UnknownSeat(MoveError):
    """The table has no such seat."""


class WrongSeat(MoveError):
    """That seat has nothing to do now."""


class FinishedGame(MoveError):
    """The game is over."""


class StaleMove(MoveError):
    """The move was meant for a board that is no longer there."""


class CannotTakeBack(MoveError):
    """The seat's last move has to stand."""


class NoDraft(MoveError):
    """That seat has nothing to build now."""


class IllegalMove(MoveError):
    """The rules forbid it: why, by which rule, and which cards or cells are at fault."""

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
