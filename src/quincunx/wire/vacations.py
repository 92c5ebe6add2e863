"""Vacations: while a player is on vacation, the clocks of their games over days stand still."""

from __future__ import annotations

from typing import Annotated

import msgspec


class NewVacation(msgspec.Struct, frozen=True):
    """Go on vacation, now or later."""

    days: Annotated[int, msgspec.Meta(ge=1, le=366)]
    """Days of 24 hours; the allowance limits them."""
    starts: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    """When it begins, in milliseconds since 1970; `None` or a time in the past: now."""


class Vacation(msgspec.Struct, frozen=True):
    """A vacation, in milliseconds since 1970."""

    starts: int
    ends: int


class VacationPlan(msgspec.Struct, frozen=True):
    """The vacation that an account is on, or has planned, and the days that it has left."""

    vacation: Vacation | None
    allowance: int
    """Days in 365 days."""
    left: int
    """Those of a vacation that begins now, besides the planned one."""
