"""Answers a grid written as text, row by row: `RGBY2 GYRB1 . #BRYG3 … / … ; die R ; double`.

A card is its colours, clockwise from the top left corner, and its value. `.` is a gap, `#` stands
before a covered card, `/` or a new line ends a row. `die R` says which colour counts, `double` that
the player holds a Double Rotate card.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from quincunx.core.analysis import Solution
from quincunx.core.errors import MalformedPosition
from quincunx.core.messages import Arg, Message
from quincunx.games.quivvit.cards import CARD, COLOURS
from quincunx.games.quivvit.grid import CELL, NAMES, SIDE
from quincunx.games.quivvit.notation import format_move
from quincunx.games.quivvit.state import QuivvitView

SHOWN: Final = 5
"""How many plays are listed for people."""


class QuivvitPosition(NamedTuple):
    """A grid and who looks at it."""

    cards: tuple[str | None, ...]
    """By cell, row by row."""
    covered: tuple[str, ...] = ()
    """The names of cells."""
    colour: str | None = None
    """What the die shows."""
    double: bool = False
    """Whether the player holds a Double Rotate card."""


def parse_position(text: str) -> QuivvitPosition:
    grid, *notes = text.split(";")
    rows = [row.split() for row in re.split(r"[/\n]", grid.strip()) if row.strip()]
    if len(rows) != SIDE:
        raise MalformedPosition("quivvit.refusal.position_rows", rows=len(rows))
    for number, row in enumerate(rows, 1):
        if len(row) != SIDE:
            raise MalformedPosition("quivvit.refusal.position_row", row=number, cards=len(row))
    words = dict(zip(NAMES, (word.upper() for row in rows for word in row), strict=True))
    cards = tuple(_parse_card(cell, word) for cell, word in words.items())
    covered = tuple(cell for cell, word in words.items() if word.startswith("#"))
    colour, double = _parse_notes(notes)
    return QuivvitPosition(cards, covered, colour, double)


def _parse_card(cell: str, word: str) -> str | None:
    if word == ".":
        return None
    card = word.removeprefix("#")
    if card not in CARD:
        raise MalformedPosition("quivvit.refusal.position_card", cell=cell, text=word)
    return card


def _parse_notes(notes: list[str]) -> tuple[str | None, bool]:
    colour, double = None, False
    for note in notes:
        match note.upper().split():
            case ["DIE", letter] if letter in [*COLOURS]:
                colour = letter
            case ["DOUBLE"]:
                double = True
            case _:
                raise MalformedPosition("quivvit.refusal.position_note", text=note.strip())
    return colour, double


def format_position(position: QuivvitPosition) -> str:
    words = [
        "." if card is None else f"#{card}" if cell in position.covered else card
        for cell, card in zip(NAMES, position.cards, strict=True)
    ]
    rows = (" ".join(words[start : start + SIDE]) for start in range(0, len(words), SIDE))
    notes = [f"; die {position.colour}"] if position.colour else []
    notes += ["; double"] if position.double else []
    return " / ".join(rows) + "".join(notes)


def position_of(view: QuivvitView) -> QuivvitPosition:
    """What the seat on turn has before it."""
    covered = sorted((name for name in view.blocks if name is not None), key=CELL.__getitem__)
    double = view.turn is not None and view.doubles[view.turn]
    return QuivvitPosition(view.grid, tuple(covered), view.colour, double)


def solve(text: str) -> Solution:
    """Every rotation and claim, the most points first."""
    from quincunx.games.quivvit.solver import grid_of, plays, worth

    position = parse_position(text)
    found = plays(
        grid_of(position.cards, position.covered), position.colour, double=position.double
    )
    found.sort(key=worth, reverse=True)
    ranked = [
        {
            "move": format_move(play.move),
            "points": play.points,
            "cards": play.cards,
            "cells": list(play.cells),
        }
        for play in found
    ]
    linking = sum(play.cards > 0 for play in found)
    lines = [Message("quivvit.solution.plays", {"plays": len(found), "linking": linking})]
    for play in found[:SHOWN]:
        args: dict[str, Arg] = {"move": format_move(play.move), "points": play.points}
        kind = "play" if play.cards else "nothing"
        lines.append(Message(f"quivvit.solution.{kind}", {**args, "cells": play.cells}))
    return Solution({"position": format_position(position), "plays": ranked}, tuple(lines))
