"""Ratings that everybody may see: beside names, over time, and on leaderboards."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.wire.ids import PersonId
from quincunx.wire.people import Person


class ShownRating(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rating in one game, as it is shown beside a name."""

    rating: int
    uncertainty: int
    provisional: bool = False
    """Whether it is still too uncertain to be compared with others."""


class PersonRating(msgspec.Struct, frozen=True):
    """The rating of one person."""

    person: PersonId
    rating: ShownRating


class RatingPoint(msgspec.Struct, frozen=True):
    """A person's rating after one game."""

    ended: int
    """Wall time of the end of the game."""
    rating: int


class RatingHistory(msgspec.Struct, frozen=True):
    """A person's rating in one game over time."""

    game: str
    rated: int
    """The number of rated games that the curve covers: the latest ones."""
    points: tuple[RatingPoint, ...]
    """Oldest first; a long history is thinned out evenly."""


Period = Literal["week", "all"]
"""The period of a leaderboard: since Monday 00:00 UTC, or all time."""


class LeaderboardPlace(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    place: int
    """Equal results share a place."""
    person: Person
    rating: ShownRating
    games: int
    """Rated games in the period."""
    gain: int | None = None
    """On the board of a week: how much the rating has risen."""


class Leaderboard(msgspec.Struct, frozen=True):
    """The best players of one game."""

    game: str
    period: Period
    programs: bool
    """Whether it compares bot accounts; they are never on the same board as people."""
    places: tuple[LeaderboardPlace, ...]
    listed: int
    """How many players have a place, although only the first are listed."""
    fewest_games: int
    """How many rated games a player needs: before the week, or in total."""
    fewest_this_week: int
    """How many of them must be from this week; 0 on the board of all time."""
    yours: LeaderboardPlace | None = None
    """Your own line, however far down; `None` if you have no place."""
    your_games: int = 0
    """How many rated games you have that count towards `fewest_games`."""
