"""The options of a game of Quatrefoil."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from quincunx.core.options import OptionNotes, Options, Preset

MAX_ACTIONS: Final = 500
"""The most pushes and twists of a game, the same number for each of its deals."""


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
    """The most pushes and twists of a deal; `None` means that only `MAX_ACTIONS` limits them."""
    deals: Annotated[Literal["1", "5"], OptionNotes(is_new=True)] = "1"
    """One deal, or five in a row that are scored against par."""


PRESETS: Final = (
    Preset("base"),
    Preset("nothing-to-hide", {"variant": "nothing-to-hide"}),
    Preset("half-and-half", {"variant": "half-and-half"}),
    Preset("dual", {"variant": "dual"}),
    Preset("five-deals", {"deals": "5"}),
    Preset("race", {"clock": True}),
)
