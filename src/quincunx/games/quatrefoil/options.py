"""The options of a game of Quatrefoil."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from quincunx.core.options import OptionNotes, Options, Preset

MAX_ACTIONS: Final = 500
"""The most pushes and twists of a game; after them the only move is the stack."""


class QuatrefoilOptions(Options, frozen=True, kw_only=True):
    """The variant, and what makes it easier or harder."""

    variant: Literal["base", "nothing-to-hide", "half-and-half", "dual"] = "base"
    half: Annotated[
        Literal["colours", "positions"], OptionNotes(needs={"variant": ("half-and-half",)})
    ] = "colours"
    clock: Annotated[bool, OptionNotes(needs={"variant": ("base", "dual")})] = False
    signals: Annotated[
        Literal["always", "by-hand"], OptionNotes(excludes={"variant": ("dual",)})
    ] = "always"
    limit: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    """The most pushes and twists; `None` means `MAX_ACTIONS`."""


PRESETS: Final = (
    Preset("base"),
    Preset("nothing-to-hide", {"variant": "nothing-to-hide"}),
    Preset("half-and-half", {"variant": "half-and-half"}),
    Preset("dual", {"variant": "dual"}),
    Preset("race", {"clock": True}),
)
