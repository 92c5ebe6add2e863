"""How good somebody is at a game, as openskill reckons it; `docs/ratings.md` says it in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
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

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6
"""By how much a performance varies, in openskill's own measure."""

NEWCOMER: Final = 1000
POINTS: Final = 30
"""What one of openskill's points is worth on the scale that is shown."""


class Skill(msgspec.Struct, frozen=True):
    """What is known of a player: about `mu`, give or take `sigma`."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def shown(self) -> float:
        """What the player is good for with near certainty."""
        return NEWCOMER + POINTS * (self.mu - 3 * self.sigma)

    @property
    def uncertainty(self) -> float:
        """How far the best guess may be off, on the same scale."""
        return POINTS * self.sigma


def rated(skills: Mapping[str, Skill], sides: Sequence[Side]) -> dict[str, Skill]:
    """The players' skills after a game; who sat in several places gets the mean."""
    # A side is as good as its members on average, however many they are: all are filled up to the
    # same size, and what chance does to one performance it does to the whole side's.
    size = lcm(*(len(side.players) for side in sides))
    filled = [side.players * (size // len(side.players)) for side in sides]
    # Everybody is compared with everybody; a narrower window would look at the order of seats.
    model = BradleyTerryPart(beta=BETA * size, window_size=len(sides))
    after = model.rate(
        [
            [model.rating(skills[player].mu, skills[player].sigma) for player in players]
            for players in filled
        ],
        ranks=[float(side.rank) for side in sides],
    )
    found: defaultdict[str, list[BradleyTerryPartRating]] = defaultdict(list)
    for players, ratings in zip(filled, after, strict=True):
        for player, rating in zip(players, ratings, strict=True):
            found[player].append(rating)
    return {
        player: Skill(
            fmean(rating.mu for rating in ratings),
            fmean(rating.sigma for rating in ratings),
            skills[player].games + 1,
        )
        for player, ratings in found.items()
    }


async def update_ratings(
    connection: StoreConnection, game: str, sides: Sequence[Side]
) -> dict[str, float]:
    """Stores what a game says about its players: by how much each one's shown rating changes."""
    players = sorted({player for side in sides for player in side.players})
    before = await lock_ratings(connection, game, players)
    after = rated(before, sides)
    for player in players:
        await connection.execute(
            update(schema.ratings)
            .where(schema.ratings.c.player == player, schema.ratings.c.game == game)
            .values(msgspec.structs.asdict(after[player]))
        )
    return {player: after[player].shown - before[player].shown for player in players}


async def lock_ratings(
    connection: StoreConnection, game: str, players: Sequence[str]
) -> dict[str, Skill]:
    """The players' skills, kept from other servers until the transaction ends."""
    newcomer = msgspec.structs.asdict(Skill())
    await connection.execute(
        insert_if_new(connection, schema.ratings),
        [{"player": player, "game": game, **newcomer} for player in players],
    )
    rows = await connection.execute(
        select(schema.ratings)
        .where(schema.ratings.c.player.in_(players), schema.ratings.c.game == game)
        # In the same order everywhere, so that no two servers wait for each other.
        .order_by(schema.ratings.c.player)
        .with_for_update()
    )
    return {row["player"]: _skill(row) for row in rows.mappings()}


async def load_ratings(connection: StoreConnection, player: str) -> dict[str, Skill]:
    """By game, what is known of that player."""
    rows = await connection.execute(select(schema.ratings).where(schema.ratings.c.player == player))
    return {row["game"]: _skill(row) for row in rows.mappings()}


def _skill(row: RowMapping) -> Skill:
    return Skill(row["mu"], row["sigma"], row["games"])
