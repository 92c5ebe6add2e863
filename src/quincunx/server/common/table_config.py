"""The configuration of a table: what is decided when it is created."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from quincunx.core.game import Game
from quincunx.core.options import Options, as_values
from quincunx.core.records.record import Origin
from quincunx.core.seeds import commitment
from quincunx.server.common.times import ServerTime
from quincunx.wire import BotPace, DealKind, Person, TableId, TotalTime


class TableConfig(msgspec.Struct, frozen=True):
    """The game, its options, the seats and the deal."""

    id: TableId
    game: Game
    options: Options
    seats: int
    rules: int
    host: Person
    invite: str
    secret: str
    nonces: tuple[str, ...] = ()
    """Those that a known deal was made with; a fresh deal gets the players' own."""
    open: bool = False
    pace: int | None = None
    """Seconds for a move."""
    total: TotalTime | None = None
    """Time for all moves together; a table has this or a pace, or neither."""
    level: str = "medium"
    """The level of bots that fill free seats or stand in."""
    fills: ServerTime | None = None
    """The server time at which bots take the free seats."""
    starts_by: ServerTime | None = None
    """At the table of a pairing, the server time by which all players must be ready; `None` after
    the deal."""
    deal: DealKind = "fresh"
    deal_name: str = ""
    origin: str | None = None
    """The table that the deal or the position comes from, or the day of a daily game."""
    origin_version: int | None = None
    rated: bool | None = None
    """Whether the game is rated. `None` before the deal: it will be if no bot plays."""
    bot_pace: BotPace = "normal"
    """The speed of bots."""
    programs: bool = False
    """Whether bot accounts may take seats."""

    @property
    def is_timed(self) -> bool:
        """Whether the players' time is limited."""
        return self.pace is not None or self.total is not None

    @property
    def position(self) -> Origin | None:
        """The position of another game that this one continues."""
        if self.origin is None or self.origin_version is None:
            return None
        return Origin(self.origin, self.origin_version)

    @property
    def day(self) -> str | None:
        """The day of a daily game, whose deal is secret until the day closes."""
        return self.origin if self.deal == "daily" else None

    @property
    def commitment(self) -> str:
        """The commitment to the deal, shown before any player is ready."""
        return commitment(
            self.secret,
            table=self.id,
            game=self.game.name,
            rules=self.rules,
            options=self.values,
            seats=self.seats,
            origin=None if self.position is None else (self.position.table, self.position.version),
        )

    @property
    def takes_nonces(self) -> bool:
        """Whether the players' nonces go into the deal: not if many tables get the same deal."""
        return self.deal in ("fresh", "position")

    @property
    def values(self) -> Mapping[str, Any]:
        return as_values(self.options)
