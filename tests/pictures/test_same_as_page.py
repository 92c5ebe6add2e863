"""Python draws each piece as the page does: both are compared with the same file.

`same-as-python.test.ts` draws the page's pieces and writes the file (`vitest -u`).
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

import pytest

from quincunx.games.coloryam.picture import colour_spot
from quincunx.games.pivit.picture import picture_tile
from quincunx.games.quatrefoil.picture import position_card, thumb_signal
from quincunx.games.quivvit.picture import card_back as square_back
from quincunx.games.quivvit.picture import colour_die, point_card
from quincunx.games.qwirkle_cards.picture import card_face
from quincunx.pictures import card, card_back, die, token
from quincunx.pictures.symbols import symbols_text

PIECES: Final = dict(
    line.split(": ", 1)
    for line in (Path(__file__).parent / "pieces.txt").read_text("utf-8").splitlines()
)
PYTHON_ONLY: Final = {"data-letter"}


def draw(name: str) -> Element:
    """Draw the piece that a line of the file names."""
    match name.split():
        case ["token", *colour]:
            return token(colour[0] if colour else None)
        case ["card", "back"]:
            return card_back()
        case ["card", colour]:
            return card(colour)
        case ["die"]:
            return die(None, None)
        case ["die", face]:
            return die(int(face[0]), face[1])
        case ["tile"]:
            return picture_tile("**")
        case ["tile", kind]:
            return picture_tile(kind.lower())
        case ["wild", kind]:
            return picture_tile("**", kind.lower())
        case ["face", kind]:
            return card_face(kind)
        case ["spot", spot]:
            return colour_spot(int(spot) if spot.isdigit() else spot)
        case ["point", "card", text]:
            return point_card(text)
        case ["square", "back"]:
            return square_back()
        case ["octahedron", *colour]:
            return colour_die(colour[0] if colour else None)
        case ["position", position]:
            return position_card(position)
        case ["thumb", state]:
            return thumb_signal(state)
        case _:
            raise AssertionError(f"Python cannot draw {name}")


def canonical(element: Element) -> str:
    attributes = "".join(
        sorted(f' {name}="{value}"' for name, value in element.items() if name not in PYTHON_ONLY)
    )
    inside = "".join(map(canonical, element)) or (element.text or "")
    return f"<{element.tag}{attributes}>{inside}</{element.tag}>"


@pytest.mark.parametrize("name", [name for name in PIECES if name != "symbols"])
def test_python_draws_the_piece_as_the_page_does(name: str) -> None:
    assert canonical(draw(name)) == PIECES[name]


def test_python_and_the_page_repeat_the_same_symbols() -> None:
    assert sha256(symbols_text().encode()).hexdigest() == PIECES["symbols"]
