"""Quivvit on arrays: all options that need no clock, and one to four seats for each deck."""

from __future__ import annotations

from .kernel import QuivvitKernel, cell_and_quarters
from .table import BONUS, OVER, TURN, CardsApart, DoubleRotateCards, QuivvitTable

__all__ = [
    "BONUS",
    "OVER",
    "TURN",
    "CardsApart",
    "DoubleRotateCards",
    "QuivvitKernel",
    "QuivvitTable",
    "cell_and_quarters",
]
