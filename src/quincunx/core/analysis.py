"""Hints before a move, a review after the game, answers to a position: one contract for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from quincunx.core.messages import Arg, Message


class Hint(msgspec.Struct, frozen=True):
    """One step of help; a game gives them from the gentlest to the plainest."""

    message: Message
    move: str | None = None
    """The move it advises, in notation."""


class Judgement(msgspec.Struct, frozen=True):
    """One decision of a finished game, looked at again."""

    version: int
    """The version at which the decision was taken."""
    seat: int
    move: str
    best: tuple[str, ...]
    loss: float
    """What it gave away, in the game's own measure; 0 for the best."""
    message: Message


class Point(msgspec.Struct, frozen=True):
    """How a game stood for each seat at a version."""

    version: int
    values: tuple[float, ...]
    """By seat; one value where all win or lose together."""


class Review(msgspec.Struct, frozen=True):
    """A finished game, looked at again with all that is known now."""

    measure: Message
    """What the curve shows, its unit included."""
    curve: tuple[Point, ...]
    """From the deal to the end, a point for each version that is worth one."""
    judgements: tuple[Judgement, ...]
    decided: Message
    """What decided the game, in one sentence."""


def largest_losses(judgements: Iterable[Judgement], count: int = 3) -> tuple[Judgement, ...]:
    """The decisions that gave most away, the largest loss first."""
    lost = (judgement for judgement in judgements if judgement.loss > 0)
    return tuple(sorted(lost, key=lambda judgement: -judgement.loss)[:count])


def worst_decision(
    judgements: Iterable[Judgement], seat: int, before: Point, after: Point
) -> Judgement | None:
    """Return the seat's decision between two points that gave most away; None if none did."""
    between = (
        judgement
        for judgement in judgements
        if judgement.seat == seat and before.version <= judgement.version < after.version
    )
    return next(iter(largest_losses(between, 1)), None)


def percent_change_args(before: float, after: float) -> dict[str, Arg]:
    """Return the arguments of a sentence about a chance that changed, in percent.

    `sure` is "yes" where the figures would be 0 and 100: they say no more than the result does.
    """
    low, high = round(before), round(after)
    return {"before": low, "after": high, "sure": "yes" if (low, high) == (0, 100) else "no"}


def as_percentages(chances: Sequence[float]) -> tuple[float, ...]:
    """Chances to win that were reckoned seat by seat, as percent that add up to 100."""
    total = sum(chances)
    return tuple(100 * chance / total for chance in chances)


def turning_point(curve: Sequence[Point], winner: int) -> tuple[Point, Point]:
    """The step that took the winner furthest, of those since somebody else was as far or further.

    There is one wherever the winner is alone in front at the end.
    """
    level = [n for n, point in enumerate(curve) if _front(point) != (winner,)]
    since = curve[max(level, default=0) :]
    return max(pairwise(since), key=lambda step: step[1].values[winner] - step[0].values[winner])


def _front(point: Point) -> tuple[int, ...]:
    """The seats that are furthest."""
    best = max(point.values)
    return tuple(seat for seat, value in enumerate(point.values) if value == best)


class Solution(msgspec.Struct, frozen=True):
    """What a solver says of a position: `data` for programs, `lines` for people."""

    data: dict[str, Any]
    lines: tuple[Message, ...]
