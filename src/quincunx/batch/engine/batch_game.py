"""How a game on arrays corresponds to the same game in the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from quincunx.core.chance import ScriptedChance

from ..kernel import AnyKernel

PlainTable = Any
"""A table whose arrays are plain numbers and lists; see `plain_table`."""


class PlainStep(NamedTuple):
    """One step of a table: an action of a seat, with the table before and after it."""

    before: PlainTable
    seat: int
    action: int
    after: PlainTable


@dataclass(frozen=True, kw_only=True)
class BatchGame:
    """The functions that connect a game's kernel with its rules."""

    kernel_of: Callable[[Any, int], AnyKernel]
    """The kernel for these options and that number of seats.

    Raises `NoKernel` if these options cannot be played on arrays.
    """
    options_of: Callable[[Any], Any]
    """The options of a kernel; they have the same rules as those it was made from."""
    state_of: Callable[[Any, PlainTable], Any]
    """The engine's state of a table."""
    dealt: Callable[[Any, PlainTable], ScriptedChance]
    """The random results with which the rules deal this new table."""
    drawn: Callable[[Any, PlainStep], ScriptedChance]
    """The random results with which the rules play this step."""
    comparable: Callable[[Any, Any], Any] = lambda kernel, state: state
    """The engine's state without the parts that the arrays leave out."""
