"""The pieces that several games share, as the page's components of the same names draw them."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from quincunx.pictures.elements import element, text, use
from quincunx.pictures.symbols import MEASURES

_LETTERS = MEASURES["letters"]


def piece(children: Iterable[Element], *, height: int = 100, **attributes: str) -> Element:
    """Return a piece that is 100 units wide."""
    return element("svg", children, viewBox=f"0 0 100 {height}", **attributes)


def letter(colour: str, on: str) -> Element:
    """Return the letter of a colour at its place on a kind of piece."""
    return letter_at(colour, **_LETTERS[on])


def letter_at(colour: str, *, x: float, y: float, size: float) -> Element:
    """Return the letter of a colour, which `Drawing.svg` translates or hides."""
    made = text(colour, x, y, size, "var(--piece-ink)")
    made.set("data-letter", colour)
    return made


def token(colour: str | None) -> Element:
    """Return a token; without a colour, a place without one."""
    if colour is None:
        return piece([use("token-unknown")])
    return piece([use(f"token-{colour}"), letter(colour, "token")], data_piece=colour)


def die(value: int | None, colour: str | None) -> Element:
    """Return a die that shows a value; without one, a die that is not rolled yet."""
    if value is None or colour is None:
        return piece([use("die-blank")])
    return piece(
        [use(f"die-{colour}"), use(f"pips-{value}"), letter(colour, "die")], data_piece=colour
    )


def card(colour: str) -> Element:
    """Return a card that shows a colour."""
    return piece([use(f"card-{colour}"), letter(colour, "card")], height=140, data_piece=colour)


def paper(children: Iterable[Element]) -> Element:
    """Return a card with something drawn on its white face."""
    return piece([use("card-paper"), *children], height=140, data_piece="paper")


def card_back() -> Element:
    return piece([use("card-back")], height=140, data_piece="back")


def tile(kind: str | None, stands_for: str | None = None) -> Element:
    """Return a tile: its colour's letter and the number of its design (`R1`).

    `None` is a wild tile, which may stand for another tile.
    """
    if kind is not None:
        return piece(_tile_face(kind), data_piece=kind[0])
    drawn = [use("tile-wild" if stands_for is None else "tile-wild-used")]
    if stands_for is not None:
        place = MEASURES["wildTile"]
        inner = element("svg", x=place["x"], y=place["y"], width=place["size"])
        inner.attrib |= {"height": str(place["size"]), "viewBox": "0 0 100 100"}
        inner.set("data-piece", stands_for[0])
        inner.extend(_tile_face(stands_for))
        drawn.append(inner)
    return piece(drawn, data_piece="paper")


def _tile_face(kind: str) -> list[Element]:
    return [use(f"tile-{kind[1]}"), letter(kind[0], "tile")]
