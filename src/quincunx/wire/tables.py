"""Games on offer, and tables as everybody at them may know them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from quincunx.core.options import Option
from quincunx.core.outcome import Outcome
from quincunx.wire.ids import TableId
from quincunx.wire.people import Person


class GameInfo(msgspec.Struct, frozen=True):
    """A game, as much as is needed to offer it."""

    name: str
    options: tuple[Option, ...]
    fewest: int
    most: int
    """Seats, with the options as they come."""
    bots: tuple[str, ...]
    race: bool = False
    """Whether moments decide, so that a table cannot have a clock of its own."""


class SeatRange(msgspec.Struct, frozen=True):
    """How many may play with some options."""

    fewest: int
    most: int


class NewTable(msgspec.Struct, frozen=True):
    """Opens a table; the host sits down at the first seat, bots at the others that name one."""

    game: str
    options: dict[str, Any] = {}
    seats: int | None = None
    bots: dict[int, str] = {}
    """Seat to level."""
    open: bool = False
    """Whether the lobby lists it; otherwise only the link leads there."""
    pace: int | None = None
    """Seconds for a move; none: all the time in the world."""
    rated: bool | None = None
    """Whether the game changes ratings; `None`: if only people sit down to it."""


class PlayNow(msgspec.Struct, frozen=True):
    """Wants to play at once: at an open table if there is one, else at a new one.

    After `wait` seconds bots take the seats that are still free.
    """

    game: str
    wait: int = 20
    level: str = "medium"


class PlayOn(msgspec.Struct, frozen=True):
    """Plays a finished game on from one of its positions, against bots, with fresh chance."""

    version: int
    seat: int
    level: str = "medium"


class PlaySameDeal(msgspec.Struct, frozen=True):
    """Takes on the deal of a finished game from one of its seats, against bots."""

    seat: int


class TableOpened(msgspec.Struct, frozen=True):
    """Where it is, and the secret that lets others in."""

    id: TableId
    invite: str


TablePhase = Literal["gathering", "playing", "over", "closed"]
"""Closed: ended by agreement or by the operator, without a result, or because players resigned."""


DealKind = Literal["fresh", "known", "daily", "position"]
"""Where a deal comes from: nobody knows it; shown before; the day's; another game's position."""


class SeatMember(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person, a bot, or a bot that stands in for a person."""

    person: Person | None = None
    bot: str | None = None
    ready: bool = False
    here: bool = False
    """Whether the person is connected; bots always are."""
    gone: bool = False
    """Whether the others may give the place to a bot."""
    forfeited: bool = False
    """Whether the person is rated last: resigned, or a stand-in has moved in a rated game."""


class Seat(msgspec.Struct, frozen=True):
    """A seat and the members of its team, one where there are no teams."""

    members: tuple[SeatMember | None, ...]


Wish = Literal["pause", "take_back", "stand_in", "end"]
"""What the people at a table decide together."""


Ending = Literal["free", "ask", "ask_lost", "lost", "won", "never"]
"""What the wish to end the game leads to for a player.

free: the game ends at once, without a result. ask: it ends without a result if the others agree.
ask_lost: it is lost by all if the others agree. lost: the player resigns. won: it ends at once, and
all opponents have forfeited. never: bots cannot agree; the player can only leave, and so resign.
"""


class Proposal(msgspec.Struct, frozen=True):
    """A wish that waits for the others' consent."""

    wish: Wish
    by: Person
    seat: int
    """Whose move it is about, or whose place."""
    waiting: tuple[Person, ...]
    """Who has not answered yet; the first “no” ends it."""


class Table(msgspec.Struct, frozen=True):
    """A table as everybody at it may know it."""

    id: TableId
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    host: Person
    phase: TablePhase
    commitment: str
    """The promise about the deal, shown before anyone is ready."""
    watching: int
    """How many look on without a seat."""
    rematch: TableId | None = None
    """The next table of the same people."""
    open: bool = False
    """Whether the lobby lists it."""
    pace: int | None = None
    """Seconds for a move."""
    fills: int | None = None
    """Milliseconds from now until bots take the free seats."""
    deal: DealKind = "fresh"
    origin: str | None = None
    """The table whose deal or position this is, or (for the day's deal) the day."""
    paused: bool = False
    proposal: Proposal | None = None
    quiet: bool = False
    """Whether the game forbids to talk now."""
    rated: bool = False
    """Whether the game changes ratings; before the deal, as things stand."""
    can_pause: bool = True
    """Whether the players may ask for a pause."""
    outcome: Outcome | None = None
    """How a closed game ended because players resigned; the scores are empty then."""
