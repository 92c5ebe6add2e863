"""Leaderboards: the best rated players of each game, this week and of all time.

A board is computed at most once a minute and kept in memory; names, and who may not be shown, are
read again for every request. `docs/explanation/ratings.md` says what is counted, and why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time, timedelta
from time import monotonic
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.engine import RowMapping

from quincunx.registry import find
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.ratings.ratings import load_ratings, shown_rating, skill_in
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.names import is_bot
from quincunx.wire import Leaderboard, LeaderboardPlace, Period, Person, PersonId, ShownRating

FEWEST_GAMES: Final = 20
"""Rated games before a player is compared with others: about as many as make a rating settled."""

FEWEST_GAMES_IN_WEEK: Final = 5
"""Rated games in the week, so that one lucky game does not lead the board."""

MAX_LISTED: Final = 50
MAX_RANKED: Final = 5000
"""How many places are counted; a player further down has none."""

KEPT_FOR_S: Final = 60.0
"""Seconds for which a board is used again."""


class BoardKey(NamedTuple):
    """Which leaderboard."""

    game: str
    period: Period
    programs: bool


class Ranked(NamedTuple):
    """A player's place, and what it is for."""

    place: int
    person: PersonId
    score: int
    """The rating or, on the board of a week, the gain: rounded, so that it is what is shown."""
    games: int


class Board(NamedTuple):
    """A computed leaderboard."""

    ranked: tuple[Ranked, ...]
    by_person: dict[PersonId, Ranked]
    computed: float
    """On the monotonic clock, in seconds."""


class Leaderboards:
    """Computes leaderboards, and keeps them for a short time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._boards: dict[BoardKey, Board] = {}
        self._lock = asyncio.Lock()

    async def load(self, key: BoardKey, viewer: Person | None) -> Leaderboard:
        """Return a leaderboard with the viewer's own place."""
        find(key.game)
        board = await self._board(key)
        first = board.ranked[:MAX_LISTED]
        own = board.by_person.get(viewer.id) if viewer else None
        async with self._store.connect() as connection:
            shown = await _load_players(connection, key, [*first, *([own] if own else [])])
            return Leaderboard(
                game=key.game,
                period=key.period,
                programs=key.programs,
                places=tuple(_place(key, each, shown) for each in first if each.person in shown),
                listed=len(board.ranked),
                fewest_games=FEWEST_GAMES,
                fewest_this_week=FEWEST_GAMES_IN_WEEK if key.period == "week" else 0,
                yours=_place(key, own, shown) if own and own.person in shown else None,
                your_games=await _counted_games(connection, key, viewer),
            )

    async def _board(self, key: BoardKey) -> Board:
        """Return the board, computed again if it is too old, one board at a time."""
        async with self._lock:
            board = self._boards.get(key)
            if board is None or monotonic() - board.computed > KEPT_FOR_S:
                rows = await self._store.fetch_all(_query(key))
                scores = [(row["player"], round(row["score"]), row["played"]) for row in rows]
                ranked = tuple(ranks(scores))
                by_person = {each.person: each for each in ranked}
                board = self._boards[key] = Board(ranked, by_person, monotonic())
            return board


def ranks(scores: Sequence[tuple[PersonId, int, int]]) -> Iterable[Ranked]:
    """Give places to (person, score, games), best first; equal scores share a place."""
    place, before = 0, None
    for number, (person, score, games) in enumerate(scores, start=1):
        if score != before:
            place, before = number, score
        yield Ranked(place, person, score, games)


def week_begins(now: WallTime) -> WallTime:
    """Return the last Monday 00:00 UTC."""
    day = datetime.fromtimestamp(now / 1000, UTC).date()
    monday = datetime.combine(day - timedelta(days=day.weekday()), time(), UTC)
    return WallTime(int(monday.timestamp() * 1000))


# Queries


