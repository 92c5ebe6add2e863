"""Pairing: rated games between people who look for an opponent of similar strength."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.wire.ids import TableId
from quincunx.wire.people import Person
from quincunx.wire.ratings import ShownRating
from quincunx.wire.tables import TotalTime

SeekClock = Literal["quick", "relaxed", "untimed"]
"""The time limits to choose from; `untimed`: in a race, moments decide anyway."""


class PairingOffer(msgspec.Struct, frozen=True):
    """What a player can look for."""

    game: str
    clock: SeekClock
    seats: int
    """How many people are paired: two or, in a cooperative game, all seats."""
    pace: int | None
    """Seconds for a move."""
    total: TotalTime | None
    """Time for all moves together."""
    waiting: int
    """How many people are looking for this now."""


class SeekGame(msgspec.Struct, frozen=True):
    """Look for people to play a rated game with."""

    game: str
    clock: SeekClock


class FoundPlayer(msgspec.Struct, frozen=True):
    """A person that pairing has found."""

    person: Person
    rating: ShownRating | None


class FoundTable(msgspec.Struct, frozen=True):
    """The table of a pairing, to which its players have to come."""

    table: TableId
    invite: str
    others: tuple[FoundPlayer, ...]
    left: int
    """Milliseconds until the table is closed if a player is missing."""
    arrived: bool
    """Whether you are there and ready."""


class Seek(msgspec.Struct, frozen=True):
    """What a person is looking for, and how far the search has come."""

    game: str
    clock: SeekClock
    waited: int
    """Milliseconds since the search began."""
    gap: int
    """How many points stronger or weaker an opponent may be now."""
    widest_gap: int
    """The most that this grows to."""
    others: int
    """How many others are looking for the same, of whatever strength."""
    found: FoundTable | None = None


class SeekUpdate(msgspec.Struct, frozen=True, tag="seek"):
    """Sent on the lobby's socket to everybody who is looking for a game, when it changes."""

    seek: Seek | None
    """`None` once the search is over."""
