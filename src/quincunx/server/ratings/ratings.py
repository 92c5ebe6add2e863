"""Skill ratings by game, computed by openskill; `docs/explanation/ratings.md` explains them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from statistics import fmean
from typing import Final

import msgspec
from openskill.models import BradleyTerryPart, BradleyTerryPartRating
from sqlalchemy import select, update
from sqlalchemy.engine import RowMapping

from quincunx.server.ratings.sides import Side
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import insert_if_new
from quincunx.wire import PersonId, ShownRating

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6
"""How much a performance varies, on openskill's scale."""

NEWCOMER_RATING: Final = 1000
"""The rating that a player without games is shown."""

RATING_PER_MU: Final = 30
"""How much one point of openskill's scale is worth on the scale that players see."""

PROVISIONAL_ABOVE: Final = 130
"""The uncertainty above which a rating is provisional: that of a player's first twenty games."""


class Skill(msgspec.Struct, frozen=True):
    """A player's estimated skill at a game: mean `mu`, standard deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def rating(self) -> float:
        """The rating that players see: a skill that the player has almost certainly reached."""
        return NEWCOMER_RATING + RATING_PER_MU * (self.mu - 3 * self.sigma)

    @property
    def uncertainty(self) -> float:
        """The standard deviation on the scale of `rating`."""
        return RATING_PER_MU * self.sigma

    @property
    def strength(self) -> float:
        """The estimated strength itself, on the scale of `rating`: pairing compares it."""
        return self.rating + 3 * self.uncertainty

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still too uncertain to be compared with others."""
        return self.uncertainty > PROVISIONAL_ABOVE


def update_skills(skills: Mapping[str, Skill], sides: Sequence[Side]) -> dict[str, Skill]:
    """Return the players' skills after a game; a player with several seats gets the mean."""
    # A side is as good as its members on average, however many they are. So members are repeated
    # until all sides have the same size, and `beta` grows with that size.
    size = lcm(*(len(side.players) for side in sides))
    filled = [side.players * (size // len(side.players)) for side in sides]
    # All sides are compared with each other: a narrower window would depend on the order of seats.
    model = BradleyTerryPart(beta=BETA * size, window_size=len(sides))
    after = model.rate(
        [
            [model.rating(skills[player].mu, skills[player].sigma) for player in players]
            for players in filled
        ],
        ranks=[float(side.rank) for side in sides],
    )
    ratings_of: defaultdict[str, list[BradleyTerryPartRating]] = defaultdict(list)
    for players, ratings in zip(filled, after, strict=True):
        for player, rating in zip(players, ratings, strict=True):
            ratings_of[player].append(rating)
    return {
        player: Skill(
            fmean(rating.mu for rating in ratings),
            fmean(rating.sigma for rating in ratings),
            skills[player].games + 1,
        )
        for player, ratings in ratings_of.items()
    }


async def update_ratings(
    connection: StoreConnection, game: str, sides: Sequence[Side]
) -> dict[str, float]:
    """Store the players' new skills; return by how much each rating changes."""
    players = sorted({player for side in sides for player in side.players})
    before = await lock_ratings(connection, game, players)
    after = update_skills(before, sides)
    for player in players:
        await connection.execute(
            update(schema.ratings)
            .where(schema.ratings.c.player == player, schema.ratings.c.game == game)
            .values(_columns(after[player]))
        )
    return {player: after[player].rating - before[player].rating for player in players}


async def lock_ratings(
    connection: StoreConnection, game: str, players: Sequence[str]
) -> dict[str, Skill]:
    """Return the players' skills and lock their rows until the transaction ends."""
    newcomer = _columns(Skill())
    await connection.execute(
        insert_if_new(connection, schema.ratings),
        [{"player": player, "game": game, **newcomer} for player in players],
    )
    rows = await connection.execute(
        select(schema.ratings)
        .where(schema.ratings.c.player.in_(players), schema.ratings.c.game == game)
        # The same order in every process prevents deadlocks.
        .order_by(schema.ratings.c.player)
        .with_for_update()
    )
    return {row["player"]: skill_in(row) for row in rows.mappings()}


async def load_ratings(connection: StoreConnection, player: str) -> dict[str, Skill]:
    """Return a player's skills by game."""
    rows = await connection.execute(select(schema.ratings).where(schema.ratings.c.player == player))
    return {row["game"]: skill_in(row) for row in rows.mappings()}


async def load_shown_ratings(
    connection: StoreConnection, game: str, people: Iterable[PersonId]
) -> dict[PersonId, ShownRating]:
    """Return the ratings in one game of those of these people who have one."""
    rows = await connection.execute(
        select(schema.ratings).where(
            schema.ratings.c.player.in_(list(people)), schema.ratings.c.game == game
        )
    )
    return {row["player"]: shown_rating(skill_in(row)) for row in rows.mappings()}


def shown_rating(skill: Skill) -> ShownRating:
    """Return a rating as it is shown beside a name."""
    return ShownRating(round(skill.rating), round(skill.uncertainty), skill.is_provisional)


def skill_in(row: RowMapping) -> Skill:
    """Return the skill that is stored in a row."""
    return Skill(row["mu"], row["sigma"], row["games"])


def _columns(skill: Skill) -> dict[str, float]:
    return {**msgspec.structs.asdict(skill), "rating": skill.rating}
