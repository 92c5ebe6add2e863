"""Lists of tables and of results: the lobby, one's own games, the same deal for many."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.wire.ids import TableId
from quincunx.wire.people import Person
from quincunx.wire.tables import DealKind, TablePhase


class TableCard(msgspec.Struct, frozen=True):
    """A table, as much as a list of tables says."""

    id: TableId
    game: str
    phase: TablePhase
    host: Person
    names: tuple[str, ...]
    """By seat: who sits there, a bot's level, or nothing."""
    free: int
    """How many people still fit in."""
    pace: int | None
    deal: DealKind
    options: dict[str, Any]
    """Those that are not as they come."""
    since: int
    """When it was opened or, in play, last moved at, by the wall's clock; for strangers to the
    minute."""
    awaited: tuple[int, ...] = ()
    """At your own tables in play: the seats that the game waits for."""
    your_turn: bool = False
    seated: bool = False
    """Whether it is one of yours."""
    rated: bool = False
    """Whether the game changes ratings; before the deal, as things stand."""


class ResultCard(msgspec.Struct, frozen=True):
    """A finished game, as a list of games tells it."""

    table: TableId
    """Empty where the table is private and you did not sit there."""
    game: str
    deal: DealKind
    names: tuple[str, ...]
    scores: tuple[int, ...]
    """By seat; empty where the game ended because players resigned."""
    winners: tuple[int, ...]
    ended: int
    """The wall's clock, in milliseconds since 1970."""
    seat: int | None = None
    """Where the person whose list it is sat."""
    rating: float | None = None
    """By how much it changed that person's rating."""


class LobbySnapshot(msgspec.Struct, frozen=True, tag="lobby"):
    """The lobby as a whole: the answer to a request, and the first message on the socket."""

    open: tuple[TableCard, ...]
    """Tables that anybody may join, then those that anybody may watch."""
    yours: tuple[TableCard, ...]
    """Your games in progress, those that wait for you first."""
    recent: tuple[ResultCard, ...]
    """The last results at open tables."""
    more: int = 0
    """How many more tables are open than are listed."""


class LobbyChanged(msgspec.Struct, frozen=True, tag="lobby_changed", omit_defaults=True):
    """What has changed in the lobby since the last message; what is missing has not changed.

    Your own tables are in `yours` alone: show those instead of the cards of `open`.
    """

    open: tuple[TableCard, ...] = ()
    """Open tables that are new or look different."""
    closed: tuple[TableId, ...] = ()
    """The ids of tables that are no longer listed."""
    yours: tuple[TableCard, ...] | None = None
    """All your games in progress, if one of them has changed."""
    recent: tuple[ResultCard, ...] | None = None
    """The last results, if there is another one."""
    more: int | None = None


class Attempt(msgspec.Struct, frozen=True):
    """What somebody made of a deal."""

    table: TableId
    person: Person
    score: int
    won: bool
    ended: int
    known: bool = False
    """Whether the deal had been shown before, so that it counts apart."""


class DealResults(msgspec.Struct, frozen=True):
    """Who has played a deal, best first: first attempts, each person once."""

    game: str
    seats: int
    deal: str
    attempts: tuple[Attempt, ...]
    yours: Attempt | None = None


class Daily(msgspec.Struct, frozen=True):
    """One game's deal of the day."""

    game: str
    day: str
    """Like 2026-11-15, at the meridian of Greenwich."""
    closes: int
    """The wall's clock, in milliseconds since 1970."""
    commitment: str
    """The promise about the seed, which is shown when the day closes."""
    seed: str | None
    results: DealResults
    table: TableId | None = None
    """Your table, once you have begun."""
    streak: int = 0
    """Your days in a row."""
