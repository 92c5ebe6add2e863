"""The grid as text, and help for players, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core.messages import Message, pattern, render
from quincunx.core.terminal import TerminalHelp, standing
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELL_NAMES, SIDE
from quincunx.games.quivvit.rules import ROUNDS
from quincunx.games.quivvit.state import QuivvitView

_STYLES = {
    "R": "bold white on red",
    "G": "bold black on green",
    "B": "bold white on blue",
    "Y": "bold black on yellow",
}
_CARD_WIDTH = 8
"""Two squares of three characters, and a value of up to two between them."""


def board(view: QuivvitView, names: Sequence[str] = ()) -> str:
    """Return the grid, the die and the points as lines of text."""
    covered = {CELL_BY_NAME[name] for name in view.blocks if name is not None}
    rule = f"   +{'+'.join(['-' * _CARD_WIDTH] * SIDE)}+"
    lines = ["    " + " ".join(f"{letter:^{_CARD_WIDTH}}" for letter in "abcde").rstrip(), rule]
    for row in range(SIDE):
        cells = range(row * SIDE, (row + 1) * SIDE)
        upper, lower = zip(
            *(_card(view.grid[cell], cell in covered) for cell in cells), strict=True
        )
        lines += [
            f" {CELL_NAMES[cells[0]][1]} |{'|'.join(upper)}|",
            f"   |{'|'.join(lower)}|",
            rule,
        ]
    lines.append("")
    scores = [_score(view, seat) for seat in range(len(view.points))]
    return "\n".join([*lines, _status_line(view), standing(names, scores, view.turn)])


def _status_line(view: QuivvitView) -> str:
    messages = [
        Message("quivvit.board.drain_round", {"round": view.round})
        if view.draining
        else Message("quivvit.board.round", {"round": view.round, "rounds": ROUNDS}),
        Message("quivvit.board.deck", {"left": sum(view.deck)}),
    ]
    if view.colour:
        messages.append(Message("quivvit.terminal.die", {"die": _square(view.colour)}))
    return "   ".join(map(render, messages))


def _score(view: QuivvitView, seat: int) -> str:
    points = render(Message("quivvit.terminal.points", {"points": view.points[seat]}))
    held = {"double": view.doubles[seat], "block": view.may_block[seat]}
    notes = [pattern(f"quivvit.board.holds.{card}") for card, holds in held.items() if holds]
    if view.apart_points[seat]:
        apart = Message("quivvit.board.apart", {"points": view.apart_points[seat]})
        notes.insert(0, render(apart))
    return f"{points} ({', '.join(notes)})" if notes else points


def _card(text: str | None, covered: bool) -> tuple[str, str]:
    """Return two lines of eight characters: the colours around the value."""
    if text is None:
        return " " * _CARD_WIDTH, " " * _CARD_WIDTH
    if covered:
        return "▒" * _CARD_WIDTH, "▒" * _CARD_WIDTH
    first, second, third, fourth = (_square(letter) for letter in text[:4])
    value = text[4:].replace("-", "−")
    return f"{first}  {second}", f"{fourth}{value:>2}{third}"


def _square(letter: str) -> str:
    return f"[{_STYLES[letter]}] {letter} [/]"


def _goal(view: QuivvitView) -> Message | None:
    """Say what to do now, as the page does."""
    if view.phase == "over":
        return None
    if view.seat in view.waiting and view.phase in ("block", "bonus"):
        return Message(f"quivvit.terminal.{view.phase}")
    if view.colour is not None:
        return Message("quivvit.goal.colour", {"colour": view.colour})
    return Message("quivvit.goal.link")


def _examples(view: QuivvitView) -> tuple[str, ...]:
    examples = ["c3 left", "c3 right"]
    if any(view.doubles) or view.phase == "bonus":
        examples += ["c3 half", "claim c3", "draw", "decline"]
    if any(view.may_block) or any(view.blocks):
        examples += ["block d4", "decline", "quiet", "ask"]
    return tuple(dict.fromkeys(examples))


HELP = TerminalHelp(goal=_goal, examples=_examples, legend=Message("quivvit.terminal.legend"))
