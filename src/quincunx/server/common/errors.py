"""The errors with which the server refuses a request, in addition to those of the rules.

Clients get the name of the class and a message, so both are part of the wire protocol.
"""

from __future__ import annotations

from typing import ClassVar

from quincunx.core.errors import QuincunxError


class TableError(QuincunxError):
    """The base class of the server's errors."""

    status: ClassVar[int] = 400
    """The HTTP status."""


class NoSuchTable(TableError):
    """There is no table with that id."""

    status = 404


class NotInvited(TableError):
    """The table is private and the request has no valid invitation."""

    status = 403


class Removed(TableError):
    """The host has removed the person from the table."""

    status = 403


class NotSeated(TableError):
    """Only players may do that."""


class SeatTaken(TableError):
    """Another player has the seat."""


class NotYourMember(TableError):
    """Another member of the team is to move."""


class HostOnly(TableError):
    """Only the host may do that."""


class WrongPhase(TableError):
    """The request is not possible before, or after, the game has started."""


class OtherOrigin(TableError):
    """A browser sent the request for a page of another site."""

    status = 403


class NotAllowed(TableError):
    """The request is not possible at this table, or not now."""


class PeopleOnly(TableError):
    """A bot account may not do that, or not at this table."""

    status = 403


class Paused(TableError):
    """The table is paused."""


class OutOfTime(TableError):
    """The player's total time was up before the move arrived."""


class NotHuman(TableError):
    """The request needs a session, and has none: the client must choose a name first."""

    status = 401


class BadToken(TableError):
    """No bot account has the token of the request: it was revoked, or mistyped."""

    status = 401


class Unreadable(TableError):
    """The request could not be decoded."""


class StoreFailed(TableError):
    """The database could not be written; the request had no effect."""

    status = 503


class StoreAway(TableError):
    """The database does not answer: the last request may or may not have had an effect."""

    status = 503


class ThinkingBusy(TableError):
    """Too many requests are waiting for a bot process; the same request may succeed later."""

    status = 503


class ThinkingFailed(TableError):
    """A bot process did not answer: it died, failed or took too long."""

    status = 503


class Frozen(TableError):
    """The stored game cannot be replayed with the current rules; it is left unchanged."""
