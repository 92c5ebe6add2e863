"""Solve a single attempt written as text: `2 G: 1K 6K 4R 5G 6O 2K, 2 rolls left`.

Before the colon comes the challenge, or `any` for a ColorYam line, or `over 22` for one whose total
must exceed a number. Without dice the attempt has not begun. A failed attempt is worth nothing;
second chances are ignored, because they depend on the whole sheet.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

import msgspec

from quincunx.core.analysis import Solution
from quincunx.core.chance import Chance
from quincunx.core.errors import MalformedPosition
from quincunx.core.events import Events
from quincunx.core.messages import Message
from quincunx.core.support.tuples import replace_item
from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import DICE, DIE_AND_VALUE, FACES, ROLLS_PER_ATTEMPT
from quincunx.games.coloryam.notation import format_challenge, parse_challenge
from quincunx.games.coloryam.rules import ColorYamRules
from quincunx.games.coloryam.sheet import (
    CHALLENGE_OF_LINE,
    COLORYAM_LINES,
    LINES,
    SECTIONS,
    Sheet,
    X,
)
from quincunx.games.coloryam.state import ColorYamState, ColorYamView

MAX_LISTED_CHOICES: Final = 5
"""How many choices are listed in the text output."""

_POSITION: Final = re.compile(
    r"([^:]+?)\s*(?::\s*([^,]+?)\s*(?:,\s*([12])\s+(?:rolls?\s+)?left)?)?\s*"
)
_OVER: Final = re.compile(r"over\s+(\d{1,2})")


class ColorYamPosition(NamedTuple):
    """An attempt in progress."""

    challenge: Challenge | None
    bar: int
    """The number that the total must exceed if there is no challenge."""
    faces: tuple[str, ...]
    """In the order of the dice; empty before the first roll."""
    left: int
    """Rolls left."""

    @property
    def aim(self) -> str:
        if self.challenge:
            return format_challenge(self.challenge)
        return f"over {self.bar}" if self.bar else "any"


def position_text(view: ColorYamView) -> str | None:
    """Return the attempt of the seat on turn; `None` if there is nothing to roll."""
    if not view.waiting or view.phase != "roll":
        return None
    number, bar = CHALLENGE_OF_LINE[view.line], 0
    if number is None and not view.beginner:
        column = view.entries[view.waiting[0]]
        bar = max(column[line] or X for line in COLORYAM_LINES)
    challenge = None if number is None else view.sheet[number]
    left = ROLLS_PER_ATTEMPT - view.rolls
    return format_position(ColorYamPosition(challenge, bar, view.faces, left))


def format_position(position: ColorYamPosition) -> str:
    if not position.faces:
        return position.aim
    rolls = "1 roll" if position.left == 1 else f"{position.left} rolls"
    return f"{position.aim}: {' '.join(position.faces)}, {rolls} left"


def parse_position(text: str) -> ColorYamPosition:
    found = _POSITION.fullmatch(text.strip())
    if not found:
        raise MalformedPosition("coloryam.refusal.unknown_position", text=text.strip())
    aim, dice, left = found.groups()
    challenge, bar = _parse_aim(aim)
    if dice is None:
        return ColorYamPosition(challenge, bar, (), 3)
    return ColorYamPosition(challenge, bar, _parse_dice(dice), int(left or 2))


def _parse_aim(text: str) -> tuple[Challenge | None, int]:
    over = _OVER.fullmatch(text.lower())
    if over:
        return None, int(over[1])
    return (None, 0) if text.lower() == "any" else (parse_challenge(text), 0)


def _parse_dice(text: str) -> tuple[str, ...]:
    faces = text.upper().split()
    dice = {DIE_AND_VALUE[face][0] for face in faces if face in DIE_AND_VALUE}
    if len(faces) != DICE or len(dice) != DICE:
        raise MalformedPosition("coloryam.refusal.unknown_dice", text=text.strip())
    return tuple(sorted(faces, key=DIE_AND_VALUE.__getitem__))


def setup_position(rules: ColorYamRules, text: str, chance: Chance) -> tuple[ColorYamState, Events]:
    """Set a game up at a position: an attempt of the first seat on the first line that fits.

    The lines above are crossed out for all seats. After `over 22` all seats have 22 in the first
    ColorYam field. A random sheet contains the challenge of the text.
    """
    position = parse_position(text)
    state, _ = rules.setup(chance)
    _check_bar(rules, position.bar)
    sheet = state.sheet
    if position.challenge is None:
        line = COLORYAM_LINES[1 if position.bar else 0]
    else:
        if rules.options.sheet == "random":
            sheet = _with_challenge(sheet, position.challenge)
        line = _line_of(sheet, position.challenge)
    column = (*(X,) * line, *(None,) * (LINES - line))
    if position.bar:
        column = replace_item(column, COLORYAM_LINES[0], position.bar)
    state = msgspec.structs.replace(
        state,
        sheet=sheet,
        entries=(column,) * rules.seats,
        line=line,
        dice=tuple(DIE_AND_VALUE[face][1] for face in position.faces),
        rolls=ROLLS_PER_ATTEMPT - position.left,
    )
    return state, ()


def _check_bar(rules: ColorYamRules, bar: int) -> None:
    """Raise `MalformedPosition` if no total that must be exceeded can be this number."""
    if bar and rules.options.beginner:
        raise MalformedPosition(
            "core.error.position_needs_option", option="beginner", value="false"
        )
    if bar and not DICE <= bar <= DICE * FACES:
        raise MalformedPosition(
            "coloryam.refusal.impossible_total", total=bar, least=DICE, most=DICE * FACES
        )


def _with_challenge(sheet: Sheet, challenge: Challenge) -> Sheet:
    """Return the sheet with the challenge in its section, whose two kinds stay different."""
    if challenge in sheet:
        return sheet
    first = 2 * SECTIONS.index(KINDS[challenge.kind].section)
    replaced = first + (sheet[first + 1].kind == challenge.kind)
    return replace_item(sheet, replaced, challenge)


def _line_of(sheet: Sheet, challenge: Challenge) -> int:
    if challenge not in sheet:
        raise MalformedPosition(
            "coloryam.refusal.not_on_sheet", challenge=format_challenge(challenge)
        )
    return CHALLENGE_OF_LINE.index(sheet.index(challenge))


def solve(text: str) -> Solution:
    """Return the value of every choice, the best first, and the chance to get an entry."""
    from quincunx.games.coloryam.solver import AttemptSolution, entry_worth, final_roll_worth

    position = parse_position(text)
    totals, entries = (
        AttemptSolution(
            final_roll_worth(position.challenge, entry_worth(position.bar, counted=counted))
        )
        for counted in (True, False)
    )
    if not position.faces:
        return _solution(position, totals.value, entries.value, [])
    from quincunx.games.coloryam.solver import rate_moves

    choices = rate_moves(totals, position.faces, position.left)
    chance = rate_moves(entries, position.faces, position.left)[0].worth
    ranked = [{"move": str(move), "value": worth} for move, worth in choices]
    return _solution(position, choices[0].worth, chance, ranked)


def _solution(
    position: ColorYamPosition, value: float, chance: float, choices: list[dict[str, Any]]
) -> Solution:
    best = (
        Message(
            "coloryam.solution.choice", {"move": each["move"], "value": round(each["value"], 2)}
        )
        for each in choices[:MAX_LISTED_CHOICES]
    )
    summary = {"value": round(value, 2), "percent": round(100 * chance, 1)}
    return Solution(
        data={
            "aim": position.aim,
            "dice": list(position.faces),
            "left": position.left,
            "value": value,
            "chance": chance,
            "choices": choices,
        },
        lines=(Message("coloryam.solution.value", {**summary}), *best),
    )