def _query(key: BoardKey) -> Select[Any]:
    """Select the players of a board, best first."""
    return _best_of_week(key) if key.period == "week" else _best_of_all_time(key)


def _best_of_all_time(key: BoardKey) -> Select[Any]:
    ratings = schema.ratings.c
    return (
        select(ratings.player, ratings.rating.label("score"), ratings.games.label("played"))
        .join(schema.people, schema.people.c.id == ratings.player)
        .where(ratings.game == key.game, ratings.games >= FEWEST_GAMES, *_listed(key))
        .order_by(ratings.rating.desc(), ratings.player)
        .limit(MAX_RANKED)
    )


def _best_of_week(key: BoardKey) -> Select[Any]:
    """Select those who had enough games before the week, by what they have gained in it."""
    ratings, week = schema.ratings.c, _games_since(key.game, week_begins(wall_clock())).subquery()
    played, score = func.count().label("played"), func.sum(week.c.change).label("score")
    return (
        select(ratings.player, score, played)
        .join(schema.ratings, (ratings.player == week.c.person) & (ratings.game == key.game))
        .join(schema.people, schema.people.c.id == ratings.player)
        .where(*_listed(key))
        .group_by(ratings.player, ratings.games)
        .having(func.count() >= FEWEST_GAMES_IN_WEEK, ratings.games - func.count() >= FEWEST_GAMES)
        .order_by(score.desc(), ratings.player)
        .limit(MAX_RANKED)
    )


def _games_since(game: str, begin: WallTime) -> Select[Any]:
    """Select each player's change of each rated game that ended since then."""
    results = schema.results.c
    # A player with several seats has one result for each, with the same change.
    return (
        select(results.person, func.max(results.rating).label("change"))
        .where(results.game == game, results.ended >= begin, results.rating.is_not(None))
        .group_by(results.table, results.person)
    )


def _listed(key: BoardKey) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for players who may be listed: no guests, nobody who is banned."""
    people = schema.people.c
    accounts = select(schema.accounts.c.person).where(schema.accounts.c.person == people.id)
    kind = people.owner.is_not(None) if key.programs else accounts.exists()
    return (people.banned.is_(None), people.deleted.is_(None), kind)


async def _load_players(
    connection: StoreConnection, key: BoardKey, ranked: Sequence[Ranked]
) -> dict[PersonId, tuple[Person, ShownRating]]:
    """Return those of these players who may be shown, under their current names."""
    people, ratings = schema.people.c, schema.ratings.c
    rows = await connection.execute(
        select(people.id, people.name, people.owner, ratings.mu, ratings.sigma, ratings.games)
        .join(schema.ratings, (ratings.player == people.id) & (ratings.game == key.game))
        .where(people.id.in_([each.person for each in ranked]), *_listed(key))
    )
    return {row["id"]: (_person(row), shown_rating(skill_in(row))) for row in rows.mappings()}


def _person(row: RowMapping) -> Person:
    return Person(row["id"], row["name"], is_bot(row))


def _place(
    key: BoardKey, ranked: Ranked, shown: dict[PersonId, tuple[Person, ShownRating]]
) -> LeaderboardPlace:
    person, rating = shown[ranked.person]
    gain = ranked.score if key.period == "week" else None
    return LeaderboardPlace(ranked.place, person, rating, ranked.games, gain)


async def _counted_games(connection: StoreConnection, key: BoardKey, viewer: Person | None) -> int:
    """Return how many of the viewer's rated games count towards the fewest."""
    if viewer is None:
        return 0
    skill = (await load_ratings(connection, viewer.id)).get(key.game)
    if skill is None or key.period == "all":
        return skill.games if skill else 0
    results = schema.results.c
    this_week = await connection.scalar(
        select(func.count(results.table.distinct())).where(
            results.person == viewer.id,
            results.game == key.game,
            results.ended >= week_begins(wall_clock()),
            results.rating.is_not(None),
        )
    )
    return skill.games - (this_week or 0)
