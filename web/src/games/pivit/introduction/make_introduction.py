"""Precompute everything that can happen in Pivit's introduction.

The page contains no rules; its introduction looks everything up in introduction.json:

    python web/src/games/pivit/introduction/make_introduction.py           writes the file
    python web/src/games/pivit/introduction/make_introduction.py --check   fails if it is stale

A lesson is a single player's view, fixed tiles, and a few loose tiles, each in the rack or in one
of the open cells. An arrangement of the loose tiles is a number in base (open cells + 1), first
tile first; digit 0 is the rack. At that index, `found` holds an index into `faults`, or -1 where
two tiles would share a cell. A fault is written as its reason and its cells, or its tiles if it
has no cells.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from quincunx.core.rules import Fault
from quincunx.games.pivit.grid import Cell
from quincunx.games.pivit.notation import parse_grid
from quincunx.games.pivit.options import PivitOptions
from quincunx.games.pivit.rules import TOKENS_PER_ROUND, PivitRules
from quincunx.games.pivit.state import PivitDraft, PivitState
from quincunx.games.pivit.tiles import FULL_MIDDLE, TEXT, TILE

FILE = Path(__file__).with_name("introduction.json")
RULES = PivitRules(PivitOptions(), 1)

Loose = dict[str, Cell | None]
Lesson = tuple[str, Loose, tuple[Cell, ...]]

LESSONS: tuple[Lesson, ...] = (
    # A line of one colour needs a third tile; one of the three would be a duplicate, one is blue.
    ("r1 r3", {"r5": None, "r3": None, "b4": None}, ((2, 0),)),
    # Two dots make a column that is too short. The other tile makes it three, or makes two of two.
    (
        "r1 r3 r5",
        {"g5": (2, 1), "b5": None},
        ((0, 1), (1, 1), (2, 1), (2, 2), (3, 0)),
    ),
    # The red ring is a duplicate in its row, and fits the column of rings. Next to the blue dots it
    # makes another line.
    (
        "r1 r3 r5 / .. .. b5 / .. .. g5 g1 g4 / .. .. .. b1",
        {"r1": (3, 0)},
        ((3, 0), (3, 1), (3, 4), (4, 0)),
    ),
    # The wild tile at the crossing must be a red triangle, which is already in its row.
    (
        ".. .. g4 / .. .. y4 / r2",
        {"**": None, "r4": (1, 2), "r6": None},
        ((1, 2), (2, 2), (3, 2)),
    ),
    # Three green tiles: one completes the column of dots and starts a row.
    (
        "r1 r3 r5 / .. .. b5",
        {"g2": None, "g5": None, "g6": None},
        ((2, 2), (3, 2), (4, 2), (1, 2), (0, 1), (3, 0)),
    ),
)


def main() -> None:
    text = json.dumps({"lessons": [_lesson(*lesson) for lesson in LESSONS]}, indent=2) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text, "utf-8")
    elif json.loads(FILE.read_text("utf-8")) != json.loads(text):
        sys.exit(f"{FILE.name} is stale: run {Path(__file__).name}")


def _lesson(text: str, loose: Loose, cells: tuple[Cell, ...]) -> dict[str, Any]:
    fixed = tuple((x, y, TEXT[tile]) for x, y, tile in parse_grid(text) or ())
    hand = tuple(sorted(TILE[tile] for tile in (*(tile for _, _, tile in fixed), *loose)))
    view = RULES.view(
        PivitState(
            scores=(0,),
            middle=FULL_MIDDLE,
            hands=(hand,),
            tokens=(TOKENS_PER_ROUND,),
            sticks=(None,),
            grids=(None,),
            refused=(None,),
            ready=(False,),
            stops=(False,),
            found_wrong=(False,),
            withdrawals=(0,),
            resumes=(0,),
            round=1,
            phase="build",
        ),
        0,
    )
    faults: list[str] = []
    found = []
    for places in product(range(len(cells) + 1), repeat=len(loose)):
        taken = [place for place in places if place]
        if len(set(taken)) < len(taken):
            found.append(-1)
            continue
        laid = ((tile, place) for tile, place in zip(loose, places, strict=True) if place)
        tiles = (*fixed, *((*cells[place - 1], tile) for tile, place in laid))
        amiss = "; ".join(map(_written, RULES.check(view, PivitDraft(tiles))))
        if amiss not in faults:
            faults.append(amiss)
        found.append(faults.index(amiss))
    return {
        "view": msgspec.to_builtins(view),
        "fixed": fixed,
        "loose": loose,
        "open": [f"{x},{y}" for x, y in cells],
        "faults": faults,
        "found": found,
    }


def _written(fault: Fault) -> str:
    tiles: Any = fault.message.args.get("tiles", ())
    return " ".join((fault.message.id.rpartition(".")[2], *(fault.cells or tiles)))


if __name__ == "__main__":
    main()
