"""The sides of a finished game and their ranks, from which ratings are computed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.core.game import Game
from quincunx.core.outcome import Outcome
from quincunx.server.common.seating import Occupant, Seating

DEAL: Final = "deal"
"""The opponent in a cooperative game."""

DEAL_OF_BOTS: Final = "deal:bots"
"""The same where bot accounts play: their results must not reach people's ratings."""

Merit = tuple[int, int]
"""How well a side did: (won, points); more is better."""

WORST: Final[Merit] = (-1, 0)


class Side(msgspec.Struct, frozen=True):
    """Players who win or lose together; `rank` is the number of sides that did better."""

    players: tuple[str, ...]
    rank: int


def rank_sides(game: Game, seating: Seating, outcome: Outcome, margin: int | None) -> list[Side]:
    """Return the sides of a finished game with their ranks.

    A player who forfeited ranks last, however the stand-in bot finished the game. The stand-in is
    not rated, because it took over in the middle.
    """
    seats: defaultdict[int, list[str]] = defaultdict(list)
    forfeited: list[str] = []
    for (seat, _), occupant in seating:
        assert occupant is not None, "no seat is empty when a game ends"
        (forfeited if is_ranked_last(occupant) else seats[seat]).append(_player(occupant))
    if game.cooperative:
        found = _against_the_deal(seats, outcome, margin, _deal(seating))
    else:
        found = _against_each_other(game, seats, outcome)
    return _ranked([*found, *(((player,), WORST) for player in forfeited)])


def is_ranked_last(occupant: Occupant) -> bool:
    """Return whether the person has forfeited, or a stand-in bot finished the game."""
    return occupant.person is not None and (occupant.forfeited or occupant.bot is not None)


def _player(occupant: Occupant) -> str:
    return occupant.person.id if occupant.person is not None else f"bot:{occupant.bot}"


PlayersAndMerit = list[tuple[tuple[str, ...], Merit]]


def _against_the_deal(
    seats: dict[int, list[str]], outcome: Outcome, margin: int | None, deal: str
) -> PlayersAndMerit:
    """Return all players as one side against the deal; without a margin a win or a loss counts."""
    if margin is None:
        margin = 1 if outcome.winners else -1
    together = tuple(player for players in seats.values() for player in players)
    opponent: PlayersAndMerit = [((deal,), (0, 0))]
    return [(together, (0, margin)), *opponent] if together else opponent


def _deal(seating: Seating) -> str:
    """Return the opponent that the players of a cooperative game are compared with."""
    people = [occupant.person for _, occupant in seating if occupant and occupant.person]
    return DEAL_OF_BOTS if any(person.bot for person in people) else DEAL


def _against_each_other(
    game: Game, seats: dict[int, list[str]], outcome: Outcome
) -> PlayersAndMerit:
    """Return each seat as a side; winners come first, then points decide."""
    sign = -1 if game.low_score_wins(len(outcome.scores)) else 1
    points = dict(enumerate(outcome.scores))
    return [
        (tuple(players), (int(seat in outcome.winners), sign * points.get(seat, 0)))
        for seat, players in seats.items()
    ]


def _ranked(found: Sequence[tuple[tuple[str, ...], Merit]]) -> list[Side]:
    return [Side(players, sum(other > merit for _, other in found)) for players, merit in found]
