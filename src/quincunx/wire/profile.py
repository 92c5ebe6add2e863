"""The public profile of a person."""

from __future__ import annotations

import msgspec

from quincunx.wire.lists import ResultCard
from quincunx.wire.people import Person


class Standing(msgspec.Struct, frozen=True):
    """A person's statistics in one game."""

    game: str
    played: int
    won: int
    rating: float | None
    """The displayed rating, a conservative estimate; `None` before the first rated game."""
    uncertainty: float | None
    streak: int
    """The current number of wins in a row."""
    best_streak: int
    provisional: bool = False
    """Whether the rating is still too uncertain to be compared with others."""


class OwnResult(msgspec.Struct, frozen=True):
    """What a finished game changed for you."""

    change: float | None
    """The change of your rating; `None` if the game was not rated."""
    rating: float | None
    """Your rating after the game."""
    wins: int
    """How many games of this kind you had won in a row, this one included."""


class DailyStreak(msgspec.Struct, frozen=True):
    """Days in a row on which a person finished a game's daily game."""

    game: str
    days: int
    best: int


class Profile(msgspec.Struct, frozen=True):
    """The public profile of a person."""

    person: Person
    since: int
    registered: bool
    standings: tuple[Standing, ...]
    daily: tuple[DailyStreak, ...]
    history: tuple[ResultCard, ...]
    """The latest games, newest first."""
    more: bool
    """Whether there are older ones."""
    owner: Person | None = None
    """The person who owns a bot account; `None` for a person."""


class Encounters(msgspec.Struct, frozen=True):
    """How two people have done in the games of one kind that both played."""

    game: str
    won: int
    """Games that you won and the other person did not."""
    lost: int
    shared: int
    """Games that both of you won, or neither."""


class HeadToHead(msgspec.Struct, frozen=True):
    """Your record against another person."""

    games: tuple[Encounters, ...]
    latest: tuple[ResultCard, ...]
    """The latest games, newest first; `seat` and `rating` are yours."""
