"""What a report counts in one finished game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from quincunx.core.match import Match
from quincunx.core.records.record import POINT_FIELDS
from quincunx.core.viewers import OMNISCIENT
from quincunx.lab.experiments.game import GameSetup, play_match, warm_up_bots


class GameFacts(msgspec.Struct, frozen=True):
    """The facts of one game."""

    contest: int
    number: int
    moves: int
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    """The shares of the win, in the order in which the seats made their first moves."""
    lead_changes: int | None
    """How often another seat took the lead; `None` where seats have no points of their own."""


def play_for_facts(setup: GameSetup) -> GameFacts:
    """Play a game and return its facts."""
    warm_up_bots(setup.game, setup.contest)
    match, _ = play_match(setup)
    return facts_of(match, setup.contest_number, setup.number)


def facts_of(match: Match, contest: int, number: int) -> GameFacts:
    """Return the facts of a finished match."""
    assert match.outcome is not None
    movers = [entry.seat for entry in match.log if entry.move is not None]
    order = [seat for seat in dict.fromkeys(movers) if seat is not None]
    order += [seat for seat in range(match.seats) if seat not in order]
    winners = match.outcome.winners
    return GameFacts(
        contest=contest,
        number=number,
        moves=len(movers),
        scores=match.outcome.scores,
        shares=tuple((seat in winners) / max(len(winners), 1) for seat in order),
        lead_changes=_lead_changes(match),
    )


def _lead_changes(match: Match) -> int | None:
    if match.seats == 1 or match.game.cooperative:
        return None
    leaders = []
    for points in _points_by_version(match):
        best = max(points)
        if points.count(best) == 1:
            leaders.append(points.index(best))
    return sum(one != other for one, other in pairwise(leaders))


def _points_by_version(match: Match) -> Iterator[list[int]]:
    """Yield the points of each seat after each step."""
    for version in range(match.version + 1):
        view: Any = match.view(OMNISCIENT, version)
        points = next(
            (found for name in POINT_FIELDS if (found := getattr(view, name, None)) is not None), ()
        )
        if len(points) == match.seats:
            yield [each if isinstance(each, int) else len(each) for each in points]
