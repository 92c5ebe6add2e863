"""What a client sends to a table."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from quincunx.wire.ids import PersonId, RequestId
from quincunx.wire.tables import BotPace, ProposalKind, Reaction, Wish

ShortRequestId = Annotated[RequestId, msgspec.Meta(max_length=64, pattern="^[ -~]*$")]
"""The server stores the id with the request, so it accepts only short ids in printable ASCII."""


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message: the invitation, if there is one, and the last version seen."""

    invite: str = ""
    since: int | None = None


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """Take a free seat, or move to another one; `seat=None` takes the first free one."""

    id: ShortRequestId
    seat: int | None
    member: int = 0


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Give up the seat before the deal; during the game, allow the others to put a bot there."""

    id: ShortRequestId


class Return(msgspec.Struct, frozen=True, tag="return"):
    """Take the seat back from the bot that stood in."""

    id: ShortRequestId


class Propose(msgspec.Struct, frozen=True, tag="propose"):
    """Propose something that the others must agree to; alone with bots it is done at once."""

    id: ShortRequestId
    wish: Wish
    seat: int | None = None
    """For a stand-in: the seat that it is for."""


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """Agree to a proposal or decline it; declining one's own proposal withdraws it."""

    id: ShortRequestId
    wish: ProposalKind
    """The proposal that is answered, because there may be another one by now."""
    agree: bool


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """Give up the game, in a game with opponents; a team resigns when all its members agree."""

    id: ShortRequestId


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """End the pause."""

    id: ShortRequestId


class SetBotPace(msgspec.Struct, frozen=True, tag="bot_pace"):
    """Change the speed of bots; only for the host of a table without other people."""

    id: ShortRequestId
    pace: BotPace


class AllowPrograms(msgspec.Struct, frozen=True, tag="allow_programs"):
    """Let programs take seats, or no longer; only for the host, before the deal."""

    id: ShortRequestId
    allow: bool


class Say(msgspec.Struct, frozen=True, tag="say"):
    """Send a chat message to everybody at the table."""

    id: ShortRequestId
    text: str


class React(msgspec.Struct, frozen=True, tag="react"):
    """Send a quick reaction to everybody at the table; only for players."""

    id: ShortRequestId
    reaction: Reaction


class Report(msgspec.Struct, frozen=True, tag="report"):
    """Report a chat message to the operator."""

    id: ShortRequestId
    number: int
    why: str = ""


class SeatBot(msgspec.Struct, frozen=True, tag="seat_bot"):
    """Put a bot on an empty seat or, with `level` `None`, remove it. Only for the host.

    The game begins if all are ready then.
    """

    id: ShortRequestId
    seat: int
    level: str | None
    member: int = 0


class Remove(msgspec.Struct, frozen=True, tag="remove"):
    """Remove a person from the table, who cannot return without an invitation of the host.

    Only for the host, before the deal. The person may have a seat, or have written something.
    """

    id: ShortRequestId
    person: PersonId


class InviteAgain(msgspec.Struct, frozen=True, tag="invite_again"):
    """Let a removed person return; only for the host, before the deal."""

    id: ShortRequestId
    person: PersonId


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Declare to be ready, with a nonce for the deal. The game begins when all are ready."""

    id: ShortRequestId
    nonce: str


class PlayMove(msgspec.Struct, frozen=True, tag="play"):
    """Play a move in notation, chosen at `version`. Sent twice, it is played once."""

    id: ShortRequestId
    version: int
    move: str


class UpdateDraft(msgspec.Struct, frozen=True, tag="draft"):
    """Replace the seat's draft. The response lists its faults."""

    id: ShortRequestId
    draft: Any


class AskHistory(msgspec.Struct, frozen=True, tag="history"):
    """Fetch the steps before version `before`, at most `count` of them.

    A welcome carries only the latest steps; this request fetches the earlier ones.
    """

    id: ShortRequestId
    before: int
    count: int = 100


class AskHints(msgspec.Struct, frozen=True, tag="hints"):
    """Ask for the first `count` hints."""

    id: ShortRequestId
    count: int


class AskRematch(msgspec.Struct, frozen=True, tag="rematch"):
    """Ask for another game with the same players, after the end."""

    id: ShortRequestId


class Echo(msgspec.Struct, frozen=True, tag="echo"):
    """The immediate response to a probe."""

    number: int


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Check that the connection is alive."""


class PageHidden(msgspec.Struct, frozen=True, tag="hidden"):
    """Tell the server whether the page is hidden; then a push message can reach the player."""

    hidden: bool


TableRequest = (
    Sit
    | Leave
    | Return
    | SeatBot
    | Remove
    | InviteAgain
    | Ready
    | PlayMove
    | UpdateDraft
    | AskHistory
    | AskHints
    | AskRematch
    | Propose
    | Answer
    | Resign
    | Resume
    | SetBotPace
    | AllowPrograms
    | Say
    | React
    | Report
)
"""The messages that get a response with the same id."""

FromClient = Hello | TableRequest | Echo | Ping | PageHidden
