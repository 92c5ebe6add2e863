"""The dice and the sheet as text, for the terminal."""

from __future__ import annotations

from quincunx.core.messages import pattern
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


def board(view: ColorYamView) -> str:
    """Draw the dice, then the sheet with a column for each seat."""
    dice = "  ".join(f"[{_STYLES[face[1]]}] {face} [/]" for face in view.faces)
    shown = [dice or pattern("coloryam.terminal.no_dice")]
    if view.total:
        shown.append(f"{pattern('coloryam.board.total')} {view.total}")
    if view.met is not None:
        shown.append(pattern(_VERDICTS[view.met]))
    return "\n".join(["   ".join(shown), "", *(_line(view, line) for line in range(LINES))])


def _line(view: ColorYamView, line: int) -> str:
    number = CHALLENGE_OF_LINE[line]
    if number is None:
        name = f"ColorYam {COLORYAM_LINES.index(line) + 1}"
    else:
        name = format_challenge(view.sheet[number])
    here = "▶" if line == view.line else " "
    cells = "".join(_cell(view, seat, line) for seat in range(len(view.entries)))
    return f"{here} [{_SECTIONS[SECTION_OF_LINE[line]]}]{name:<14}[/]{cells}"


def _cell(view: ColorYamView, seat: int, line: int) -> str:
    entry, points = view.entries[seat][line], view.points[seat][line]
    written = "·" if entry is None else "✕" if entry == X else str(entry)
    worth = "" if points is None or len(view.entries) == 1 else f"({points})"
    return f"{written:>5}{worth:<4}"
