"""The last decision: whether to draw a card for an unused Double Rotate card."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from quincunx.games.quivvit.cards import VALUE_OF_KIND
from quincunx.games.quivvit.state import QuivvitView


def should_draw(view: QuivvitView) -> bool:
    """Return whether to draw: it must not lower the chance to win.

    A single player draws if that raises the expected points.
    """
    assert view.seat is not None
    chances = _value_chances(view)
    if len(view.points) == 1:
        return sum(value * chance for value, chance in chances.items()) > 0
    drawn = sum(chance * _win_chance(view, value, chances) for value, chance in chances.items())
    return drawn >= _win_chance(view, 0, chances)


def expected_result(view: QuivvitView) -> float:
    """Return the chance to win before the last draws, or a single player's expected points."""
    assert view.seat is not None
    chances = _value_chances(view)
    own = chances if view.seat in view.waiting else {0: Fraction(1)}
    if len(view.points) == 1:
        return float(view.points[0] + sum(value * chance for value, chance in own.items()))
    return float(sum(chance * _win_chance(view, value, chances) for value, chance in own.items()))


def _value_chances(view: QuivvitView) -> dict[int, Fraction]:
    """Return the probability of drawing each value."""
    chances: dict[int, Fraction] = {}
    for kind, count in enumerate(view.deck):
        if count:
            value = VALUE_OF_KIND[kind]
            chances[value] = chances.get(value, Fraction(0)) + Fraction(count, sum(view.deck))
    return chances


def _win_chance(view: QuivvitView, bonus: int, chances: dict[int, Fraction]) -> Fraction:
    """Return the chance to win with that bonus if every other seat that can still draw does."""
    seat = view.seat
    assert seat is not None
    mine = (view.points[seat] + bonus, view.cards[seat])
    return prod(
        (
            _chance_ahead(mine, view, other, chances if other in view.waiting else {0: Fraction(1)})
            for other in range(len(view.points))
            if other != seat
        ),
        start=Fraction(1),
    )


def _chance_ahead(
    mine: tuple[int, int], view: QuivvitView, other: int, chances: dict[int, Fraction]
) -> Fraction:
    """Return the chance to finish ahead of another seat; a tie counts half."""
    total = Fraction(0)
    for value, chance in chances.items():
        theirs = (view.points[other] + value, view.cards[other])
        total += chance * (2 if mine > theirs else 1 if mine == theirs else 0) / 2
    return total
