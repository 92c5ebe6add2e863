"""Who played against whom in a finished game, and how they did."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.core.game import Game
from quincunx.core.outcome import Outcome
from quincunx.server.common.seating import Seating, Sitter

DEAL: Final = "deal"
"""The opponent of those who all play together."""

Merit = tuple[int, int]
"""How well a side did: the more the better."""

WORST: Final[Merit] = (-1, 0)


class Side(msgspec.Struct, frozen=True):
    """Players who win or lose together, and how many sides did better."""

    players: tuple[str, ...]
    rank: int


def sides(game: Game, seating: Seating, outcome: Outcome, margin: int | None) -> list[Side]:
    """The sides of a game.

    A player who forfeited comes last, whatever a bot made of the seat. That bot is not rated: the
    game was half played when it came.
    """
    seats: defaultdict[int, list[str]] = defaultdict(list)
    leavers: list[str] = []
    for (seat, _), sitter in seating:
        assert sitter is not None, "nobody is missing when a game ends"
        (leavers if is_ranked_last(sitter) else seats[seat]).append(_player(sitter))
    if game.cooperative:
        found = _against_the_deal(seats, outcome, margin)
    else:
        found = _against_each_other(game, seats, outcome)
    return _ranked([*found, *(((leaver,), WORST) for leaver in leavers)])


def is_ranked_last(sitter: Sitter) -> bool:
    """Whether the person has forfeited, or a stand-in finished the game for them."""
    return sitter.person is not None and (sitter.forfeited or sitter.bot is not None)


def _player(sitter: Sitter) -> str:
    return sitter.person.id if sitter.person is not None else f"bot:{sitter.bot}"


Found = list[tuple[tuple[str, ...], Merit]]


def _against_the_deal(seats: dict[int, list[str]], outcome: Outcome, margin: int | None) -> Found:
    """All together; what the margin does not say, the end of the game does."""
    if margin is None:
        margin = 1 if outcome.winners else -1
    together = tuple(player for players in seats.values() for player in players)
    deal: Found = [((DEAL,), (0, 0))]
    return [(together, (0, margin)), *deal] if together else deal


def _against_each_other(game: Game, seats: dict[int, list[str]], outcome: Outcome) -> Found:
    """The winners, and then by points, if the game was played to its end."""
    sign = -1 if game.low_score_wins(len(outcome.scores)) else 1
    points = dict(enumerate(outcome.scores))
    return [
        (tuple(players), (int(seat in outcome.winners), sign * points.get(seat, 0)))
        for seat, players in seats.items()
    ]


def _ranked(found: Sequence[tuple[tuple[str, ...], Merit]]) -> list[Side]:
    return [Side(players, sum(other > merit for _, other in found)) for players, merit in found]
