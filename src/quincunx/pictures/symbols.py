"""The symbols of `symbols.svg`, one for each colour and shape where they are templates."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from quincunx.pictures.palette import COLOURS

_FOLDER = Path(__file__).parent
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_TEMPLATE = re.compile(r'<symbol id="[^"]*\{colour\}.*?</symbol>', re.DOTALL)

MEASURES: Final[Mapping[str, Any]] = json.loads((_FOLDER / "pieces.json").read_text("utf-8"))
"""Places of text on the pieces, and other measures."""
SHAPES: Final[Mapping[str, str]] = MEASURES["shapes"]
"""Names of the shapes by their letters."""


def _repeated(match: re.Match[str]) -> str:
    """Repeat a template for every colour and shape; `symbols.ts` does the same on the page."""
    template = match[0]
    drawn = [
        template.replace("{colour}", letter).replace("{pattern}", colour["pattern"])
        for letter, colour in COLOURS.items()
    ]
    if "{shape}" in template:
        drawn = [each.replace("{shape}", shape) for each in drawn for shape in SHAPES.values()]
    return "".join(drawn)


def symbols_text() -> str:
    """Return `symbols.svg` with its templates repeated."""
    return _TEMPLATE.sub(_repeated, (_FOLDER / "symbols.svg").read_text("utf-8"))


@cache
def symbols() -> Mapping[str, Element]:
    """Return everything that has an id in `symbols.svg`, by id."""
    root = ElementTree.fromstring(symbols_text())
    for each in root.iter():
        each.tag = each.tag.removeprefix(_NAMESPACE)
        # Line breaks between elements are not part of the picture.
        each.text = each.tail = None
    return {name: each for each in root.iter() if (name := each.get("id")) is not None}
