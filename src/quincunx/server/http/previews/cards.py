"""The pictures of link previews: 1200 × 630 pixels, in the colours of the dark scheme."""

from __future__ import annotations

from typing import Any, Final, Literal
from xml.etree.ElementTree import Element

from quincunx.core.messages import pattern
from quincunx.pictures import Drawing, Style, element, group, place
from quincunx.pictures.glyphs import stroked_text, text_width
from quincunx.registry import find, game_names

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


_QUINCUNX: Final = ((640, 150), (1020, 150), (830, 315), (640, 480), (1020, 480))
"""The middles of the five arts on the site's card."""
_SITE_ART: Final = (250.0, 190.0)
"""Their largest width and height."""


def site_card() -> Drawing:
    """Return the site's card: the art of five games, in the shape of a quincunx."""
    arts = [find(name).art() for name in game_names() if find(name).listed]
    return _card([_centred(art, *at) for art, at in zip(arts, _QUINCUNX, strict=False)], "Quincunx")


def game_card(game: str) -> Drawing:
    """Return a game's card: its name and its art."""
    art = find(game).art()
    left, right = _ART_LEFT, WIDTH - 30
    tilted = _centred(art, (left + right) / 2, HEIGHT / 2, (680, 520), _ART_TILT)
    return _card([tilted], pattern(f"{game}.name", "en"))


def _centred(
    art: Drawing, x: float, y: float, box: tuple[float, float] = _SITE_ART, angle: float = 0
) -> Element:
    """Place art with its middle at a point, as large as fits into the box."""
    scale = min(box[0] / art.width, box[1] / art.height)
    width, height = scale * art.width, scale * art.height
    placed = place(art.as_piece(), -width / 2, -height / 2, width)
    return group([placed], transform=f"translate({x:g} {y:g}) rotate({angle:g})")


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
