"""What a client says at a table."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from quincunx.wire.ids import RequestId
from quincunx.wire.tables import Wish

ShortRequestId = Annotated[RequestId, msgspec.Meta(max_length=64, pattern="^[ -~]*$")]
"""The server stores the id with the request, so it accepts only short ids in printable ASCII."""


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message: the invitation, if there is one, and the last version seen."""

    invite: str = ""
    since: int | None = None


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """Takes a free seat, or another one."""

    id: ShortRequestId
    seat: int
    member: int = 0


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Gives the seat up before the deal; later, tells the others that they may put a bot there."""

    id: ShortRequestId


class Return(msgspec.Struct, frozen=True, tag="return"):
    """Is back, and takes the seat over from the bot that stood in."""

    id: ShortRequestId


class Propose(msgspec.Struct, frozen=True, tag="propose"):
    """Wishes something that the others must agree to; alone with bots it is done at once."""

    id: ShortRequestId
    wish: Wish
    seat: int | None = None
    """For a stand-in: whose place."""


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """Agrees to what is proposed, or does not; whoever proposed it takes it back with a no."""

    id: ShortRequestId
    wish: Wish
    """What is answered: by now something else may be proposed."""
    agree: bool


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """Ends the pause."""

    id: ShortRequestId


class Say(msgspec.Struct, frozen=True, tag="say"):
    """Says something to everybody at the table."""

    id: ShortRequestId
    text: str


class Report(msgspec.Struct, frozen=True, tag="report"):
    """Tells the operator about something that was said."""

    id: ShortRequestId
    number: int
    why: str = ""


class SeatBot(msgspec.Struct, frozen=True, tag="seat_bot"):
    """Puts a bot on an empty seat, or (`level` none) takes it off. The host's right."""

    id: ShortRequestId
    seat: int
    level: str | None
    member: int = 0


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Wants to begin, and brings a nonce for the deal. When all are ready the cards are dealt."""

    id: ShortRequestId
    nonce: str


class PlayMove(msgspec.Struct, frozen=True, tag="play"):
    """A move in notation, made while looking at `version`. Sent twice, it is played once."""

    id: ShortRequestId
    version: int
    move: str


class UpdateDraft(msgspec.Struct, frozen=True, tag="draft"):
    """What the seat is building; the last one counts. Answered by its faults."""

    id: ShortRequestId
    draft: Any


class AskHistory(msgspec.Struct, frozen=True, tag="history"):
    """Asks for the steps before version `before`, at most `count` of them.

    A welcome carries only the latest steps; this request fetches the earlier ones.
    """

    id: ShortRequestId
    before: int
    count: int = 100


class AskHints(msgspec.Struct, frozen=True, tag="hints"):
    """Asks for help, up to the `count`-th hint."""

    id: ShortRequestId
    count: int


class AskRematch(msgspec.Struct, frozen=True, tag="rematch"):
    """Wants the same again, after the end."""

    id: ShortRequestId


class Echo(msgspec.Struct, frozen=True, tag="echo"):
    """The answer to a probe, at once."""

    number: int


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Is the table still there?"""


TableRequest = (
    Sit
    | Leave
    | Return
    | SeatBot
    | Ready
    | PlayMove
    | UpdateDraft
    | AskHistory
    | AskHints
    | AskRematch
    | Propose
    | Answer
    | Resume
    | Say
    | Report
)
"""What is answered under its id."""

FromClient = Hello | TableRequest | Echo | Ping
