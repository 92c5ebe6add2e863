"""The arrays of one table of ColorYam."""

from __future__ import annotations

from ..kernel import Array, arrays


@arrays
class ColorYamTable:
    """The whole game; nothing is hidden.

    The seats that still have to complete the line are those with an empty field in it, in order
    from the seat on turn.
    """

    challenges: Array | None
    """The codes of the six challenges; `None` if the kernel has them as constants."""
    entries: Array
    """By seat and line: a total, 0 for an X, −1 for an empty field."""
    seat: Array
    """The seat on turn; after the end of the game it has no meaning."""
    line: Array
    dice: Array
    """The numbers on the dice after the last roll; they have no meaning if `rolls` is 0."""
    rolls: Array
    """The rolls made in this attempt."""
    second_chances: Array
    """The second chances used for this challenge."""
    is_choosing: Array
    """Whether a failed challenge is to be crossed out or tried again."""
