"""What the guide shows is what the rules say."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from quincunx.games.quivvit.cards import (
    CARD_BY_TEXT,
    COLOURS,
    COPIES_PER_VALUE,
    NO_CARD,
    VALUES,
    rotated,
)
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELLS, SIDE, describe_links
from quincunx.games.quivvit.moves import Rotate
from quincunx.games.quivvit.notation import parse_move
from quincunx.registry import find

GUIDE = (find("quivvit").folder / "guide.md").read_text("utf-8")
PICTURES = re.findall(r"^```board\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
CARDS = re.compile(r"[RGBY]{4}-?\d")


class GuideFrame:
    """Rows of cards and what is said about them."""

    def __init__(self, rows: list[str], said: list[str]) -> None:
        self.grid = [NO_CARD] * (CELLS + 1)
        for row, line in enumerate(rows):
            for column, text in enumerate(line.split()):
                self.grid[row * SIDE + column] = CARD_BY_TEXT[text]
        self.moves = [move for line in said if isinstance(move := _move(line), Rotate)]
        self.links = {
            (colour, frozenset(cells))
            for line in said
            if line.startswith("link ")
            for _, colour, *cells in [line.split()]
        }


def _move(line: str) -> object:
    return parse_move(line) if re.match(r"^[a-e]\d ", line) else None


def _frames(picture: str) -> list[GuideFrame]:
    found: list[tuple[list[str], list[str]]] = []
    for line in picture.splitlines():
        if not CARDS.match(line):
            found[-1][1].append(line)
        elif found and not found[-1][1]:
            found[-1][0].append(line)
        else:
            found.append(([line], []))
    return [GuideFrame(rows, said) for rows, said in found]


def _links(grid: list[int], cell: int) -> set[tuple[str, frozenset[str]]]:
    return {(link.colour, frozenset(link.cells)) for link in describe_links(grid, cell, grid[cell])}


@pytest.mark.parametrize("picture", PICTURES, ids=range(len(PICTURES)))
def test_what_links_in_a_picture_links(picture: str) -> None:
    frames = _frames(picture)
    for before, after in pairwise(frames):
        (move,) = before.moves
        cell = CELL_BY_NAME[move.cell]
        grid = list(before.grid)
        grid[cell] = rotated(grid[cell], 1 if move.way == "right" else -1)
        assert grid == after.grid
        assert _links(grid, cell) == after.links
    if len(frames) == 1 and frames[0].links:
        every = set.intersection(*({*cells} for _, cells in frames[0].links))
        (claimed,) = every
        assert _links(frames[0].grid, CELL_BY_NAME[claimed]) == frames[0].links


def test_there_are_pictures_of_all_colours() -> None:
    assert len(PICTURES) >= 4
    assert {colour for text in PICTURES for colour, _ in _frames(text)[-1].links} == {*COLOURS}


def test_the_table_of_values_is_the_deck() -> None:
    rows = re.findall(r"^\| ([−\d]+) \| (\d+) \|$", GUIDE, re.MULTILINE)
    assert [(int(value.replace("−", "-")), int(count)) for value, count in rows] == [
        *zip(VALUES, COPIES_PER_VALUE, strict=True)
    ]
