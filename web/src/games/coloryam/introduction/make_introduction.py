"""Precompute everything that can happen in ColorYam's introduction.

The page contains no rules; its introduction looks everything up in introduction.json:

    python web/src/games/coloryam/introduction/make_introduction.py           writes the file
    python web/src/games/coloryam/introduction/make_introduction.py --check   fails if it is stale

A lesson is seat 0's view before its first roll, and a tape: what each die shows if it is rolled in
the first, second, third roll. A die therefore shows one of three faces, and all six dice one of
3^6 combinations. Read as a base-3 number, first die first, a combination is an index into `met`
(one letter each, y or n) and `totals` (two digits each). `ends` maps the total with which a turn
ends, or "X" for a challenge that is not met, to the result: the entry, the line's points and all
points so far by seat, or that the player must choose. A lesson may start with such a choice: its
view, and the result of crossing out.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from quincunx.core.chance import FastChance
from quincunx.games.coloryam.dice import DIE_AND_VALUE, faces
from quincunx.games.coloryam.moves import ColorYamMove, CrossOut, EnterTotal, StopRolling
from quincunx.games.coloryam.options import ColorYamOptions
from quincunx.games.coloryam.rules import ColorYamRules
from quincunx.games.coloryam.sheet import SHEETS
from quincunx.games.coloryam.state import ColorYamState

FILE = Path(__file__).with_name("introduction.json")
SEATS = 3
SHEET = "1"

Lesson = dict[str, Any]
Columns = tuple[tuple[int, ...], ...]

RULES = ColorYamRules(ColorYamOptions(sheet=SHEET), SEATS)

LESSONS: tuple[tuple[int, Columns, str | None, tuple[str, str, str]], ...] = (
    # Exactly two blue dice. A player who keeps high numbers and one blue die rolls two more blue
    # dice: one too many, with one roll left to get rid of it.
    (
        1,
        ((24,), (31, 22), (26, 27)),
        None,
        ("4O 2B 5K 1O 2R 6Y", "5Y 6K 1B 6B 5B 3G", "6R 5R 6G 5G 4G 5O"),
    ),
    # No yellow dice. Met at once with a low total; the second roll is higher; the third brings
    # yellow.
    (
        0,
        ((), (24,), (21,)),
        None,
        ("4O 2B 2O 4K 3K 4B", "6R 5R 6G 5G 5B 5O", "5Y 4Y 3Y 2Y 1Y 6Y"),
    ),
    # One colour exactly four times: missed with three orange dice; the second chance brings red.
    (
        4,
        ((24, 25, 19, 22), (31, 22, 20, 0), (26, 27, 23, 30)),
        "4O 3O 2O 6B 5B 6Y",
        ("6R 5R 4R 4K 5B 2K", "3B 2B 1B 3R 4G 6Y", "5Y 4Y 3Y 6B 6O 5O"),
    ),
)
OTHERS = {4: (0, 25)}
"""Entries of the other two seats in a lesson's line, where their columns do not contain one."""


def main() -> None:
    text = json.dumps({"lessons": [_lesson(*lesson) for lesson in LESSONS]}, indent=2) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text, "utf-8")
    elif json.loads(FILE.read_text("utf-8")) != json.loads(text):
        sys.exit(f"{FILE.name} is stale: run {Path(__file__).name}")


def _lesson(line: int, columns: Columns, failed: str | None, tape: tuple[str, str, str]) -> Lesson:
    entries = [[*column, *[None] * (10 - len(column))] for column in columns]
    for seat, entry in enumerate(OTHERS.get(line, ()), start=1):
        entries[seat][line] = entry
    start = ColorYamState(
        sheet=SHEETS[SHEET],
        entries=tuple(tuple(column) for column in entries),
        line=line,
        waiting=(0,),
    )
    if failed is None:
        return {"choice": None, **_attempt(start, tape)}
    choosing = msgspec.structs.replace(start, dice=_dice(failed), rolls=3, phase="choose")
    choice = {"view": _view(choosing), "crossed": _change(choosing, CrossOut())}
    return {"choice": choice, **_attempt(_after(choosing, EnterTotal()), tape)}


def _attempt(start: ColorYamState, tape: tuple[str, str, str]) -> Lesson:
    rolls = [_dice(roll) for roll in tape]
    states = [
        msgspec.structs.replace(
            start, dice=tuple(rolls[roll][die] for die, roll in enumerate(shown)), rolls=2
        )
        for shown in product(range(3), repeat=6)
    ]
    views = [RULES.view(state, 0) for state in states]
    ends = {
        f"{view.total}" if view.met else "X": _change(state, StopRolling())
        for state, view in zip(states, views, strict=True)
    }
    return {
        "view": _view(start),
        "tape": [faces(roll) for roll in rolls],
        "met": "".join("y" if view.met else "n" for view in views),
        "totals": "".join(f"{view.total:02}" for view in views),
        "ends": dict(sorted(ends.items())),
    }


def _dice(text: str) -> tuple[int, ...]:
    dice = [DIE_AND_VALUE[face] for face in text.split()]
    assert [die for die, _ in dice] == list(range(6)), text
    return tuple(value for _, value in dice)


def _view(state: ColorYamState) -> Any:
    return msgspec.to_builtins(RULES.view(state, 0))


def _after(state: ColorYamState, move: ColorYamMove) -> ColorYamState:
    return RULES.apply(state, 0, move, 0, FastChance(Random(0)))[0]


def _change(state: ColorYamState, move: ColorYamMove) -> Any:
    """Return the result of a move that ends the turn."""
    after = _view(_after(state, move))
    if after["phase"] == "choose":
        return {"phase": after["phase"], "field": after["field"]}
    return {
        "entry": after["entries"][0][state.line],
        "points": [column[state.line] for column in after["points"]],
        "totals": after["totals"],
    }


if __name__ == "__main__":
    main()
