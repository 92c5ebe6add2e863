"""The board as text, for the terminal."""

from __future__ import annotations

import msgspec

from quincunx.core.messages import Arg, Message, pattern, render
from quincunx.games.quatrefoil.rules.series import signed
from quincunx.games.quatrefoil.state import DealSeries, QuatrefoilView
from quincunx.games.quatrefoil.tokens import FREE, POSITIONS

_STYLES = {
    "B": "bold white on blue",
    "G": "bold black on green",
    "P": "bold white on magenta",
    "R": "bold white on red",
    "Y": "bold black on yellow",
    None: "dim",
}
_COLUMN_WIDTH = 20
"""The width of the left column in characters."""


def board(view: QuatrefoilView) -> str:
    """Draw the tokens with north up, the target as far as it is known, and the seats."""
    tokens, target = pattern("quatrefoil.terminal.tokens"), pattern("quatrefoil.board.target")
    free = pattern("quatrefoil.terminal.free")
    square, single = len(" R   R "), len(f"{free}  R ")
    lines = [
        _side_by_side(tokens, target, len(tokens)),
        _side_by_side(_row(view.tokens, "NW", "NE"), _row(view.target, "NW", "NE"), square),
        _side_by_side(_row(view.tokens, "SW", "SE"), _row(view.target, "SW", "SE"), square),
        _side_by_side(
            f"{free} {_token(view.tokens[FREE])}", f"{free} {_token(view.target[FREE])}", single
        ),
        "",
        *(_seat(view, seat) for seat in range(4)),
    ]
    if view.series is not msgspec.UNSET:
        lines[:0] = [_series(view.series), ""]
    if view.left is not None and not view.ending:
        lines += ["", render(Message("quatrefoil.terminal.left", {"left": view.left}))]
    return "\n".join(lines)


def _series(series: DealSeries) -> str:
    deal = min(len(series.finished) + 1, series.deals)
    args: dict[str, Arg] = {"deal": deal, "deals": series.deals, "total": signed(series.total)}
    return render(Message("quatrefoil.terminal.deal", args))


def _side_by_side(left: str, right: str, width: int) -> str:
    """Put two texts next to each other; `width` is that of the left text without markup."""
    return f"{left}{' ' * (_COLUMN_WIDTH - width)}{right}"


def _row(tokens: tuple[str | None, ...], *positions: str) -> str:
    return " ".join(_token(tokens[POSITIONS.index(position)]) for position in positions)


def _token(colour: str | None) -> str:
    return f"[{_STYLES[colour]}] {colour or '?'} [/]"


def _seat(view: QuatrefoilView, seat: int) -> str:
    thumb = {True: "👍", False: "👎", None: "  "}[view.signals[seat]]
    turn = "▶" if view.turn == seat and not view.ending else " "
    you = f"  {pattern('quatrefoil.terminal.you')}" if view.seat == seat else ""
    name = render(Message("quatrefoil.terminal.seat", {"number": seat + 1}))
    return f"{turn} {name} {thumb}  {_token(view.colours[seat])} {_position(view, seat)}{you}"


def _position(view: QuatrefoilView, seat: int) -> str:
    position = view.positions[seat]
    return "?" if position is None else pattern(f"quatrefoil.position.{position}")
