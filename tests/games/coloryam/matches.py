"""Matches with scripted dice, and turns described by their results.

The dice are written out again, as in the rulings. Most tests use one sheet whose challenges are
easy to meet and to miss with almost any total.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle, islice, product
from typing import Any, Final

import quincunx
from quincunx.core.chance import Owner
from quincunx.core.events import Events
from tests.games.forced_chance import ForcedChance
from tests.games.refusals import illegal_move

DICE: Final = ("KGBOYR", "GBOYRK", "BOYRKG", "OYRKGB", "YRKGBO", "RKGBOY")
"""By die, the colours of the faces 1 to 6."""

SHEET: Final = "none Y; none K; never 3; never 2; B > R; G = O"
X: Final = 0

CHALLENGES: Final = (0, 1, 3, 4, 6, 7)
COLORYAM: Final = (2, 5, 8, 9)

Values = tuple[int, ...]
"""The numbers that the six dice show."""
EntryRow = tuple[int | None, ...]
"""By seat, the entry of a line."""

_MEETS: Final[dict[int, Callable[[str], bool]]] = {
    0: lambda colours: "Y" not in colours,
    1: lambda colours: "K" not in colours,
    3: lambda colours: not any(colours.count(one) == 3 for one in colours),
    4: lambda colours: not any(colours.count(one) == 2 for one in colours),
    6: lambda colours: colours.count("B") > colours.count("R"),
    7: lambda colours: colours.count("G") == colours.count("O"),
}
"""By line, when a challenge of `SHEET` is met."""


def showing(colours: str) -> Values:
    """Return the only dice that show these colours, in the order of the dice."""
    return tuple(die.index(colour) + 1 for die, colour in zip(DICE, colours, strict=True))


def colours_of(values: Values) -> str:
    return "".join(die[value - 1] for die, value in zip(DICE, values, strict=True))


def faces_of(values: Values) -> tuple[str, ...]:
    return tuple(map("{}{}".format, values, colours_of(values)))


ROLLS: Final = tuple(product(range(1, 7), repeat=6))
"""All 46,656 rolls."""


@cache
def dice_for(line: int, total: int, met: bool = True) -> Values:
    """Return dice with this total that meet or miss the challenge of a line of `SHEET`."""
    fitting = (
        values
        for values in ROLLS
        if sum(values) == total and _meets(line, colours_of(values)) == met
    )
    values = next(fitting, None)
    assert values is not None, f"no dice of {total} can do that in line {line}"
    return values


def _meets(line: int, colours: str) -> bool:
    return line in COLORYAM or _MEETS[line](colours)


class ForcedDice(ForcedChance):
    """Public dice that show scripted numbers.

    Ties are broken as scripted; then the die counts up and begins again after six, so that tied
    players never roll the same number.
    """

    def __init__(self, ties: Sequence[int] = ()) -> None:
        super().__init__(("dice", "tie"), is_strict=True, is_public=True)
        self.script["tie"] = [value - 1 for value in ties]
        self._count = cycle(range(6))

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        assert faces == 6
        if stream == "tie":
            self.script["tie"] += islice(self._count, max(0, count - len(self.script["tie"])))
        return super()._roll(stream, faces, count, to)


def table(
    seats: int = 2, own: str = SHEET, ties: Sequence[int] = (), **options: Any
) -> quincunx.Match:
    """Return a new match, on that sheet unless the options name a predefined one.

    `ties` are the numbers, 1 to 6, that will break ties.
    """
    chance = ForcedDice(ties)
    sheet = {} if "sheet" in options else {"sheet": "own", "own": own}
    return quincunx.new("coloryam", seats=seats, options={**sheet, **options}, chance=chance)


def ties_left(match: quincunx.Match) -> list[int]:
    """Return the scripted tie-breaking numbers that have not been rolled yet."""
    assert isinstance(match.chance, ForcedDice)
    return [value + 1 for value in match.chance.script["tie"]]


# One roll


def roll(match: quincunx.Match, values: Values, keep: str = "") -> Events:
    """Let the seat on turn roll these six dice, having kept some of them."""
    kept = keep.split()
    assert isinstance(match.chance, ForcedDice)
    assert set(kept) <= set(faces_of(values)), "kept dice do not change"
    match.chance.script["dice"] = [
        value - 1 for value, face in zip(values, faces_of(values), strict=True) if face not in kept
    ]
    events = play(match, f"keep {keep}" if keep else "roll")
    assert match.chance.script["dice"] == [], "all other dice are rolled"
    return events


def play(match: quincunx.Match, move: str) -> Events:
    """Make a move with the seat on turn."""
    return match.play(move, match.awaited[0])


# One attempt: up to three rolls


def attempt(match: quincunx.Match, values: Values) -> Events:
    """Roll once and stop."""
    roll(match, values)
    return play(match, "stop")


def meet(match: quincunx.Match, total: int) -> Events:
    """Meet the challenge with this total, or roll it in a ColorYam line."""
    return attempt(match, dice_for(match.view(None).line, total))


def fail(match: quincunx.Match, total: int) -> Events:
    """Miss the challenge with this total; the choice is still open."""
    return attempt(match, dice_for(match.view(None).line, total, met=False))


def second_chance(match: quincunx.Match, total: int) -> Events:
    """Miss the challenge, and enter this total in the ColorYam field."""
    fail(match, total)
    return play(match, "enter")


def cross(match: quincunx.Match) -> Events:
    """Get an X in this line with a total that is low enough."""
    if match.view(None).line in COLORYAM:
        return attempt(match, (1,) * 6)
    events = fail(match, 9)
    return play(match, "cross") if match.view(None).phase == "choose" else events


def get(match: quincunx.Match, entry: int) -> Events:
    """Give the seat on turn this entry, a total or an X."""
    return cross(match) if entry == X else meet(match, entry)


# Lines


def fill(match: quincunx.Match, *entries: int) -> quincunx.Match:
    """Complete the line with these entries by seat, including seats that are passed over."""
    line = match.view(None).line
    while match.view(None).line == line:
        get(match, entries[match.awaited[0]])
    assert row(match, line) == entries
    return match


def fill_up_to(match: quincunx.Match, line: int, *rows: Sequence[int]) -> quincunx.Match:
    """Complete the lines above this one: with these rows, then with the same entry for all."""
    for entries in rows:
        fill(match, *entries)
    while match.view(None).line < line:
        fill(match, *[ALIKE[match.view(None).line]] * match.seats)
    return match


ALIKE: Final = (25, 25, 15, 25, 25, 18, 25, 25, 22, 30)
"""An entry for each line that every seat can have; ColorYam numbers increase."""


def row(match: quincunx.Match, line: int) -> EntryRow:
    return tuple(column[line] for column in match.view(None).entries)


def points(match: quincunx.Match, line: int) -> EntryRow:
    return tuple(column[line] for column in match.view(None).points)


# What is said and refused


def legal(match: quincunx.Match) -> set[str]:
    """Return the legal moves of the seat on turn."""
    return {str(move) for move in match.legal_moves(match.awaited[0])}


def expect_refusal(match: quincunx.Match, move: str, rule: str) -> quincunx.IllegalMove:
    """Check that the move is refused by this rule and is not listed; return the error."""
    error = illegal_move(match, match.awaited[0], move)
    assert error.rule == f"coloryam:{rule}"
    assert move not in legal(match)
    return error
