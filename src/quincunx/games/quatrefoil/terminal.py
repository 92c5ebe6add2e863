"""The board as text, for the terminal."""

from __future__ import annotations

from quincunx.games.quatrefoil.pieces import FREE, POSITIONS
from quincunx.games.quatrefoil.rules import View

_STYLES = {
    "B": "bold white on blue",
    "G": "bold black on green",
    "P": "bold white on magenta",
    "R": "bold white on red",
    "Y": "bold black on yellow",
    None: "dim",
}


def board(view: View) -> str:
    """Tokens as they lie, north up; then the target as far as it is known, and the seats."""
    lines = [
        f"{'tokens':<20}{'target':<12}",
        f"{_row(view.tokens, 'NW', 'NE')}{' ' * 12}{_row(view.target, 'NW', 'NE')}",
        f"{_row(view.tokens, 'SW', 'SE')}{' ' * 12}{_row(view.target, 'SW', 'SE')}",
        f"free {_token(view.tokens[FREE])}{' ' * 12}free {_token(view.target[FREE])}",
        "",
        *(_seat(view, seat) for seat in range(4)),
    ]
    return "\n".join(lines)


def _row(tokens: tuple[str | None, ...], *positions: str) -> str:
    return " ".join(_token(tokens[POSITIONS.index(position)]) for position in positions) + " "


def _token(colour: str | None) -> str:
    return f"[{_STYLES[colour]}] {colour or '?'} [/]"


def _seat(view: View, seat: int) -> str:
    thumb = {True: "👍", False: "👎", None: "  "}[view.signals[seat]]
    turn = "▶" if view.turn == seat and not view.ending else " "
    you = "  (you)" if view.seat == seat else ""
    cards = f"{_token(view.colours[seat])} {view.positions[seat] or '? '}"
    return f"{turn} seat {seat + 1} {thumb}  {cards}{you}"
