"""The hand, the sticks and the grids as text, for the terminal."""

from __future__ import annotations

from quincunx.games.pivit.notation import EMPTY
from quincunx.games.pivit.state import Text, View

_STYLES = {
    "r": "bold red",
    "o": "bold dark_orange",
    "y": "bold yellow",
    "g": "bold green",
    "b": "bold blue",
    "p": "bold magenta",
    "*": "bold white",
}


def board(view: View) -> str:
    """What one holds, then what the others have shown."""
    lines = [f"round {view.round}   scores {'  '.join(map(str, view.scores))} of {view.target}"]
    sticks = (
        f"{value}: {'in the middle' if seat is None else f'seat {seat + 1}'}"
        for value, seat in zip(view.values, view.sticks, strict=True)
    )
    lines += [f"sticks {'   '.join(sticks)}", ""]
    if view.seat is not None:
        hand = view.hands[view.seat] or ()
        lines.append(f"tokens {view.tokens[view.seat]}   tiles {' '.join(map(_tile, hand))}")
    for seat, grid in enumerate(view.grids):
        if grid is not None:
            lines += ["", f"seat {seat + 1}", *_rows(grid)]
    return "\n".join(lines)


def _rows(grid: tuple[Text, ...]) -> list[str]:
    cells = {(x, y): tile for x, y, tile in grid}
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    return [
        " ".join(_tile(cells[x, y]) if (x, y) in cells else EMPTY for x in range(width))
        for y in range(height)
    ]


def _tile(tile: str) -> str:
    return f"[{_STYLES[tile[0]]}]{tile}[/]"
