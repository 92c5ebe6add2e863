"""TODO."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from quincunx.core.options import OptionNotes, Options

MAX_ACTIONS: Final = 500
"""Pushes and twists that a game can have; after them only the stack remains."""


class QuatrefoilOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before the deal."""

    variant: Literal["base", "nothing-to-hide", "half-and-half", "dual"] = "base"
    half: Annotated[
        Literal["colours", "positions"], OptionNotes(needs={"variant": ("half-and-half",)})
    ] = "colours"
    clock: Annotated[bool, OptionNotes(needs={"variant": ("base", "dual")})] = False
    signals: Annotated[
        Literal["always", "by-hand"], OptionNotes(excludes={"variant": ("dual",)})
    ] = "always"
    limit: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    """Pushes and twists that may be made; `None` leaves only `MAX_ACTIONS`."""
