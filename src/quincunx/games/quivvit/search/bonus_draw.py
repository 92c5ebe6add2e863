"""The last decision: whether to draw a card for a Double Rotate card that is still held."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from quincunx.games.quivvit.cards import value_of_kind
from quincunx.games.quivvit.state import QuivvitView


def should_draw(view: QuivvitView) -> bool:
    """Alone, for points; otherwise if that makes a win more likely, or at least not less so."""
    assert view.seat is not None
    chances = _chances(view)
    if len(view.points) == 1:
        return sum(value * chance for value, chance in chances.items()) > 0
    drawn = sum(chance * _wins(view, value, chances) for value, chance in chances.items())
    return drawn >= _wins(view, 0, chances)


def hope(view: QuivvitView) -> float:
    """What a seat has before the last draws: a chance to win; alone, points."""
    assert view.seat is not None
    chances = _chances(view)
    own = chances if view.seat in view.waiting else {0: Fraction(1)}
    if len(view.points) == 1:
        return float(view.points[0] + sum(value * chance for value, chance in own.items()))
    return float(sum(chance * _wins(view, value, chances) for value, chance in own.items()))


def _chances(view: QuivvitView) -> dict[int, Fraction]:
    """How likely each value is to be drawn."""
    chances: dict[int, Fraction] = {}
    for kind, count in enumerate(view.deck):
        if count:
            value = value_of_kind(kind)
            chances[value] = chances.get(value, Fraction(0)) + Fraction(count, sum(view.deck))
    return chances


def _wins(view: QuivvitView, bonus: int, chances: dict[int, Fraction]) -> Fraction:
    """The chance to be ahead in the end, if all others who are still asked draw."""
    seat = view.seat
    assert seat is not None
    mine = (view.points[seat] + bonus, view.cards[seat])
    return prod(
        (
            _ahead(mine, view, other, chances if other in view.waiting else {0: Fraction(1)})
            for other in range(len(view.points))
            if other != seat
        ),
        start=Fraction(1),
    )


def _ahead(
    mine: tuple[int, int], view: QuivvitView, other: int, chances: dict[int, Fraction]
) -> Fraction:
    """The chance to be ahead of another seat; a tie is half of it."""
    total = Fraction(0)
    for value, chance in chances.items():
        theirs = (view.points[other] + value, view.cards[other])
        total += chance * (2 if mine > theirs else 1 if mine == theirs else 0) / 2
    return total
