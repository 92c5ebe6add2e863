"""The hand, the sticks and the grids as text, for the terminal."""

from __future__ import annotations

from quincunx.core.messages import Message, render
from quincunx.games.pivit.grid import EMPTY
from quincunx.games.pivit.state import PivitView, PlacedText

_STYLES = {
    "r": "bold red",
    "o": "bold dark_orange",
    "y": "bold yellow",
    "g": "bold green",
    "b": "bold blue",
    "p": "bold magenta",
    "*": "bold white",
}


def board(view: PivitView) -> str:
    """Draw the scores, the viewer's hand, and all visible grids."""
    lines = [_scores(view), _sticks(view), ""]
    if view.seat is not None:
        lines.append(_hand(view, view.seat))
    for seat, grid in enumerate(view.grids):
        if grid is not None:
            whose = render(Message("pivit.terminal.seat", {"number": seat + 1}))
            lines += ["", whose, *_rows(grid)]
    for seat, wrong in enumerate(view.wrong):
        if wrong is not None and view.grids[seat] is None:
            whose = render(Message("pivit.terminal.wrong", {"number": seat + 1}))
            faults = [render(fault.message) for fault in view.faults[seat]]
            lines += ["", whose, *_rows(wrong), *dict.fromkeys(faults)]
    return "\n".join(lines)


def _scores(view: PivitView) -> str:
    scores = "  ".join(map(str, view.scores))
    messages = (
        Message("pivit.terminal.round", {"round": view.round, "rounds": view.rounds}),
        Message("pivit.terminal.scores", {"scores": scores, "target": view.target}),
    )
    return "   ".join(map(render, messages))


def _sticks(view: PivitView) -> str:
    sticks = (_stick(*stick) for stick in zip(view.values, view.sticks, strict=True))
    return render(Message("pivit.terminal.sticks", {"sticks": "   ".join(sticks)}))


def _stick(value: int, seat: int | None) -> str:
    if seat is None:
        return render(Message("pivit.terminal.stick_free", {"value": value}))
    return render(Message("pivit.terminal.stick_taken", {"value": value, "number": seat + 1}))


def _hand(view: PivitView, seat: int) -> str:
    tiles = " ".join(map(_tile, view.hands[seat] or ()))
    messages = (
        Message("pivit.board.tokens", {"count": view.tokens[seat]}),
        Message("pivit.terminal.tiles", {"tiles": tiles}),
    )
    return "   ".join(map(render, messages))


def _rows(grid: tuple[PlacedText, ...]) -> list[str]:
    cells = {(x, y): tile for x, y, tile in grid}
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    return [
        " ".join(_tile(cells[x, y]) if (x, y) in cells else EMPTY for x in range(width))
        for y in range(height)
    ]


def _tile(tile: str) -> str:
    return f"[{_STYLES[tile[0]]}]{tile}[/]"
