"""What a table sends to its clients."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.core.analysis import Hint
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Fault
from quincunx.wire.ids import RequestId
from quincunx.wire.people import Person
from quincunx.wire.tables import EndConsequence, Reaction, ResignConsequence, Table


class LegalMove(msgspec.Struct, frozen=True):
    """A legal move, in notation and in words, with its effect if that is known."""

    move: str
    words: Message
    effect: Any = None


class Step(msgspec.Struct, frozen=True):
    """One step of the game, as this viewer saw it."""

    version: int
    at: int
    seat: int | None
    move: str | None
    events: tuple[Message, ...]
    back: int | None = None
    """For a take-back: the version whose position is restored."""


class ViewerPosition(msgspec.Struct, frozen=True):
    """The position of the game for this viewer."""

    version: int
    now: int
    """Table time, in milliseconds."""
    view: Any
    active: tuple[int, ...]
    awaited: tuple[int, ...]
    member: int | None
    """The member of this viewer's team who is to act; `None`: any of them."""
    moves: tuple[LegalMove, ...]
    all_moves: bool
    """Whether `moves` lists every legal move; otherwise the player builds a draft."""
    deadline: int | None
    progress: dict[int, int]
    """The progress of each seat's draft."""
    draft: Any = None
    drafts: dict[int, Any] = {}
    """The drafts that everybody may see."""
    outcome: Outcome | None = None
    limits: dict[int, int] = {}
    """By seat of a player whose clock runs, the table time at which the time is up."""
    clocks: dict[int, int] = {}
    """By seat of a player, the milliseconds of total time that were left when the clock was last
    started or stopped; while it runs, `limits` says when it will reach zero."""
    can_take_back: bool = False
    """Whether this viewer's last move can be taken back, if the others agree."""
    covered: bool = False
    """Whether a pause hides the game: then there is no `view`, no move and no draft."""


class Said(msgspec.Struct, frozen=True, tag="said"):
    """A chat message, a reaction, or (without a person) a note of the table itself."""

    number: int
    at: int
    """Wall time, in milliseconds since 1970."""
    person: Person | None = None
    text: str = ""
    note: Message | None = None
    reaction: Reaction | None = None
    """For a reaction, which has no text."""


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The response to `hello`: who you are, the table, and what you missed."""

    you: Person
    seat: int | None
    member: int
    table: Table
    invite: str
    """The invitation, to share with others."""
    steps: tuple[Step, ...] = ()
    """The latest steps that the client has not seen; `AskHistory` fetches the earlier ones."""
    position: ViewerPosition | None = None
    said: tuple[Said, ...] = ()
    """The latest chat lines."""
    ending: EndConsequence | None = None
    """The consequence of proposing to end the game; `None` if you cannot propose it."""
    resigning: ResignConsequence | None = None
    """The consequence of resigning; `None` if you cannot resign."""


class TableChanged(msgspec.Struct, frozen=True, tag="table"):
    """The table has changed: its seats, its people, its settings or its phase."""

    table: Table
    seat: int | None
    member: int
    ending: EndConsequence | None = None
    resigning: ResignConsequence | None = None


class Update(msgspec.Struct, frozen=True, tag="update"):
    """New steps of the game, and the position after them."""

    steps: tuple[Step, ...]
    position: ViewerPosition


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """The progress of the drafts has changed."""

    progress: dict[int, int]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The request with that id has been carried out and stored durably."""

    id: RequestId
    version: int | None = None
    """For a move: the version that it made."""


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """The faults of the draft."""

    id: RequestId
    faults: tuple[Fault, ...]


class History(msgspec.Struct, frozen=True, tag="history"):
    """Earlier steps, oldest first: the last ones before the requested version.

    There may be fewer than requested, because a response has a maximum size. Version 0 is the first
    step of every game.
    """

    id: RequestId
    steps: tuple[Step, ...]


class Hints(msgspec.Struct, frozen=True, tag="hints"):
    """The requested hints, from the vaguest to the most explicit."""

    id: RequestId
    hints: tuple[Hint, ...]
    more: bool


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The request was refused, and nothing has changed."""

    id: RequestId | None
    error: str
    """The type of the error: `IllegalMove`, `WrongSeat`, `StaleMove`, …"""
    message: Message
    rule: str | None = None
    offending: tuple[str, ...] = ()


class Probe(msgspec.Struct, frozen=True, tag="probe"):
    """Measures the round-trip time, only in games in which milliseconds decide."""

    number: int


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The response to `ping`."""

    now: int | None
    """Table time, during a game."""


FromTable = (
    Welcome
    | TableChanged
    | Update
    | Progress
    | Said
    | Done
    | Checked
    | History
    | Hints
    | Refused
    | Probe
    | Pong
)
