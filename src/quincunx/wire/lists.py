"""Lists of tables and of results: the lobby, a person's games, daily games."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.wire.ids import TableId
from quincunx.wire.people import Person
from quincunx.wire.ratings import ShownRating
from quincunx.wire.tables import DealKind, TablePhase, TotalTime


class TableCard(msgspec.Struct, frozen=True):
    """A table in a list of tables."""

    id: TableId
    game: str
    phase: TablePhase
    host: Person
    names: tuple[str, ...]
    """By seat: the person's name, the bot's level, or an empty text."""
    free: int
    """The number of free places."""
    pace: int | None
    deal: DealKind
    options: dict[str, Any]
    """The options that differ from their defaults."""
    since: int
    """Wall time of its creation or, during the game, of the last move; rounded to the minute for
    people who do not sit there."""
    awaited: tuple[int, ...] = ()
    """At your own tables during the game: the seats that the game waits for."""
    your_turn: bool = False
    seated: bool = False
    """Whether you sit at the table."""
    rated: bool = False
    """Whether the game changes ratings; before the deal, with the people seated now."""
    programs: bool = False
    """Whether programs may take seats, under bot accounts."""
    bot_seats: tuple[int, ...] = ()
    """The seats of bot accounts."""
    total: TotalTime | None = None
    """Time for all moves together, if there is no time for each move."""
    ratings: tuple[ShownRating | None, ...] = ()
    """By seat, the rating of the person who sits there; empty in a game that fixes names."""


class ResultCard(msgspec.Struct, frozen=True):
    """A finished game in a list of results."""

    table: TableId
    """Empty if the table is private and you did not sit there."""
    game: str
    deal: DealKind
    names: tuple[str, ...]
    scores: tuple[int, ...]
    """By seat; empty if the game ended because players resigned."""
    winners: tuple[int, ...]
    ended: int
    """Wall time, in milliseconds since 1970."""
    seat: int | None = None
    """The seat of the person whose list it is."""
    rating: float | None = None
    """The change of that person's rating."""
    bot_seats: tuple[int, ...] = ()
    """The seats of bot accounts."""


class LobbySnapshot(msgspec.Struct, frozen=True, tag="lobby"):
    """The whole lobby: the response to a request, and the first message on the socket."""

    open: tuple[TableCard, ...]
    """The public tables: those to join first, then those to watch."""
    yours: tuple[TableCard, ...]
    """Your games in progress, first those that wait for you."""
    recent: tuple[ResultCard, ...]
    """The latest results at public tables."""
    more: int = 0
    """The number of public tables that are not listed."""


class LobbyChanged(msgspec.Struct, frozen=True, tag="lobby_changed", omit_defaults=True):
    """What has changed in the lobby since the last message; missing fields have not changed.

    The cards in `open` are the same for everybody: show those in `yours` instead for your own
    tables.
    """

    open: tuple[TableCard, ...] = ()
    """Public tables that are new or have changed."""
    closed: tuple[TableId, ...] = ()
    """The ids of tables that are no longer listed."""
    yours: tuple[TableCard, ...] | None = None
    """All your games in progress, if one of them has changed."""
    recent: tuple[ResultCard, ...] | None = None
    """The latest results, if there is a new one."""
    more: int | None = None


class Attempt(msgspec.Struct, frozen=True):
    """One person's result with a deal."""

    table: TableId
    person: Person
    score: int
    won: bool
    ended: int
    known: bool = False
    """Whether the person could have seen the deal before, so that it is listed separately."""


class DealResults(msgspec.Struct, frozen=True):
    """The first attempt of each person at a deal, best first."""

    game: str
    seats: int
    deal: str
    attempts: tuple[Attempt, ...]
    yours: Attempt | None = None
    players: int = 0
    """How many people have finished it; `attempts` may list fewer."""
    low_score_wins: bool = False
    """Whether a lower score is better."""
    place: int | None = None
    """Your place among them; equal results share a place."""


class Daily(msgspec.Struct, frozen=True):
    """The daily game of one day and game."""

    game: str
    day: str
    """The date in UTC, such as 2026-11-15."""
    closes: int
    """Wall time, in milliseconds since 1970."""
    commitment: str
    """The commitment to the seed, which is revealed at the end of the day."""
    seed: str | None
    results: DealResults
    table: TableId | None = None
    """Your table, once you have started."""
    streak: int = 0
    """The number of days in a row on which you have finished it."""


class DailyResult(msgspec.Struct, frozen=True):
    """Your result in the daily game of one day."""

    day: str
    table: TableId
    score: int
    won: bool


class DailyMonth(msgspec.Struct, frozen=True):
    """The days of a month on which you finished a game's daily game before the day closed."""

    game: str
    month: str
    """The month in UTC, such as 2026-11."""
    seats: int
    results: tuple[DailyResult, ...]
    """In the order of the days."""
