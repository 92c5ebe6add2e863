"""Errors of the client."""

from __future__ import annotations

from quincunx.core.errors import QuincunxError
from quincunx.wire import Refused, TableRequest


class Refusal(QuincunxError):
    """The server refused a request; `refused` has the reason, the rule and the offending pieces."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message.id, **refused.message.args)
        self.refused = refused


class Disconnected(QuincunxError):
    """The connection is closed. Acknowledged requests have been carried out.

    `request` is the request without a response, if there is one: it may or may not have been
    carried out. Join again and send it with `resend`.
    """

    def __init__(self, request: TableRequest | None = None) -> None:
        super().__init__("core.error.disconnected")
        self.request = request


class BadLink(QuincunxError):
    """The text is not the link of a table."""


class NoServer(QuincunxError):
    """There is no server at that address, or not one of Quincunx."""


class LostSeat(QuincunxError):
    """The host has taken the seat away before the game began."""
