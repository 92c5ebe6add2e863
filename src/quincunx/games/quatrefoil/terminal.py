"""The board as text, and help for players, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quincunx.core.messages import Arg, Message, pattern, render
from quincunx.core.terminal import TerminalHelp, seat_name
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
_NAME_WIDTH, _POSITION_WIDTH = 12, 12


def board(view: QuatrefoilView, names: Sequence[str] = ()) -> str:
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
        *(_seat(view, seat, names) for seat in range(4)),
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


def _seat(view: QuatrefoilView, seat: int, names: Sequence[str]) -> str:
    turn = "▶" if view.turn == seat and not view.ending else " "
    name = f"{seat_name(names, seat)[:_NAME_WIDTH]:<{_NAME_WIDTH}}"
    return (
        f"{turn} {name}  {_token(view.colours[seat])} {_position(view, seat)}{_signal(view, seat)}"
    )


def _position(view: QuatrefoilView, seat: int) -> str:
    position = view.positions[seat]
    text = "?" if position is None else pattern(f"quatrefoil.position.{position}")
    return f"{text:<{_POSITION_WIDTH}}"


def _signal(view: QuatrefoilView, seat: int) -> str:
    """Return in words whether the seat's token is in place, where that is shown."""
    signal = view.signals[seat]
    if signal is None:
        return ""
    return pattern(f"quatrefoil.terminal.{'in_place' if signal else 'not_in_place'}")


def _goal(view: QuatrefoilView) -> Message | None:
    """Say what to do now, as the page does."""
    if view.ending:
        return None
    if None not in view.target:
        return Message("quatrefoil.goal.target")
    colour = None if view.seat is None else view.colours[view.seat]
    position = None if view.seat is None else view.positions[view.seat]
    if view.seat is None or colour is None or position is None:
        return Message("quatrefoil.goal.together")
    placed = "in_place" if view.signals[view.seat] else "bring"
    return Message(f"quatrefoil.goal.{placed}", {"colour": colour, "position": position})


def _examples(view: QuatrefoilView) -> tuple[str, ...]:
    examples = ("push north from west", "p n w", "twist clockwise", "twist anticlockwise", "stack")
    # Where every signal is shown all the time, nobody shows one.
    return (*examples, "signal") if None in view.signals else examples


HELP = TerminalHelp(goal=_goal, examples=_examples, legend=Message("quatrefoil.terminal.legend"))
