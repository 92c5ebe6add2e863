"""Every game's picture shows what a viewer's view has, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from quincunx.core.viewers import OMNISCIENT
from quincunx.games.coloryam.state import ColorYamView
from quincunx.games.pivit.state import PivitView
from quincunx.games.quatrefoil.state import QuatrefoilView
from quincunx.games.quivvit.state import QuivvitView
from quincunx.games.qwirkle_cards.state import QwirkleCardsView
from quincunx.pictures import Style
from quincunx.pictures.palette import PIECES, resolve
from quincunx.pictures.symbols import SHAPES
from quincunx.registry import find
from tests.games.pivit import matches as pivit
from tests.helpers.paths import ROOT
from tests.kit.play import random_match, seat_counts

MAX_BYTES: Final = 200_000
"""A picture grows with the number of pieces, which every game limits."""
NOT_COUNTED: Final = (
    "card-paper",
    "leaves",
    "octahedron",
    "spot",
    "square-back",
    "square-paper",
    "thumb",
)
"""Symbols that are parts of pieces, or that are tested as pieces of their own."""
STEPS: Final = 6
"""How many positions of a match are drawn."""


def quivvit(view: QuivvitView) -> Counter[str]:
    covered = {cell for cell in view.blocks if cell is not None}
    names = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
    open_cards = [
        card
        for name, card in zip(names, view.grid, strict=True)
        if card is not None and name not in covered
    ]
    return Counter(f"quadrant-{colour}" for card in open_cards for colour in card[:4]) + Counter(
        {"square-block": len(covered)}
    )


def qwirkle_cards(view: QwirkleCardsView) -> Counter[str]:
    sets = [*view.table, *(cards for taken in view.qwirkles for cards in taken)]
    sets += [hand for hand in view.hands if hand is not None]
    hidden = sum(size for size, hand in zip(view.sizes, view.hands, strict=True) if hand is None)
    faces = Counter(f"face-{kind[0]}-{SHAPES[kind[1]]}" for cards in sets for kind in cards)
    return faces + Counter({"card-back": hidden + (view.deck > 0)})


def pivit_tiles(view: PivitView) -> Counter[str]:
    kinds: list[str] = []
    for seat, hand in enumerate(view.hands):
        grid = view.grids[seat]
        if grid is None and view.wrong:
            grid = view.wrong[seat]
        if grid is None and seat == view.seat:
            grid = view.refused
        placed = [kind for _, _, kind in grid or ()]
        kinds += placed
        kinds += (Counter(hand or ()) - Counter(placed)).elements()
    plain = Counter(f"tile-{kind[1]}" for kind in kinds if kind != "**")
    return plain + Counter({"wild": kinds.count("**")})


def quatrefoil(view: QuatrefoilView) -> Counter[str]:
    tokens = Counter(f"token-{colour or 'unknown'}" for colour in (*view.tokens, *view.target))
    cards = Counter(f"card-{colour or 'back'}" for colour in view.colours)
    positions = Counter(f"position-{place}" if place else "card-back" for place in view.positions)
    return tokens + cards + positions


def coloryam(view: ColorYamView) -> Counter[str]:
    faces = view.faces or (view.last.faces if view.last else ())
    if not faces:
        return Counter({"die-blank": 6})
    return Counter(f"die-{face[1]}" for face in faces) + Counter(
        f"pips-{face[0]}" for face in faces
    )


PIECES_OF: Final[dict[str, Callable[[Any], Counter[str]]]] = {
    "quivvit": quivvit,
    "qwirkle_cards": qwirkle_cards,
    "pivit": pivit_tiles,
    "quatrefoil": quatrefoil,
    "coloryam": coloryam,
}


@cache
def views(game: str) -> list[Any]:
    """Return what each viewer sees at some moments of real games with few and with many seats."""
    return [*_views(game)]


def _views(name: str) -> Iterator[Any]:
    game = find(name)
    counts = seat_counts(game, game.options())
    for seats in {counts[0], counts[-1]}:
        match = random_match(game, game.options(), seats, seed=5)
        versions = range(0, match.version + 1, max(1, match.version // STEPS))
        for version in {*versions, match.version}:
            state = match.state_at(version)
            for viewer in (*range(seats), None, OMNISCIENT):
                yield match.rules.view(state, viewer)


def drawn(game: str, view: Any) -> Counter[str]:
    """Count the pieces of a picture; what a wild tile stands for is part of that tile."""
    found: Counter[str] = Counter()

    def walk(element: Element) -> None:
        names = [child.get("href", "#")[1:] for child in element]
        if any(name.startswith("tile-wild") for name in names):
            found["wild"] += 1
            return
        found.update(name for name in names if name and not name.startswith(NOT_COUNTED))
        for child in element:
            walk(child)

    for element in find(game).picture(view).elements:
        walk(element)
    return found


@pytest.mark.parametrize("game", PIECES_OF)
def test_every_visible_piece_is_drawn_and_no_other(game: str) -> None:
    for view in views(game):
        assert drawn(game, view) == PIECES_OF[game](view)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", PIECES_OF)
def test_a_picture_is_well_formed_self_contained_and_always_the_same(
    game: str, scheme: Any
) -> None:
    for view in views(game):
        svg = find(game).picture(view).svg(Style(scheme=scheme))
        root = ElementTree.fromstring(svg)
        assert "var(" not in svg
        assert "data-" not in svg
        assert len(svg) <= MAX_BYTES
        assert svg == find(game).picture(view).svg(Style(scheme=scheme))
        ids = [name for each in root.iter() if (name := each.get("id"))]
        used = {each.get("href", "#")[1:] for each in root.iter() if each.get("href")}
        assert len(ids) == len(set(ids))
        assert used <= set(ids)


@pytest.mark.parametrize("game", PIECES_OF)
def test_letters_are_translated_or_hidden(game: str) -> None:
    view = views(game)[-1]
    picture = find(game).picture(view)
    letters = dict.fromkeys("ROYGBPK", "Zz")
    assert "Zz</text>" in picture.svg(Style(letters=letters))
    assert "<text" not in picture.svg(Style(letters=None, outlines=True))


def test_text_is_escaped() -> None:
    letters = dict.fromkeys("ROYGBPK", '"><script>')
    svg = find("quatrefoil").picture(views("quatrefoil")[0]).svg(Style(letters=letters))
    assert "<script" not in svg
    ElementTree.fromstring(svg)


def test_a_claimed_pivit_grid_is_drawn_with_what_its_wild_tiles_mean() -> None:
    hand = pivit.block(0).replace("r1", "**")
    match = pivit.table(2, hand, pivit.block(1))
    pivit.take(match, 0, pivit.rows(hand))
    view = match.rules.view(match.state, None)
    assert view.grids[0] is not None
    assert drawn("pivit", view) == pivit_tiles(view)
    assert "tile-wild-used-" in find("pivit").picture(view).svg()


def test_colours_are_those_of_the_page() -> None:
    stylesheet = (ROOT / "web/src/ui/pieces/palette.css").read_text("utf-8")
    rules = dict(re.findall(r"\[data-piece='(\w+)'\] \{\n(.*?)\}", stylesheet, re.DOTALL))
    assert rules.keys() == PIECES.keys()
    for piece, rule in rules.items():
        pairs = re.findall(r"--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));", rule)
        expected = {name: (light or both, dark or both) for name, light, dark, both in pairs}
        assert expected == {
            name: (
                resolve(f"var(--{name})", PIECES[piece], "light"),
                resolve(f"var(--{name})", PIECES[piece], "dark"),
            )
            for name in PIECES[piece]
        }
