"""How somebody does at the games, as everybody may see."""

from __future__ import annotations

import msgspec

from quincunx.wire.lists import ResultCard
from quincunx.wire.people import Person


class Standing(msgspec.Struct, frozen=True):
    """How somebody does at one game."""

    game: str
    played: int
    won: int
    rating: float | None
    """As shown: what the person is good for with near certainty; none before the first."""
    uncertainty: float | None
    streak: int
    """Wins in a row, up to now."""
    best_streak: int


class DailyStreak(msgspec.Struct, frozen=True):
    """Days in a row on which somebody finished a game's daily deal."""

    game: str
    days: int
    best: int


class Profile(msgspec.Struct, frozen=True):
    """A person, as everybody may see."""

    person: Person
    since: int
    registered: bool
    standings: tuple[Standing, ...]
    daily: tuple[DailyStreak, ...]
    history: tuple[ResultCard, ...]
    """The latest games, newest first."""
    more: bool
    """Whether there are older ones."""
