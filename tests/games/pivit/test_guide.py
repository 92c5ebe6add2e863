"""What the guide shows is what the rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quincunx.games import pivit
from quincunx.games.pivit.grid import Cell, GridFault, as_grid, choose_wilds, grid_faults
from quincunx.games.pivit.notation import parse_grid
from quincunx.games.pivit.tiles import TEXT

GUIDE = (Path(pivit.__file__).parent / "guide.md").read_text("utf-8")
PICTURES = re.findall(r"^```board\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
WORDS = ("right ", "short ", "wrong ", "as ", "caption ")


def _read(picture: str) -> tuple[dict[Cell, int], list[list[str]]]:
    lines = picture.splitlines()
    rows = [line for line in lines if not line.startswith(WORDS)]
    grid = parse_grid("/".join(rows))
    assert grid, picture
    return as_grid(grid), [line.split() for line in lines if line.startswith(WORDS[:4])]


def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


def _about(found: list[GridFault], first: Cell, last: Cell) -> set[str]:
    """What is wrong with the line from one cell to the other; a wild tile is of all its lines."""
    (left, top), (right, bottom) = first, last
    line = {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}
    return {
        wrong.reason
        for wrong in found
        if (set(wrong.cells) <= line or (wrong.reason == "wild" and set(wrong.cells) & line))
        and wrong.cells
    }


@pytest.mark.parametrize("picture", PICTURES)
def test_lines_are_marked_as_the_rules_see_them(picture: str) -> None:
    grid, marks = _read(picture)
    found = list(grid_faults(grid, tuple(sorted(grid.values())), pairs_allowed=False))
    for mark in marks:
        if mark[0] == "as":
            assert TEXT[(choose_wilds(grid) or {})[_cell(mark[1])]] == mark[2]
            continue
        reasons = _about(found, _cell(mark[1]), _cell(mark[2]))
        verdict = "short" if reasons == {"short"} else "wrong" if reasons else "right"
        assert verdict == mark[0], mark


def test_the_whole_grid_is_one() -> None:
    grids = [_read(picture)[0] for picture in PICTURES]
    (whole,) = [grid for grid in grids if len(grid) == 24]
    assert not list(grid_faults(whole, tuple(sorted(whole.values())), pairs_allowed=False))


def test_there_are_pictures() -> None:
    assert len(PICTURES) > 5
