"""What a table says to its clients."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.core.analysis import Hint
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Fault
from quincunx.wire.ids import RequestId
from quincunx.wire.people import Person
from quincunx.wire.tables import Ending, Table


class LegalMove(msgspec.Struct, frozen=True):
    """A legal move, in notation and in words, with what it would bring about if that is known."""

    move: str
    words: Message
    effect: Any = None


class Step(msgspec.Struct, frozen=True):
    """One thing that happened, as this viewer saw it."""

    version: int
    at: int
    seat: int | None
    move: str | None
    events: tuple[Message, ...]
    back: int | None = None
    """For a take-back: the version whose position is there again."""


class ViewerPosition(msgspec.Struct, frozen=True):
    """Where the game stands for this viewer."""

    version: int
    now: int
    """Table time, in milliseconds."""
    view: Any
    active: tuple[int, ...]
    awaited: tuple[int, ...]
    member: int | None
    """Which member of this viewer's team is to act; none: any."""
    moves: tuple[LegalMove, ...]
    all_moves: bool
    """Whether `moves` is all there is; otherwise a draft is built and checked."""
    deadline: int | None
    progress: dict[int, int]
    """How far each seat's draft has come."""
    draft: Any = None
    drafts: dict[int, Any] = {}
    """The drafts that are open to all."""
    outcome: Outcome | None = None
    limits: dict[int, int] = {}
    """By seat, the table time at which a stand-in moves for it, where moves are timed."""
    can_take_back: bool = False
    """Whether this viewer's last move could be undone, if the others agree."""
    covered: bool = False
    """Whether a pause hides the game: then there is no `view`, no move and no draft."""


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Something that was said at the table, or (without a person) that the table itself notes."""

    number: int
    at: int
    """The wall's clock, in milliseconds since 1970."""
    person: Person | None = None
    text: str = ""
    note: Message | None = None


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The answer to `hello`: who you are, the table, and what you missed."""

    you: Person
    seat: int | None
    member: int
    table: Table
    invite: str
    """The invitation, to pass on."""
    steps: tuple[Step, ...] = ()
    """The latest steps that the client has not seen; `AskHistory` fetches the earlier ones."""
    position: ViewerPosition | None = None
    said: tuple[Said, ...] = ()
    """The latest chat lines."""
    ending: Ending | None = None
    """What the wish to end the game leads to for you; `None` where you cannot wish it."""


class TableChanged(msgspec.Struct, frozen=True, tag="table"):
    """Somebody sat down, left, is ready, came or went."""

    table: Table
    seat: int | None
    member: int
    ending: Ending | None = None


class Update(msgspec.Struct, frozen=True, tag="update"):
    """Something happened in the game."""

    steps: tuple[Step, ...]
    position: ViewerPosition


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """How far the drafts have come."""

    progress: dict[int, int]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The request with that id is carried out and durably stored."""

    id: RequestId
    version: int | None = None
    """For a move: the version that it made."""


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """What is wrong with the draft."""

    id: RequestId
    faults: tuple[Fault, ...]


class History(msgspec.Struct, frozen=True, tag="history"):
    """Earlier steps, oldest first: the last ones before the version that was asked for.

    There may be fewer than were asked for, because an answer has a maximum size. Version 0 is the
    first step of every game.
    """

    id: RequestId
    steps: tuple[Step, ...]


class Hints(msgspec.Struct, frozen=True, tag="hints"):
    """Help, from the gentlest to the plainest, as much as was asked for."""

    id: RequestId
    hints: tuple[Hint, ...]
    more: bool


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """It was not done, and why; nothing is lost."""

    id: RequestId | None
    error: str
    """The kind of refusal: `IllegalMove`, `WrongSeat`, `StaleMove`, …"""
    message: Message
    rule: str | None = None
    offending: tuple[str, ...] = ()


class Probe(msgspec.Struct, frozen=True, tag="probe"):
    """Measures how long the line takes, there and back; only at tables where moments decide."""

    number: int


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """It is."""

    now: int | None
    """Table time, while a game is on."""


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
