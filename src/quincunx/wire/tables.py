"""Games and tables."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from quincunx.core.options import Option, Preset
from quincunx.core.outcome import Outcome
from quincunx.wire.ids import TableId
from quincunx.wire.people import Person


class GameInfo(msgspec.Struct, frozen=True):
    """What a form for a new table needs to know about a game."""

    name: str
    options: tuple[Option, ...]
    fewest: int
    most: int
    """The number of seats with default options."""
    bots: tuple[str, ...]
    presets: tuple[Preset, ...] = ()
    """Usual choices of options, the base game first."""
    race: bool = False
    """Whether milliseconds decide, so that a table cannot set a time limit for moves."""
    cooperative: bool = False
    """Whether all players win or lose together, so that a table cannot set a total time."""
    against_bots: str = "base"
    """The preset of a table at which one person plays with bots."""


class SeatRange(msgspec.Struct, frozen=True):
    """The possible numbers of seats with some options."""

    fewest: int
    most: int


BotPace = Literal["slow", "normal", "fast"]
"""How long bots wait before they move, so that people can follow."""


class TotalTime(msgspec.Struct, frozen=True):
    """Time for all moves of a game together, in seconds."""

    base: int
    """What each player has at the beginning."""
    increment: int = 0
    """What a player gets after each move."""


class NewTable(msgspec.Struct, frozen=True):
    """Create a table; the host takes the first seat, and bots take the seats named in `bots`."""

    game: str
    options: dict[str, Any] = {}
    seats: int | None = None
    bots: dict[int, str] = {}
    """Seat to level."""
    open: bool = False
    """Whether the table is public, so that the lobby lists it."""
    pace: int | None = None
    """Seconds for a move; `None` means no limit."""
    total: TotalTime | None = None
    """Time for all moves together, instead of a time for each move."""
    rated: bool | None = None
    """Whether the game changes ratings; `None` means: if only people take part."""
    bot_pace: BotPace = "normal"
    """The speed of bots; it has no effect in rated games."""
    programs: bool = False
    """Whether programs may take seats, under bot accounts; a rated game is for people only."""


class PlayNow(msgspec.Struct, frozen=True):
    """Play at once: at a public table if there is one, else at a new one.

    After `wait` seconds bots take the seats that are still free.
    """

    game: str
    wait: int = 20
    level: str = "medium"
    bot_pace: BotPace = "normal"
    """The speed of bots at a new table."""


class PlayOn(msgspec.Struct, frozen=True):
    """Continue a finished game from one of its positions, against bots, with a new seed."""

    version: int
    seat: int
    level: str = "medium"


class PlaySameDeal(msgspec.Struct, frozen=True):
    """Play the deal of a finished game from one of its seats, against bots."""

    seat: int


class TableOpened(msgspec.Struct, frozen=True):
    """The id of a new table, and the invitation with which others can join."""

    id: TableId
    invite: str


class YourSeat(msgspec.Struct, frozen=True):
    """The seat that the person has, or had, at a table."""

    seat: int | None
    """`None` for a person who did not play."""
    bot_seats: tuple[int, ...] = ()
    """The seats of bot accounts."""


TablePhase = Literal["gathering", "playing", "over", "closed"]
"""`closed`: ended by agreement or by the operator without a result, or by resignation."""


DealKind = Literal["fresh", "known", "daily", "position"]
"""The origin of a deal: new; seen before; a daily game; a position of another game."""


class ShownVacation(msgspec.Struct, frozen=True):
    """A player's vacation, in milliseconds from now; meanwhile their clock stands still."""

    starts: int
    """0 if it has begun."""
    ends: int


class SeatMember(msgspec.Struct, frozen=True):
    """A member of a seat: a person, a bot, or a bot that stands in for a person."""

    person: Person | None = None
    bot: str | None = None
    ready: bool = False
    here: bool = False
    """Whether the person is connected; bots always are."""
    gone: bool = False
    """Whether the person has left, so that the others may put a bot there."""
    forfeited: bool = False
    """Whether the person is rated last: resigned, or a stand-in moved in a rated game."""
    vacation: ShownVacation | None = None
    """The vacation that the player is on, or will be on next."""


class Seat(msgspec.Struct, frozen=True):
    """A seat and the members of its team; one member in games without teams."""

    members: tuple[SeatMember | None, ...]


Wish = Literal["pause", "take_back", "stand_in", "end"]
"""What a player can propose to the others."""


ProposalKind = Literal["pause", "take_back", "stand_in", "end", "resign"]
"""What a proposal is about: a wish, or a team that is asked whether it resigns."""


Reaction = Literal["well_played", "thanks", "good_luck", "oops", "wow", "good_game"]
"""The quick reactions."""


EndConsequence = Literal["free", "ask", "ask_lost", "lost", "won", "never"]
"""The consequence for a player of proposing to end the game.

free: the game ends at once, without a result. ask: it ends without a result if the others agree.
ask_lost: all lose if the others agree. lost: the player resigns. won: it ends at once, and all
opponents have forfeited. never: bots cannot agree; the player can only resign.
"""


ResignConsequence = Literal["lost", "last", "ask"]
"""The consequence for a player of resigning.

lost: the game ends, and the player has lost it. last: a bot plays on for the player, who comes
last. ask: nothing happens until the teammates have agreed.
"""


class Proposal(msgspec.Struct, frozen=True):
    """A proposal that waits for the other players."""

    wish: ProposalKind
    by: Person
    seat: int
    """The seat whose move or place it is about."""
    waiting: tuple[Person, ...]
    """The people who have not answered yet; the first “no” ends the proposal."""


class Table(msgspec.Struct, frozen=True):
    """A table, with what everybody at it may know."""

    id: TableId
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    host: Person
    phase: TablePhase
    commitment: str
    """The commitment to the deal, shown before anybody is ready."""
    watching: int
    """The number of spectators."""
    rematch: TableId | None = None
    """The table of the rematch."""
    open: bool = False
    """Whether the table is public, so that the lobby lists it."""
    pace: int | None = None
    """Seconds for a move."""
    total: TotalTime | None = None
    """Time for all moves together."""
    fills: int | None = None
    """Milliseconds from now until bots take the free seats."""
    deal: DealKind = "fresh"
    origin: str | None = None
    """The table whose deal or position this is or, for a daily game, the day."""
    paused: bool = False
    proposal: Proposal | None = None
    quiet: bool = False
    """Whether chat is closed now."""
    rated: bool = False
    """Whether the game changes ratings; before the deal, with the people seated now."""
    can_pause: bool = True
    """Whether the players may propose a pause."""
    outcome: Outcome | None = None
    """The outcome of a game that ended by resignation; the scores are empty then."""
    bot_pace: BotPace = "normal"
    """The speed of bots."""
    programs: bool = False
    """Whether programs may take seats, under bot accounts."""
    removed: tuple[Person, ...] = ()
    """The people whom the host has removed; shown before the deal."""
    starts_by: int | None = None
    """At the table of a pairing, before the deal: milliseconds from now until it is closed unless
    all players are ready."""
