"""Makes a self-contained SVG text of elements that refer to symbols and custom properties."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from quincunx.pictures.elements import number
from quincunx.pictures.glyphs import outlined
from quincunx.pictures.palette import COLOURS, PIECES, SURFACES, Properties, Scheme, resolve
from quincunx.pictures.symbols import MEASURES, symbols

ENGLISH_LETTERS: Final[Mapping[str, str]] = {name: each["letter"] for name, each in COLOURS.items()}

_FONT: Final = "'Source Sans 3', 'Segoe UI', system-ui, sans-serif"
_GROUND: Final = Element("rect", width="100%", height="100%", fill="var(--cloth)")
_URL = re.compile(r"url\(#([\w-]+)\)")
_CLIPPED: Final = "design-"
"""Symbols that reach out of their boxes; the others need no clipping, which is slow in resvg."""
_MAX_CACHED_SYMBOLS: Final = 1024
"""More than all symbols in all colours and both schemes."""


@dataclass(frozen=True, kw_only=True)
class Style:
    """How a picture is drawn."""

    scheme: Scheme = "light"
    letters: Mapping[str, str] | None = field(default_factory=lambda: ENGLISH_LETTERS)
    """By colour, the letter on its pieces; `None` hides the letters."""
    outlines: bool = False
    """Draws numbers as paths, for programs that have no fonts; other text is left out."""


DEFAULT_STYLE: Final = Style()


@dataclass(frozen=True)
class _Context:
    """What an element inherits: the pieces that it is part of, and the scheme."""

    pieces: tuple[str, ...]
    scheme: Scheme

    @property
    def properties(self) -> Properties:
        merged = dict(SURFACES)
        for piece in self.pieces:
            merged |= PIECES[piece]
        return merged

    def within(self, element: Element) -> _Context:
        """Return the context of an element's children, and of its own colours."""
        piece, scheme = element.get("data-piece"), element.get("data-scheme")
        if piece is None and scheme is None:
            return self
        pieces = self.pieces if piece is None else (*self.pieces, piece)
        return _Context(pieces, "light" if scheme == "light" else self.scheme)


@dataclass(frozen=True)
class _Resolved:
    """An element without custom properties, and the definitions that it refers to, by id."""

    element: Element
    definitions: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Drawing:
    """Elements on a surface of some size: a board, or a card that shows one."""

    elements: tuple[Element, ...]
    width: float
    height: float

    def svg(self, style: Style = DEFAULT_STYLE) -> str:
        """Return the drawing as one SVG text that needs no other file."""
        root = Element("svg", xmlns="http://www.w3.org/2000/svg")
        root.attrib |= {"width": number(self.width), "height": number(self.height)}
        root.attrib |= {"viewBox": self._box, "font-family": _FONT}
        context = _Context((), style.scheme)
        definitions: dict[str, str] = {}
        for element in (_GROUND, *self.elements):
            resolved = _resolved(element, context)
            definitions |= resolved.definitions
            root.append(resolved.element)
        body = ElementTree.tostring(_lettered(root, style), encoding="unicode")
        start = body.index(">") + 1
        return f"{body[:start]}<defs>{''.join(definitions.values())}</defs>{body[start:]}"

    def as_piece(self) -> Element:
        """Return the drawing as an element that `place` can put into another one."""
        made = Element("svg", viewBox=self._box)
        made.extend(self.elements)
        return made

    @property
    def _box(self) -> str:
        return f"0 0 {number(self.width)} {number(self.height)}"


def _resolved(element: Element, context: _Context) -> _Resolved:
    inside = context.within(element)
    copy = Element(element.tag)
    copy.text = element.text
    definitions: dict[str, str] = {}

    def define(name: str) -> str:
        defined, needed = _definition(name, inside)
        definitions.update(needed)
        return defined

    for name, value in element.items():
        if name in ("data-piece", "data-scheme"):
            continue
        if name in ("fill", "stroke"):
            copy.set(name, resolve(value, inside.properties, inside.scheme))
        elif name == "href":
            copy.set(name, f"#{define(value.removeprefix('#'))}")
        else:
            copy.set(name, _URL.sub(lambda match: f"url(#{define(match[1])})", value))
    for child in element:
        resolved = _resolved(child, inside)
        definitions |= resolved.definitions
        copy.append(resolved.element)
    return _Resolved(copy, definitions)


@lru_cache(_MAX_CACHED_SYMBOLS)
def _definition(name: str, context: _Context) -> tuple[str, Mapping[str, str]]:
    """Return the id of a symbol in these colours, and all definitions that it needs.

    The id ends in a hash of the content, so that pictures in one document never use each other's.
    """
    resolved = _resolved(symbols()[name], context)
    resolved.element.attrib.pop("id", None)
    if resolved.element.tag == "symbol" and not name.startswith(_CLIPPED):
        resolved.element.set("overflow", "visible")
    content = ElementTree.tostring(resolved.element, encoding="unicode")
    defined = f"{name}-{sha256(content.encode()).hexdigest()[:8]}"
    resolved.element.set("id", defined)
    written = ElementTree.tostring(resolved.element, encoding="unicode")
    return defined, {**resolved.definitions, defined: written}


def _lettered(element: Element, style: Style) -> Element:
    """Write the letters of an element in the picture's style."""
    kept = []
    for child in element:
        shown = _text_in_style(child, style) if child.tag == "text" else _lettered(child, style)
        if shown is not None:
            kept.append(shown)
    element[:] = kept
    return element


def _text_in_style(text: Element, style: Style) -> Element | None:
    colour = text.attrib.pop("data-letter", None)
    if colour is not None:
        if style.letters is None:
            return None
        text.text = style.letters[colour]
        if len(text.text) > 1:
            size = float(text.get("font-size", "0")) * MEASURES["twoLetters"]
            text.set("font-size", number(size))
    return outlined(text) if style.outlines else text
