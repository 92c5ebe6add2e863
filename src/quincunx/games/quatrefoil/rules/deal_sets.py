"""Sets of deals as the bits of one number, which makes intersecting them fast.

Bit `n` stands for `ALL_DEALS[n]`. Each table holds, for one property of a deal, the set of all
deals that have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from quincunx.games.quatrefoil.rules.deals import ALL_DEALS, Deal
from quincunx.games.quatrefoil.tokens import POSITIONS, Arrangement

DealSet = int

_ALL: Final[DealSet] = 2 ** len(ALL_DEALS) - 1


def agreeing(
    positions: Sequence[str | None], target: Sequence[str | None], colours: Sequence[str | None]
) -> DealSet:
    """Return the deals with these position cards, target and colour cards; `None` is unknown."""
    deals = _ALL
    for seat, position in enumerate(positions):
        if position is not None:
            deals &= _with_position(seat, POSITIONS.index(position))
    for place, colour in enumerate(target):
        if colour is not None:
            deals &= _with_target(place, colour)
    for seat, colour in enumerate(colours):
        if colour is not None:
            deals &= _with_colour(seat, colour)
    return deals


def signalling(tokens: Arrangement, signals: Sequence[bool | None]) -> DealSet:
    """Return the deals with which the seats give these signals; `None` is not shown."""
    deals = _ALL
    for seat, signal in enumerate(signals):
        if signal is not None:
            in_place = _in_place(seat, tokens)
            deals &= in_place if signal else ~in_place
    return deals


@lru_cache(256)
def members(deals: DealSet) -> tuple[Deal, ...]:
    """Return the deals of a set in the order of `ALL_DEALS`."""
    found = []
    while deals:
        lowest = deals & -deals
        found.append(ALL_DEALS[lowest.bit_length() - 1])
        deals ^= lowest
    return tuple(found)


@lru_cache(16)
def _with_position(seat: int, place: int) -> DealSet:
    """Return the deals in which the seat's position card is that of `place`."""
    return sum(1 << number for number, deal in enumerate(ALL_DEALS) if deal.places[seat] == place)


@lru_cache(25)
def _with_target(place: int, colour: str) -> DealSet:
    """Return the deals whose target has that colour in that place."""
    return sum(1 << number for number, deal in enumerate(ALL_DEALS) if deal.target[place] == colour)


@lru_cache(20)
def _with_colour(seat: int, colour: str) -> DealSet:
    """Return the deals in which the seat's colour card is that colour."""
    return _any_place(seat, (colour,) * len(POSITIONS))


@lru_cache(480)
def _in_place(seat: int, tokens: Arrangement) -> DealSet:
    """Return the deals in which that arrangement has the seat's token in place."""
    return _any_place(seat, tokens[: len(POSITIONS)])


def _any_place(seat: int, colours: Sequence[str]) -> DealSet:
    """Return the deals in which the seat's place has that place's colour as its target."""
    deals = 0
    for place, colour in enumerate(colours):
        deals |= _with_position(seat, place) & _with_target(place, colour)
    return deals
