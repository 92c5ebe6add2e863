"""Observations and actions of ColorYam as numbers. Every action is a whole move."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from quincunx.core.encoding import (
    Field,
    Layout,
    Mask,
    SingleActionEncoding,
    Vector,
    from_seat,
    one_hot,
)
from quincunx.games.coloryam.challenges import KINDS
from quincunx.games.coloryam.dice import (
    ALL_DICE,
    COLOUR_OF,
    COLOURS,
    DICE,
    FACES,
    ROLLS_PER_ATTEMPT,
    Values,
    faces,
    faces_in,
    set_of_faces,
)
from quincunx.games.coloryam.moves import (
    ColorYamMove,
    CrossOut,
    EnterTotal,
    KeepDice,
    RollAll,
    StopRolling,
)
from quincunx.games.coloryam.rules import ColorYamRules
from quincunx.games.coloryam.sheet import CHALLENGE_OF_LINE, LINES, Sheet
from quincunx.games.coloryam.state import ColorYamState, Column

MOST_IN_A_LINE: Final = DICE * FACES
MAX_COLOURS_NAMED: Final = 3
"""The most colours that a challenge names."""
MAX_SECOND_CHANCES: Final = 2
"""The most second chances of a challenge: a section has at most two ColorYam fields."""
EMPTY: Final = -1
"""An empty field of the sheet in an observation."""

ACTIONS: Final = Layout(
    Field(
        "keep",
        (ALL_DICE + 1,),
        "Keep a set of dice (bit `n` stands for die `n`) and roll the others. 0 rolls all dice; "
        "the set of all dice ends the attempt.",
    ),
    Field("cross", (), "Enter an X for a failed challenge."),
    Field("enter", (), "Enter the total of a failed challenge in a ColorYam field."),
)
_CROSS, _ENTER = ACTIONS.first("cross"), ACTIONS.first("enter")
_CHALLENGES: Final = 6
_KIND_NAMES: Final = tuple(KINDS)


class ColorYamEncoding(SingleActionEncoding[ColorYamState, ColorYamMove]):
    """The encoding of a table of ColorYam."""

    actions = ACTIONS

    def __init__(self, rules: ColorYamRules) -> None:
        self._rules = rules
        self.features = _features(rules.seats)
        self._dice_from = self.features.first("dice")
        self._entries_from = self.features.first("entries")

    def observe(self, state: ColorYamState, seat: int, draft: None, at: int) -> Vector:
        vector = np.empty(self.features.size, np.int16)
        vector[: self._dice_from] = _sheet_planes(state.sheet)
        vector[self._dice_from : self._entries_from] = _dice_planes(state.dice)
        order = [0] * self._rules.seats
        for place, other in enumerate(state.waiting, 1):
            order[(other - seat) % self._rules.seats] = place
        # While the dice are shown as missed, the challenge is not met either.
        met = state.phase == "roll" and bool(state.dice) and _is_met(state)
        entries: list[int] = []
        for column in from_seat(state.entries, seat):
            entries += _numbers(column)
        vector[self._entries_from :] = [
            *entries,
            *order,
            *one_hot(LINES, state.line if state.line < LINES else None),
            state.rolls,
            state.chances,
            met,
            state.phase == "choose",
            self._rules.options.beginner,
        ]
        return vector

    def mask(self, state: ColorYamState, seat: int, draft: None) -> Mask:
        if seat not in state.waiting[:1]:
            return np.zeros(ACTIONS.size, np.int8)
        if state.phase == "choose":
            return _AFTER_FAILURE.copy()
        return _AFTER_ROLL.copy() if state.rolls else _BEFORE_ROLL.copy()

    def action_of(self, state: ColorYamState, move: ColorYamMove) -> int:
        match move:
            case RollAll():
                return 0
            case KeepDice():
                return set_of_faces(move.faces)
            case StopRolling():
                return ALL_DICE
            case CrossOut():
                return _CROSS
            case EnterTotal():
                return _ENTER

    def move_of(self, state: ColorYamState, action: int) -> ColorYamMove:
        if action == 0:
            return _ROLL_ALL
        if action < ALL_DICE:
            return KeepDice(faces_in(action, faces(state.dice)))
        if action == ALL_DICE:
            return _STOP_ROLLING
        return CrossOut() if action == _CROSS else EnterTotal()


def _features(seats: int) -> Layout:
    colours = len(COLOURS)
    return Layout(
        Field("challenge_kinds", (_CHALLENGES, len(KINDS)), "The kind of each challenge."),
        Field(
            "challenge_colours",
            (_CHALLENGES, MAX_COLOURS_NAMED, colours),
            "The colours that each challenge names, in order.",
        ),
        Field("dice", (DICE, FACES), "The number on each die; zeros before the first roll."),
        Field("dice_colours", (DICE, colours), "The colour that each die shows."),
        Field(
            "entries",
            (seats, LINES),
            f"The entries by seat and line: a total, 0 for an X, {EMPTY} for an empty field.",
            low=EMPTY,
            high=MOST_IN_A_LINE,
        ),
        Field(
            "order",
            (seats,),
            "The place of each seat among those that still have to complete this line; 1 is on "
            "turn, and 0 has completed it.",
            high=seats,
        ),
        Field("line", (LINES,), "The current line."),
        Field("rolls", (), "The rolls made in this attempt.", high=ROLLS_PER_ATTEMPT),
        Field("second_chances", (), "Those used for this challenge.", high=MAX_SECOND_CHANCES),
        Field("met", (), "Whether the dice meet the challenge."),
        Field("choosing", (), "Whether a failed challenge is to be crossed out or tried again."),
        Field("beginner", (), "Whether beginners’ rules apply."),
    )


def _is_met(state: ColorYamState) -> bool:
    number = CHALLENGE_OF_LINE[state.line]
    return number is not None and state.sheet[number].met(state.dice)


@lru_cache(4096)
def _numbers(column: Column) -> tuple[int, ...]:
    return tuple([EMPTY if entry is None else entry for entry in column])


@lru_cache(64)
def _sheet_planes(sheet: Sheet) -> Vector:
    kinds = np.zeros((_CHALLENGES, len(KINDS)), np.int16)
    colours = np.zeros((_CHALLENGES, MAX_COLOURS_NAMED, len(COLOURS)), np.int16)
    for number, challenge in enumerate(sheet):
        kinds[number, _KIND_NAMES.index(challenge.kind)] = 1
        for place, colour in enumerate(challenge.colours):
            colours[number, place, COLOURS.index(colour)] = 1
    return np.concatenate((kinds.ravel(), colours.ravel()))


@lru_cache(8192)
def _dice_planes(dice: Values) -> Vector:
    values = np.zeros((DICE, FACES), np.int16)
    colours = np.zeros((DICE, len(COLOURS)), np.int16)
    for die, value in enumerate(dice):
        values[die, value - 1] = 1
        colours[die, COLOURS.index(COLOUR_OF[die][value - 1])] = 1
    return np.concatenate((values.ravel(), colours.ravel()))


def _mask(*actions: int) -> Mask:
    mask = np.zeros(ACTIONS.size, np.int8)
    mask[list(actions)] = 1
    return mask


_BEFORE_ROLL: Final = _mask(0)
_AFTER_ROLL: Final = _mask(*range(ALL_DICE + 1))
_AFTER_FAILURE: Final = _mask(_CROSS, _ENTER)
_ROLL_ALL: Final = RollAll()
_STOP_ROLLING: Final = StopRolling()
