"""The colours of pieces and of what they are on, from `palette.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

Scheme = Literal["light", "dark"]
Properties = Mapping[str, Any]
"""Custom properties by name; the value is a colour, or a colour for each scheme."""

_PALETTE: Final = json.loads((Path(__file__).parent / "palette.json").read_text("utf-8"))

COLOURS: Final[Mapping[str, Mapping[str, Any]]] = _PALETTE["colours"]
"""By letter: the pattern and the colours of a piece's colour."""
SURFACES: Final[Properties] = _PALETTE["surfaces"]
"""Colours of backgrounds, text and lines."""

_PAPER: Final = _PALETTE["paper"]
_BACK: Final = _PALETTE["back"]

PIECES: Final[Mapping[str, Properties]] = {
    "paper": {
        "piece-paper": _PAPER["fill"],
        "piece-ink": _PAPER["ink"],
        "piece-edge": _PAPER["edge"],
    },
    "back": {
        "piece-back": _BACK["fill"],
        "piece-back-mark": _BACK["mark"],
        "piece-edge": _BACK["edge"],
    },
    **{
        letter: {f"piece-{name}": colour[name] for name in ("fill", "mark", "ink", "edge")}
        for letter, colour in COLOURS.items()
    },
}
"""By value of `data-piece`, the custom properties that it sets; the same as in `palette.css`."""

_VARIABLE = re.compile(r"var\(--([\w-]+)(?:, (var\(--[\w-]+\)))?\)")
_MIX = re.compile(r"color-mix\(in srgb, (#\w{6}|white|black), (#\w{6}|white|black) (\d+)%\)")
_NAMED = {"black": "#000000", "white": "#ffffff"}


def resolve(value: str, properties: Properties, scheme: Scheme) -> str:
    """Return a CSS colour without custom properties and mixtures."""

    def colour(match: re.Match[str]) -> str:
        name, fallback = match.groups()
        if name not in properties:
            return resolve(fallback, properties, scheme)
        found = properties[name]
        return str(found if isinstance(found, str) else found[scheme])

    return _MIX.sub(_mixed, _VARIABLE.sub(colour, value))


def _mixed(match: re.Match[str]) -> str:
    first, second = (_channels(_NAMED.get(name, name)) for name in match.groups()[:2])
    share = int(match[3]) / 100
    mixed = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
