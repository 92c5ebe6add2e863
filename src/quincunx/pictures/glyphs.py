"""Draws text as strokes, for programs that have no fonts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element

from quincunx.pictures.elements import element, group, number

_FONT: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "glyphs.json").read_text("utf-8")
)
_GLYPHS: Final[dict[str, dict[str, Any]]] = _FONT["glyphs"]
"""Centre lines of the characters on a baseline at 0, in type of size 100."""
_EM: Final = 100
_MIDDLE: Final = 33
"""Half the height of a capital."""


def text_width(content: str, size: float) -> float:
    """Return the width of a text."""
    spacing = float(_FONT["spacing"])
    widths = [float(_GLYPHS[character]["width"]) + spacing for character in content]
    return (sum(widths) - spacing) * size / _EM


def stroked_text(content: str, x: float, y: float, size: float, fill: str) -> Element:
    """Return a text whose baseline begins at a point, drawn as strokes."""
    drawn, at = [], 0.0
    for character in content:
        glyph = _GLYPHS[character]
        if glyph["d"]:
            drawn.append(element("path", d=glyph["d"], transform=f"translate({number(at)} 0)"))
        at += glyph["width"] + _FONT["spacing"]
    return group(
        drawn,
        transform=f"translate({number(x)} {number(y)}) scale({size / _EM:.4f})",
        fill="none",
        stroke=fill,
        stroke_width=_FONT["strokeWidth"],
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def outlined(text: Element) -> Element | None:
    """Return a centred text element as strokes; `None` if a character has no glyph."""
    content = text.text or ""
    if any(character not in _GLYPHS for character in content):
        return None
    size = float(text.get("font-size", "0"))
    x = float(text.get("x", "0")) - text_width(content, size) / 2
    y = float(text.get("y", "0")) + _MIDDLE * size / _EM
    return stroked_text(content, x, y, size, text.get("fill", "#000000"))
