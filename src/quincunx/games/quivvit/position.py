"""Positions as text, and all plays of a position.

A grid is written row by row: `RGBY2 GYRB1 . #BRYG3 … / … ; die R ; double`. A card is its colours,
clockwise from the top left corner, and its value. `.` is a gap, `#` marks a covered card, `/` or a
new line ends a row. `die R` says which colour counts, `double` that the player holds a Double
Rotate card.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, NamedTuple

import msgspec

from quincunx.core.analysis import Solution
from quincunx.core.chance import Chance, deck_without
from quincunx.core.errors import MalformedPosition
from quincunx.core.events import Events
from quincunx.core.messages import Arg, Message
from quincunx.games.quivvit.cards import (
    CARD_BY_TEXT,
    CARD_TEXTS,
    COLOURS,
    NO_CARD,
    full_deck,
    kind_of,
)
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELL_NAMES, SIDE
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.state import QuivvitState, QuivvitView

MAX_PLAYS_SHOWN: Final = 5
"""The most plays that are described in words."""


class QuivvitPosition(NamedTuple):
    """A grid and what else the plays of the seat on turn depend on."""

    cards: tuple[str | None, ...]
    """The cards as text, row by row."""
    covered: tuple[str, ...] = ()
    """The names of the covered cells."""
    colour: str | None = None
    """The colour on the die."""
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
    words = dict(zip(CELL_NAMES, (word.upper() for row in rows for word in row), strict=True))
    cards = tuple(_parse_card(cell, word) for cell, word in words.items())
    covered = tuple(cell for cell, word in words.items() if word.startswith("#"))
    colour, double = _parse_notes(notes)
    return QuivvitPosition(cards, covered, colour, double)


def _parse_card(cell: str, word: str) -> str | None:
    if word == ".":
        return None
    card = word.removeprefix("#")
    if card not in CARD_BY_TEXT:
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
        for cell, card in zip(CELL_NAMES, position.cards, strict=True)
    ]
    rows = (" ".join(words[start : start + SIDE]) for start in range(0, len(words), SIDE))
    notes = [f"; die {position.colour}"] if position.colour else []
    notes += ["; double"] if position.double else []
    return " / ".join(rows) + "".join(notes)


def position_of(view: QuivvitView) -> QuivvitPosition:
    """Return the position of the seat on turn."""
    covered = sorted(
        (name for name in view.blocks if name is not None), key=CELL_BY_NAME.__getitem__
    )
    double = view.turn is not None and view.doubles[view.turn]
    return QuivvitPosition(view.grid, tuple(covered), view.colour, double)


def position_text(view: QuivvitView) -> str | None:
    """Return the position of the seat on turn as text; `None` once the turns are over."""
    return None if view.turn is None else format_position(position_of(view))


def setup_position(rules: QuivvitRules, text: str, chance: Chance) -> tuple[QuivvitState, Events]:
    """Set a game up at a position: the first turn of the first seat.

    All other cards are in the deck, from which gaps are filled with the next refill. Covers belong
    to the seat on turn and those after it, so that the others can still block. Seats that are not
    on turn hold a Double Rotate card, if the game has them.
    """
    position = parse_position(text)
    _check_options(rules, position)
    grid = [NO_CARD if card is None else CARD_BY_TEXT[card] for card in position.cards]
    state = rules.first_state((*grid, NO_CARD), _deck_without(rules, grid), 0)
    covered = [CELL_BY_NAME[cell] for cell in position.covered]
    state = msgspec.structs.replace(
        state,
        blocks=(*covered, *state.blocks[len(covered) :]),
        doubles=(position.double, *state.doubles[1:]),
    )
    rolled = None if position.colour is None else COLOURS.index(position.colour)
    return rules.begin_first_turn(state, rolled, chance)


def _check_options(rules: QuivvitRules, position: QuivvitPosition) -> None:
    """Raise `MalformedPosition` for a position that cannot occur in this game."""
    needed = {
        "random_color": position.colour,
        "double_rotation": position.double,
        "color_blocking": position.covered,
    }
    for option, is_needed in needed.items():
        if is_needed and not getattr(rules.options, option):
            raise MalformedPosition("core.error.position_needs_option", option=option, value="true")
    if len(position.covered) > rules.seats:
        raise MalformedPosition(
            "quivvit.refusal.position_covers", covered=len(position.covered), seats=rules.seats
        )
    if len(position.covered) == sum(card is not None for card in position.cards):
        raise MalformedPosition("quivvit.refusal.position_no_card")


def _deck_without(rules: QuivvitRules, grid: list[int]) -> tuple[int, ...]:
    """Return the deck without the cards of the grid."""
    deck = full_deck(rules.options.decks)
    used = Counter(kind_of(card) for card in grid if card != NO_CARD)
    for card in grid:
        if card != NO_CARD and used[kind_of(card)] > deck[kind_of(card)]:
            raise MalformedPosition(
                "quivvit.refusal.position_copies", card=CARD_TEXTS[card], most=deck[kind_of(card)]
            )
    return deck_without(deck, used.elements())


def solve(text: str) -> Solution:
    """Return every rotation and claim, the most points first."""
    from quincunx.games.quivvit.solver import find_plays, kernel_grid, points_order

    position = parse_position(text)
    found = find_plays(
        kernel_grid(position.cards, position.covered), position.colour, double=position.double
    )
    found.sort(key=points_order, reverse=True)
    ranked = [
        {
            "move": str(play.move),
            "points": play.points,
            "cards": play.cards,
            "cells": list(play.cells),
        }
        for play in found
    ]
    linking = sum(play.cards > 0 for play in found)
    lines = [Message("quivvit.solution.plays", {"plays": len(found), "linking": linking})]
    for play in found[:MAX_PLAYS_SHOWN]:
        args: dict[str, Arg] = {"move": str(play.move), "points": play.points}
        kind = "play" if play.cards else "nothing"
        lines.append(Message(f"quivvit.solution.{kind}", {**args, "cells": play.cells}))
    return Solution({"position": format_position(position), "plays": ranked}, tuple(lines))
