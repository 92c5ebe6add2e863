"""The grid as text, for the terminal."""

from __future__ import annotations

from quincunx.core.messages import Message, render
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELL_NAMES, SIDE
from quincunx.games.quivvit.state import QuivvitView

_STYLES = {
    "R": "bold white on red",
    "G": "bold black on green",
    "B": "bold white on blue",
    "Y": "bold black on yellow",
}


def board(view: QuivvitView) -> str:
    """Return the grid, the die and the points as lines of text."""
    covered = {CELL_BY_NAME[name] for name in view.blocks if name is not None}
    lines = ["     " + "       ".join("abcde")]
    for row in range(SIDE):
        cells = range(row * SIDE, (row + 1) * SIDE)
        upper, lower = zip(
            *(_card(view.grid[cell], cell in covered) for cell in cells), strict=True
        )
        lines += [f" {CELL_NAMES[cells[0]][1]}  {' '.join(upper)}", f"    {' '.join(lower)}", ""]
    points = "  ".join(map(str, view.points))
    lines += [_status_line(view), render(Message("quivvit.terminal.points", {"points": points}))]
    return "\n".join(lines)


def _status_line(view: QuivvitView) -> str:
    messages = [
        Message("quivvit.terminal.round", {"round": view.round}),
        Message("quivvit.board.deck", {"left": sum(view.deck)}),
    ]
    if view.colour:
        messages.append(Message("quivvit.terminal.die", {"die": _square(view.colour)}))
    return "   ".join(map(render, messages))


def _card(text: str | None, covered: bool) -> tuple[str, str]:
    """Return two lines of seven characters: the colours around the value."""
    if text is None:
        return "       ", "       "
    if covered:
        return "▒▒▒▒▒▒▒", "▒▒▒▒▒▒▒"
    first, second, third, fourth, value = *(_square(letter) for letter in text[:4]), text[4:]
    return f"{first} {second}", f"{fourth}{value:^{1}}{third}" if len(value) == 1 else (
        f"{fourth}{value}{third}"
    )


def _square(letter: str) -> str:
    return f"[{_STYLES[letter]}] {letter} [/]"
