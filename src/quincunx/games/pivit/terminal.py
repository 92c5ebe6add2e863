"""The hand, the sticks and the grids as text, and help for players, for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quincunx.core.messages import Message, pattern, render
from quincunx.core.terminal import TerminalHelp, seat_name, standing
from quincunx.games.pivit.draft_editor import PivitEditor
from quincunx.games.pivit.grid import EMPTY
from quincunx.games.pivit.state import PivitView, PlacedText
from quincunx.games.pivit.tile_text import styled_tile, tile_rows


def board(view: PivitView, names: Sequence[str] = ()) -> str:
    """Draw the scores, the visible hands, and all visible grids."""
    lines = [*head(view, names), ""]
    if view.phase not in ("ready", "over"):
        lines += _hands(view, names)
    for seat, grid in enumerate(view.grids):
        if grid is not None:
            lines += ["", _whose(view, seat, names), *_rows(grid)]
    for seat, wrong in enumerate(view.wrong):
        if wrong is not None and view.grids[seat] is None:
            faults = [render(fault.message) for fault in view.faults[seat]]
            whose = Message("pivit.event.wrong", {"seat": seat})
            known = [seat_name(names, each) for each in range(len(view.grids))]
            lines += ["", render(whose, names=known, you=view.seat), *_rows(wrong)]
            lines += dict.fromkeys(faults)
    return "\n".join(lines)


def _hands(view: PivitView, names: Sequence[str]) -> list[str]:
    """Return the viewer's hand, or all hands that a viewer without a seat may see."""
    if view.seat is not None:
        return tile_rows(view.hands[view.seat] or ())
    lines: list[str] = []
    for seat, hand in enumerate(view.hands):
        if hand:
            lines += [seat_name(names, seat), *tile_rows(hand)]
    return lines


def head(view: PivitView, names: Sequence[str]) -> list[str]:
    """Return the round, the points, the sticks and the viewer's tokens."""
    # The round is counted from when its tiles are turned over.
    number = max(1, view.round)
    messages = [Message("pivit.terminal.round", {"round": number, "rounds": view.rounds})]
    if len(view.scores) > 1:
        messages.append(Message("pivit.goal.next_round", {"target": view.target}))
    if view.seat is not None:
        messages.append(Message("pivit.board.tokens", {"count": view.tokens[view.seat]}))
    lines = ["   ".join(map(render, messages)), standing(names, view.scores)]
    return [*lines, _sticks(view, names)] if view.values else lines


def _sticks(view: PivitView, names: Sequence[str]) -> str:
    sticks = (
        _stick(value, seat, names) for value, seat in zip(view.values, view.sticks, strict=True)
    )
    return render(Message("pivit.terminal.sticks", {"sticks": "   ".join(sticks)}))


def _stick(value: int, seat: int | None, names: Sequence[str]) -> str:
    if seat is None:
        return render(Message("pivit.terminal.stick_free", {"value": value}))
    name = seat_name(names, seat)
    return render(Message("pivit.terminal.stick_taken", {"value": value, "name": name}))


def _whose(view: PivitView, seat: int, names: Sequence[str]) -> str:
    if seat == view.seat:
        return pattern("pivit.board.plane")
    return render(Message("pivit.terminal.grid", {"name": seat_name(names, seat)}))


def _rows(grid: Iterable[PlacedText]) -> list[str]:
    cells = {(x, y): tile for x, y, tile in grid}
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    return [
        " ".join(styled_tile(cells[x, y]) if (x, y) in cells else EMPTY for x in range(width))
        for y in range(height)
    ]


def _goal(view: PivitView) -> Message | None:
    """Say what to do now, as the page does."""
    if view.phase == "over":
        return None
    if view.phase in ("build", "race"):
        seat = view.seat
        is_done = seat is not None and (
            view.claimed[seat] or (bool(view.stopped) and view.stopped[seat])
        )
        return Message("pivit.goal.done" if is_done else "pivit.goal.build")
    return Message("pivit.terminal.ready")


def _examples(view: PivitView) -> tuple[str, ...]:
    examples = ("ready", "trade r1", "stop", "resume")
    return (*examples, "withdraw") if view.referee == "at-scoring" else examples


HELP = TerminalHelp(
    goal=_goal,
    examples=_examples,
    legend=Message("pivit.terminal.legend"),
    editor=lambda: PivitEditor(head),
)
