"""What a game says about play: hints before a move, a review after the game, solved positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from quincunx.core.messages import Arg, Message


class Hint(msgspec.Struct, frozen=True):
    """One hint; a game gives them from the vaguest to the most explicit."""

    message: Message
    move: str | None = None
    """The recommended move, in notation."""


class Judgement(msgspec.Struct, frozen=True):
    """The assessment of one decision in a finished game."""

    version: int
    """The version at which the decision was made."""
    seat: int
    move: str
    best: tuple[str, ...]
    loss: float
    """How much worse the move was than the best one, in the game's own measure."""
    message: Message


class Point(msgspec.Struct, frozen=True):
    """The evaluation of each seat's position at a version."""

    version: int
    values: tuple[float, ...]
    """By seat; one value if all win or lose together."""


class Review(msgspec.Struct, frozen=True):
    """The analysis of a finished game with all secrets known."""

    measure: Message
    """What the curve shows, with its unit."""
    curve: tuple[Point, ...]
    """From the deal to the end, one point for each version that changes something."""
    judgements: tuple[Judgement, ...]
    decided: Message
    """What decided the game, in one sentence."""


def largest_losses(judgements: Iterable[Judgement], count: int = 3) -> tuple[Judgement, ...]:
    """Return the decisions with the largest losses, largest first."""
    lost = (judgement for judgement in judgements if judgement.loss > 0)
    return tuple(sorted(lost, key=lambda judgement: -judgement.loss)[:count])


def worst_decision(
    judgements: Iterable[Judgement], seat: int, before: Point, after: Point
) -> Judgement | None:
    """Return the seat's decision with the largest loss between two points; `None` if none lost."""
    between = (
        judgement
        for judgement in judgements
        if judgement.seat == seat and before.version <= judgement.version < after.version
    )
    return next(iter(largest_losses(between, 1)), None)


def percent_change_args(before: float, after: float) -> dict[str, Arg]:
    """Return the arguments of a message about a winning chance that changed, in percent.

    `sure` is "yes" if the figures are 0 and 100, because they add nothing to the result then.
    """
    low, high = round(before), round(after)
    return {"before": low, "after": high, "sure": "yes" if (low, high) == (0, 100) else "no"}


def as_percentages(chances: Sequence[float]) -> tuple[float, ...]:
    """Scale winning chances that were estimated seat by seat to percentages that add up to 100."""
    total = sum(chances)
    return tuple(100 * chance / total for chance in chances)


def turning_point(curve: Sequence[Point], winner: int) -> tuple[Point, Point]:
    """Return the two points between which the winner gained most after last being caught up.

    The winner must be ahead of all others at the end.
    """
    not_ahead = [n for n, point in enumerate(curve) if _leaders(point) != (winner,)]
    since = curve[max(not_ahead, default=0) :]
    return max(pairwise(since), key=lambda step: step[1].values[winner] - step[0].values[winner])


def _leaders(point: Point) -> tuple[int, ...]:
    """Return the seats with the highest value."""
    best = max(point.values)
    return tuple(seat for seat, value in enumerate(point.values) if value == best)


class Solution(msgspec.Struct, frozen=True):
    """A solver's result for a position: `data` for programs, `lines` for people."""

    data: dict[str, Any]
    lines: tuple[Message, ...]
