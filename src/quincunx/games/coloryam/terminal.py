"""The dice and the sheet as text, and help for players, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core.messages import Message, pattern
from quincunx.core.terminal import TerminalHelp, seat_name
from quincunx.games.coloryam.notation import format_challenge
from quincunx.games.coloryam.sheet import (
    CHALLENGE_OF_LINE,
    COLORYAM_LINES,
    LINES,
    SECTION_OF_LINE,
    X,
)
from quincunx.games.coloryam.state import ColorYamView

_STYLES = {
    "R": "bold white on red",
    "O": "bold black on dark_orange",
    "Y": "bold black on yellow",
    "G": "bold black on green",
    "B": "bold white on blue",
    "K": "bold white on grey15",
}
_SECTIONS = ("red", "yellow", "blue")
_VERDICTS = {True: "coloryam.board.met", False: "coloryam.board.not_met"}
_NAME_WIDTH, _COLUMN_WIDTH = 16, 10


def board(view: ColorYamView, names: Sequence[str] = ()) -> str:
    """Draw the dice, then the sheet with a column for each seat."""
    dice = "  ".join(f"[{_STYLES[face[1]]}] {face} [/]" for face in view.faces)
    shown = [dice or pattern("coloryam.terminal.no_dice")]
    if view.total:
        shown.append(f"{pattern('coloryam.board.total')} {view.total}")
    if view.met is not None:
        shown.append(pattern(_VERDICTS[view.met]))
    return "\n".join(
        [
            "   ".join(shown),
            "",
            _header(view, names),
            *(_line(view, line) for line in range(LINES)),
            _totals(view),
        ]
    )


def _header(view: ColorYamView, names: Sequence[str]) -> str:
    """Return the players' names over their columns; an arrow marks the player on turn."""
    cells = []
    for seat in range(len(view.entries)):
        turn = "▶" if view.waiting[:1] == (seat,) else " "
        name = seat_name(names, seat)[: _COLUMN_WIDTH - 2]
        cells.append(f"{turn}{name}".rjust(_COLUMN_WIDTH))
    return " " * (_NAME_WIDTH + 2) + "".join(cells)


def _line(view: ColorYamView, line: int) -> str:
    number = CHALLENGE_OF_LINE[line]
    if number is None:
        name = f"ColorYam {COLORYAM_LINES.index(line) + 1}"
    else:
        name = _challenge(format_challenge(view.sheet[number]))
    here = "▶" if line == view.line else " "
    cells = "".join(_cell(view, seat, line) for seat in range(len(view.entries)))
    return f"{here} [{_SECTIONS[SECTION_OF_LINE[line]]}]{name:<{_NAME_WIDTH}}[/]{cells}"


def _challenge(notation: str) -> str:
    """Return a challenge as it is written on the sheet, with the words in the reader's language."""
    return " ".join(
        pattern(f"coloryam.terminal.{word}")
        if word in ("none", "alike", "never", "pairs", "colours", "most")
        else word.replace("!=", "≠")
        for word in notation.split()
    )


def _cell(view: ColorYamView, seat: int, line: int) -> str:
    entry, points = view.entries[seat][line], view.points[seat][line]
    written = "·" if entry is None else "✕" if entry == X else str(entry)
    worth = "" if points is None or len(view.entries) == 1 else f" ({points})"
    return f"{written}{worth}".rjust(_COLUMN_WIDTH)


def _totals(view: ColorYamView) -> str:
    cells = "".join(str(total).rjust(_COLUMN_WIDTH) for total in view.totals)
    return f"  [bold]{pattern('coloryam.terminal.points'):<{_NAME_WIDTH}}{cells}[/]"


def _goal(view: ColorYamView) -> Message | None:
    """Say what to do now, as the page does."""
    if view.phase == "over":
        return None
    if view.waiting[:1] != (view.seat,):
        return Message("coloryam.goal.aim")
    if view.phase == "choose":
        return Message("coloryam.goal.choose")
    challenge = CHALLENGE_OF_LINE[view.line]
    if challenge is None:
        must_grow = COLORYAM_LINES.index(view.line) > 0 and not view.beginner
        return Message("coloryam.goal.field" if must_grow else "coloryam.goal.field_any")
    if view.rolls == 0:
        return Message("coloryam.goal.roll")
    return Message("coloryam.goal.met" if view.met else "coloryam.goal.keep")


def _examples(view: ColorYamView) -> tuple[str, ...]:
    return ("roll", "keep 4R 5G", "stop", "enter", "cross")


HELP = TerminalHelp(goal=_goal, examples=_examples, legend=Message("coloryam.terminal.legend"))
