"""What a table refuses, beside what the rules refuse."""

from __future__ import annotations

from typing import ClassVar

from quincunx.core.errors import QuincunxError


class TableError(QuincunxError):
    """The root of what a table refuses."""

    status: ClassVar[int] = 400
    """What HTTP calls it."""


class NoSuchTable(TableError):
    """There is no table at that address."""

    status = 404


class NotInvited(TableError):
    """The table is private and the invitation is missing."""

    status = 403


class NotSeated(TableError):
    """Only somebody with a seat may do that."""


class SeatTaken(TableError):
    """Somebody sits there."""


class NotYourMember(TableError):
    """Another member of the team is to act."""


class HostOnly(TableError):
    """Only the host may do that."""


class WrongPhase(TableError):
    """Not before the deal, or not after it."""


class OtherOrigin(TableError):
    """A page of another site tried to act in this person's name."""

    status = 403


class NotAllowed(TableError):
    """Not at this table, or not now."""


class Paused(TableError):
    """The table is paused."""


class NotHuman(TableError):
    """Who are you? A name is needed first."""

    status = 401


class Unreadable(TableError):
    """The message could not be read."""


class StoreFailed(TableError):
    """The table could not be written; nothing has happened."""

    status = 503


class StoreAway(TableError):
    """The store does not answer: nobody can say what became of the last request."""

    status = 503


class ThinkingBusy(TableError):
    """Too many questions wait for a bot process; the same question may be answered later."""

    status = 503


class ThinkingFailed(TableError):
    """A bot process did not answer: it died, failed or took too long."""

    status = 503


class Frozen(TableError):
    """The stored game is not what these rules make of it; it is left as it is."""
