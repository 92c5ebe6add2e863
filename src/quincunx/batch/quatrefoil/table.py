"""The arrays of one table of Quatrefoil."""

from __future__ import annotations

from ..kernel import Array, arrays


@arrays
class FinishedDeals:
    """The deals of a series that are over, by number; zeros where a deal is still to come."""

    dealt: Array
    tokens: Array
    target: Array
    positions: Array
    first: Array
    """The seat that began."""
    actions: Array
    count: Array
    total: Array
    """The sum of their scores."""


@arrays
class QuatrefoilTable:
    """The whole game, hidden cards included."""

    dealt: Array
    """The number of the first arrangement."""
    tokens: Array
    target: Array
    positions: Array
    """The number of the deal of position cards."""
    seat: Array
    """The seat on turn; in Dual it also advances, but has no meaning."""
    actions: Array
    is_over: Array
    shown: Array | None
    """A bit for each seat, set if its signal was shown for this arrangement.

    `None` if signals are not given by hand.
    """
    finished: FinishedDeals | None
    """`None` if the game is a single deal."""
