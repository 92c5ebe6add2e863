"""The messages between table and client, declared once.

`docs/protocol.md` tells the story; the page's TypeScript types are made from this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from quincunx.core.messages import Message, publish
from quincunx.core.options import Option
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Fault

# What there is


class GameInfo(msgspec.Struct, frozen=True):
    """A game, as much as is needed to offer it."""

    name: str
    options: tuple[Option, ...]
    fewest: int
    most: int
    """Seats, with the options as they come."""
    bots: tuple[str, ...]


class SeatRange(msgspec.Struct, frozen=True):
    """How many may play with some options."""

    fewest: int
    most: int


class Person(msgspec.Struct, frozen=True):
    """Somebody, as others may know them."""

    id: str
    name: str


class Guest(msgspec.Struct, frozen=True):
    """Asks for a name to play under."""

    name: str


class NewTable(msgspec.Struct, frozen=True):
    """Opens a table; the host sits down at the first seat, bots at the others that name one."""

    game: str
    options: dict[str, Any] = {}
    seats: int | None = None
    bots: dict[int, str] = {}
    """Seat to level."""


class TableOpened(msgspec.Struct, frozen=True):
    """Where it is, and the secret that lets others in."""

    id: str
    invite: str


Phase = Literal["gathering", "playing", "over"]


class Sitter(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person or a bot."""

    person: Person | None = None
    bot: str | None = None
    ready: bool = False
    here: bool = False
    """Whether the person is connected; bots always are."""


class Seat(msgspec.Struct, frozen=True):
    """A seat and the members of its team, one where there are no teams."""

    members: tuple[Sitter | None, ...]


class Table(msgspec.Struct, frozen=True):
    """A table as everybody at it may know it."""

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    host: Person
    phase: Phase
    commitment: str
    """The promise about the deal, shown before anyone is ready."""
    watching: int
    """How many look on without a seat."""
    rematch: str | None = None
    """The next table of the same people."""


# What a table says is said to programs, too.
publish("table", Path(__file__).parent / "server" / "messages")

# From the client


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message: the invitation, if there is one, and the last version seen."""

    invite: str = ""
    since: int | None = None


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """Takes a free seat, or another one."""

    id: str
    seat: int
    member: int = 0


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Gives the seat up before the game has begun."""

    id: str


class SeatBot(msgspec.Struct, frozen=True, tag="seat_bot"):
    """Puts a bot on an empty seat, or (`level` none) takes it off. The host's right."""

    id: str
    seat: int
    level: str | None
    member: int = 0


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Wants to begin, and brings a nonce for the deal. When all are ready the cards are dealt."""

    id: str
    nonce: str


class Play(msgspec.Struct, frozen=True, tag="play"):
    """A move in notation, made while looking at `version`. Sent twice, it is played once."""

    id: str
    version: int
    move: str


class Draft(msgspec.Struct, frozen=True, tag="draft"):
    """What the seat is building; the last one counts. Answered by its faults."""

    id: str
    draft: Any


class AskHints(msgspec.Struct, frozen=True, tag="hints"):
    """Asks for help, up to the `count`-th hint."""

    id: str
    count: int


class AskRematch(msgspec.Struct, frozen=True, tag="rematch"):
    """Wants the same again, after the end."""

    id: str


class Echo(msgspec.Struct, frozen=True, tag="echo"):
    """The answer to a probe, at once."""

    number: int


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Is the table still there?"""


FromClient = (
    Hello | Sit | Leave | SeatBot | Ready | Play | Draft | AskHints | AskRematch | Echo | Ping
)

# From the table


class Move(msgspec.Struct, frozen=True):
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


class Position(msgspec.Struct, frozen=True):
    """Where the game stands for this viewer."""

    version: int
    now: int
    """Table time, in milliseconds."""
    view: Any
    active: tuple[int, ...]
    awaited: tuple[int, ...]
    member: int | None
    """Which member of this viewer's team is to act; none: any."""
    moves: tuple[Move, ...]
    all_moves: bool
    """Whether `moves` is all there is; otherwise a draft is built and checked."""
    deadline: int | None
    progress: dict[int, int]
    """How far each seat's draft has come."""
    draft: Any = None
    drafts: dict[int, Any] = {}
    """The drafts that are open to all."""
    outcome: Outcome | None = None


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The answer to `hello`: who you are, the table, and what you missed."""

    you: Person
    seat: int | None
    member: int
    table: Table
    invite: str
    """The invitation, to pass on."""
    steps: tuple[Step, ...] = ()
    position: Position | None = None


class TableChanged(msgspec.Struct, frozen=True, tag="table"):
    """Somebody sat down, left, is ready, came or went."""

    table: Table
    seat: int | None
    member: int


class Update(msgspec.Struct, frozen=True, tag="update"):
    """Something happened in the game."""

    steps: tuple[Step, ...]
    position: Position


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """How far the drafts have come."""

    progress: dict[int, int]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The request with that id is carried out and durably stored."""

    id: str
    version: int | None = None
    """For a move: the version that it made."""


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """What is wrong with the draft."""

    id: str
    faults: tuple[Fault, ...]


class Hint(msgspec.Struct, frozen=True):
    """One step of help."""

    message: Message
    move: str | None


class Hints(msgspec.Struct, frozen=True, tag="hints"):
    """Help, from the gentlest to the plainest, as much as was asked for."""

    id: str
    hints: tuple[Hint, ...]
    more: bool


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """It was not done, and why; nothing is lost."""

    id: str | None
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
    Welcome | TableChanged | Update | Progress | Done | Checked | Hints | Refused | Probe | Pong
)
