"""Makes the SVG elements that pictures are put together from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.etree.ElementTree import Element

Attribute = str | float

DIGITS_ONLY: Final = str.maketrans("-", "−")
"""Turns the hyphen of a negative number into a minus sign."""


def number(value: float) -> str:
    """Write a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def element(tag: str, children: Iterable[Element] = (), /, **attributes: Attribute) -> Element:
    """Return an SVG element; an underscore in an attribute's name stands for a hyphen."""
    made = Element(tag)
    for name, value in attributes.items():
        made.set(name.replace("_", "-"), value if isinstance(value, str) else number(value))
    made.extend(children)
    return made


def group(children: Iterable[Element], **attributes: Attribute) -> Element:
    return element("g", children, **attributes)


def use(symbol: str, **attributes: Attribute) -> Element:
    """Return a reference to a symbol of `symbols.svg`."""
    return element("use", href=f"#{symbol}", **attributes)


def rectangle(x: float, y: float, width: float, height: float, **attributes: Attribute) -> Element:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def place(piece: Element, x: float, y: float, width: float) -> Element:
    """Put a piece (an `svg` element with a `viewBox`) at a place, as wide as that."""
    _, _, box_width, box_height = map(float, piece.get("viewBox", "0 0 1 1").split())
    size = {"x": x, "y": y, "width": width, "height": width * box_height / box_width}
    for name, value in size.items():
        piece.set(name, number(value))
    # Pieces fit into their boxes, and clipping is slow in resvg.
    piece.set("overflow", "visible")
    return piece


def text(content: object, x: float, y: float, size: float, fill: str) -> Element:
    """Return bold text around a point."""
    made = element(
        "text",
        x=x,
        y=y,
        dy="0.35em",
        fill=fill,
        font_size=size,
        font_weight="700",
        text_anchor="middle",
    )
    made.text = str(content)
    return made


def label(value: int, x: float, y: float, size: float, fill: str = "var(--ink)") -> Element:
    """Return a number around a point."""
    return text(str(value).translate(DIGITS_ONLY), x, y, size, fill)
