"""What is decided when a table is created: the game, its options, the seats, the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from quincunx.core.game import Game
from quincunx.core.options import Options, as_values
from quincunx.core.records.record import Origin
from quincunx.core.seeds import commitment
from quincunx.wire import DealKind, Person


class TableConfig(msgspec.Struct, frozen=True):
    """What is decided when a table is created."""

    id: str
    game: Game
    options: Options
    seats: int
    rules: int
    host: Person
    invite: str
    secret: str
    nonces: tuple[str, ...] = ()
    """Those that a known deal was made with; a fresh one gets the players' own."""
    open: bool = False
    pace: int | None = None
    level: str = "medium"
    """Of the bots that take free seats at house time `fills`, or stand in."""
    fills: int | None = None
    deal: DealKind = "fresh"
    deal_name: str = ""
    origin: str | None = None
    origin_version: int | None = None
    rated: bool | None = None
    """Whether the game is rated; `None` before the deal: if only people sit down to it."""

    @property
    def position(self) -> Origin | None:
        """The other game's position that this one goes on from."""
        if self.origin is None or self.origin_version is None:
            return None
        return Origin(self.origin, self.origin_version)

    @property
    def commitment(self) -> str:
        """The promise about the deal, shown before anyone is ready."""
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
        """Whether the people's nonces go into the deal: not if many get the same one."""
        return self.deal in ("fresh", "position")

    @property
    def values(self) -> Mapping[str, Any]:
        return as_values(self.options)
