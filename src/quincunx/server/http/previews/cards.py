"""The pictures of link previews: 1200 × 630 pixels, in the colours of the dark scheme."""

from __future__ import annotations

from typing import Any, Final, Literal
from xml.etree.ElementTree import Element

from quincunx.core.messages import pattern
from quincunx.games.quivvit.picture import point_card
from quincunx.games.qwirkle_cards.picture import card_face
from quincunx.pictures import Drawing, Style, die, element, group, place, tile, token
from quincunx.pictures.glyphs import stroked_text, text_width
from quincunx.registry import find

WIDTH: Final = 1200
HEIGHT: Final = 630
_STYLE: Final = Style(scheme="dark", letters=None, outlines=True)
_MARGIN: Final = 64
_NAME_SIZE: Final = 92
_NAME_WIDTH: Final = 400
_ART_LEFT: Final = 500
_ART_TILT: Final = -6
_BOARD: Final = (500.0, 40.0, 660.0, 550.0)
"""Where a board is drawn: left, top, width, height."""


def site_card() -> Drawing:
    """Return the site's card: a piece of each game, in the shape of a quincunx."""
    pieces = (
        (token("R"), 660, 150, 200, -8),
        (die(5, "G"), 1010, 150, 196, 9),
        (point_card("YBRG3"), 836, 315, 216, -4),
        (tile("B5"), 660, 482, 190, 7),
        (card_face("Oa"), 1012, 482, 160, -9),
    )
    drawn = [
        group(
            [place(piece, -width / 2, -width / 2 * _aspect(piece), width)],
            transform=f"translate({x} {y}) rotate({angle})",
        )
        for piece, x, y, width, angle in pieces
    ]
    return _card(drawn, "Quincunx")


def game_card(game: str) -> Drawing:
    """Return a game's card: its name and its art."""
    art = find(game).art()
    width = min(680.0, 520 * art.width / art.height)
    height = width * art.height / art.width
    middle = (_ART_LEFT + WIDTH - 30) / 2, HEIGHT / 2
    placed = place(art.as_piece(), -width / 2, -height / 2, width)
    tilted = group(
        [placed], transform=f"translate({middle[0]:g} {middle[1]:g}) rotate({_ART_TILT})"
    )
    return _card([tilted], pattern(f"{game}.name", "en"))


def board_card(game: str, view: Any) -> Drawing:
    """Return the card of a finished game: its name and its final board."""
    board = find(game).picture(view)
    left, top, width, height = _BOARD
    scale = min(width / board.width, height / board.height)
    x, y = left + (width - scale * board.width) / 2, top + (height - scale * board.height) / 2
    return _card(
        [place(board.as_piece(), x, y, scale * board.width)], pattern(f"{game}.name", "en")
    )


def draw_png(card: Literal["site", "game", "board"], game: str = "", view: Any = None) -> bytes:
    """Draw a card as a PNG file."""
    import resvg_py

    if card == "site":
        drawing = site_card()
    else:
        drawing = game_card(game) if card == "game" else board_card(game, view)
    svg = drawing.svg(_STYLE)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def _card(drawn: list[Element], name: str) -> Drawing:
    """Put the logo and a name beside what is drawn."""
    words = name.split()
    size = min(_NAME_SIZE, *(_NAME_SIZE * _NAME_WIDTH / text_width(w, _NAME_SIZE) for w in words))
    bottom = HEIGHT - _MARGIN - 6
    lines = [
        stroked_text(word, _MARGIN, bottom - size * 1.05 * at, size, "var(--ink)")
        for at, word in enumerate(reversed(words))
    ]
    shade = element(
        "circle", cx=_ART_LEFT + 340, cy=HEIGHT / 2, r=430, fill="var(--sheet)", opacity="0.55"
    )
    return Drawing((shade, *drawn, *_logo(with_word=name != "Quincunx"), *lines), WIDTH, HEIGHT)


def _logo(*, with_word: bool) -> list[Element]:
    """Return the five dots and, beside them, the site's name."""
    dots = [
        element("circle", cx=_MARGIN + 12 + x, cy=_MARGIN + 12 + y, r=12, fill=fill)
        for x, y, fill in (
            (0, 0, "var(--ink)"),
            (48, 0, "var(--ink)"),
            (24, 24, "var(--brass)"),
            (0, 48, "var(--ink)"),
            (48, 48, "var(--ink)"),
        )
    ]
    if with_word:
        dots.append(stroked_text("Quincunx", _MARGIN + 96, _MARGIN + 50, 44, "var(--ink-soft)"))
    return dots


def _aspect(piece: Element) -> float:
    _, _, width, height = map(float, piece.get("viewBox", "0 0 1 1").split())
    return height / width
