"""Build a grid in the terminal: `lay r1 r2 r3 at e4`, `lift e4`, `shift right 2`, `done`.

Columns are the letters a to z and rows are numbers from 1, so that `e4` is a cell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from string import ascii_lowercase
from typing import Final, NoReturn

from quincunx.core.errors import MalformedMove
from quincunx.core.messages import Arg, Message, pattern, render
from quincunx.core.rules import Fault
from quincunx.core.terminal import DraftEditor
from quincunx.games.pivit.grid import EMPTY, Cell
from quincunx.games.pivit.state import PivitDraft, PivitView
from quincunx.games.pivit.tile_text import styled_tile, tile_rows
from quincunx.games.pivit.tiles import TILE

_SIDE: Final = len(ascii_lowercase)
_START: Final = (4, 3)
"""The cell of the first example, `e4`."""
_SMALLEST_WINDOW: Final = (12, 8)
_MARGIN: Final = 1
_CELL: Final = re.compile(r"([a-z])([1-9][0-9]?)")
_LAY: Final = re.compile(r"lay\s+(?P<tiles>.+?)\s+at\s+(?P<cell>\S+)(?:\s+(?P<way>down|across))?")
_SHIFTS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_MOST_FAULTS: Final = 4
"""The number of faults that are listed at once."""


class PivitEditor(DraftEditor):
    """The grid that a player builds; the other tiles are on the rack."""

    commands = (
        ("lay r1 at e4", "pivit.terminal.help.lay"),
        ("lay r1 r2 r3 at e4", "pivit.terminal.help.lay_across"),
        ("lay r1 g1 b1 at e4 down", "pivit.terminal.help.lay_down"),
        ("lift e4", "pivit.terminal.help.lift"),
        ("lift all", "pivit.terminal.help.lift_all"),
        ("shift right 2", "pivit.terminal.help.shift"),
        ("done", "pivit.terminal.help.done"),
    )

    def __init__(self, head: Callable[[PivitView, Sequence[str]], list[str]]) -> None:
        self._head = head
        self._grid: dict[Cell, str] = {}

    def update(self, view: PivitView) -> None:
        held = Counter(self._hand(view))
        for cell, tile in list(self._grid.items()):
            held[tile] -= 1
            if held[tile] < 0:
                del self._grid[cell]

    def draft(self) -> PivitDraft:
        return PivitDraft(tuple((x, y, tile) for (x, y), tile in sorted(self._grid.items())))

    def example(self, view: PivitView) -> str:
        rack = self._rack(view)
        if not rack:
            return "done"
        if self._grid:
            return ""
        return f"lay {' '.join(_first_line(rack))} at {_cell_name(_START)}"

    # Commands

    def edit(self, typed: str, view: PivitView) -> bool:
        word, _, rest = typed.lower().strip().partition(" ")
        match word:
            case "lay":
                self._lay(typed.lower().strip(), view)
            case "lift":
                self._lift(rest.split())
            case "shift":
                self._shift(rest.split())
            case _:
                return False
        return True

    def move(self, typed: str, view: PivitView) -> str | None:
        if typed.lower() != "done":
            return None
        if not self._grid:
            _refuse("nothing_laid")
        left, right, top, bottom = self._bounds()
        rows = (
            " ".join(self._grid.get((x, y), EMPTY) for x in range(left, right + 1))
            for y in range(top, bottom + 1)
        )
        return f"claim {' / '.join(rows)}"

    def _lay(self, typed: str, view: PivitView) -> None:
        found = _LAY.fullmatch(typed)
        if found is None:
            _refuse("how_to_lay")
        tiles = found["tiles"].split()
        for tile in tiles:
            if tile not in TILE:
                raise MalformedMove("pivit.refusal.unknown_tile", text=tile)
        x, y = _parse_cell(found["cell"])
        down = found["way"] == "down"
        grid = dict(self._grid)
        rack = Counter(self._rack(view))
        for step, tile in enumerate(tiles):
            cell = (x, y + step) if down else (x + step, y)
            if max(cell) >= _SIDE:
                _refuse("no_room")
            # A line may cross tiles that are there already.
            if grid.get(cell) == tile:
                continue
            if not rack[tile]:
                _refuse("not_on_rack", tile=tile)
            rack[tile] -= 1
            if cell in grid:
                rack[grid[cell]] += 1
            grid[cell] = tile
        self._grid = grid

    def _lift(self, words: list[str]) -> None:
        if words == ["all"]:
            self._grid = {}
            return
        if not words:
            _refuse("how_to_lift")
        cells = [_parse_cell(word) for word in words]
        for cell in cells:
            if cell not in self._grid:
                _refuse("empty_cell", cell=_cell_name(cell))
        self._grid = {cell: tile for cell, tile in self._grid.items() if cell not in cells}

    def _shift(self, words: list[str]) -> None:
        way, steps = (*words, "1")[:2] if words else ("", "")
        if way not in _SHIFTS or not re.fullmatch("[1-9][0-9]?", steps) or len(words) > 2:
            _refuse("how_to_shift")
        across, down = (direction * int(steps) for direction in _SHIFTS[way])
        grid = {(x + across, y + down): tile for (x, y), tile in self._grid.items()}
        if any(not (0 <= x < _SIDE and 0 <= y < _SIDE) for x, y in grid):
            _refuse("no_room")
        self._grid = grid

    def _hand(self, view: PivitView) -> tuple[str, ...]:
        return () if view.seat is None else view.hands[view.seat] or ()

    def _rack(self, view: PivitView) -> tuple[str, ...]:
        return tuple((Counter(self._hand(view)) - Counter(self._grid.values())).elements())

    # The drawing

    def draw(self, view: PivitView, names: Sequence[str], faults: Sequence[Fault]) -> str:
        rack = self._rack(view)
        if rack:
            # Pieces are still to be connected.
            faults = [fault for fault in faults if fault.message.id != "pivit.refusal.apart"]
        count: dict[str, Arg] = {"count": len(rack)}
        lines = [*self._head(view, names), "", *self._plane(faults), ""]
        lines += [render(Message("pivit.board.rack", count)), *tile_rows(rack)]
        return "\n".join([*lines, *self._fault_lines(faults, rack)])

    def _plane(self, faults: Sequence[Fault]) -> list[str]:
        """Draw the part of the plane around the grid; ! marks tiles of a wrong line."""
        wrong = {cell for fault in faults for cell in fault.cells}
        left, right, top, bottom = self._window()
        columns = range(left, right + 1)
        lines = ["    " + "  ".join(ascii_lowercase[x] for x in columns)]
        for y in range(top, bottom + 1):
            cells = (
                f"{styled_tile(tile)}{'!' if f'{x},{y}' in wrong else ' '}"
                if (tile := self._grid.get((x, y)))
                else " · "
                for x in columns
            )
            lines.append(f"{y + 1:>2} {''.join(cells).rstrip()}")
        return lines

    def _fault_lines(self, faults: Sequence[Fault], rack: tuple[str, ...]) -> list[str]:
        """Say what is wrong; tiles that are still on the rack are not, while building."""
        shown = [fault for fault in faults if fault.cells]
        lines = [
            f"! {render(fault.message)} ({_listed_cells(fault)})" for fault in shown[:_MOST_FAULTS]
        ]
        if not rack and not faults:
            lines.append(pattern("pivit.terminal.all_right"))
        return ["", *lines] if lines else []

    def _window(self) -> tuple[int, int, int, int]:
        """Return the first and last column and row to draw."""
        width, height = _SMALLEST_WINDOW
        if not self._grid:
            return 0, width - 1, 0, height - 1
        left, right, top, bottom = self._bounds()
        left, top = max(0, left - _MARGIN), max(0, top - _MARGIN)
        right = min(_SIDE - 1, max(right + _MARGIN, left + width - 1))
        bottom = min(_SIDE - 1, max(bottom + _MARGIN, top + height - 1))
        return left, right, top, bottom

    def _bounds(self) -> tuple[int, int, int, int]:
        columns, rows = [x for x, _ in self._grid], [y for _, y in self._grid]
        return min(columns), max(columns), min(rows), max(rows)


def _first_line(rack: Sequence[str]) -> list[str]:
    """Return tiles of the rack that make a line, as an example."""
    groups = [
        sorted({tile for tile in rack if tile[part] == value and tile in TILE and "*" not in tile})
        for part in (0, 1)
        for value in sorted({tile[part] for tile in rack})
    ]
    return next((group[:3] for group in groups if len(group) >= 3), list(rack[:1]))


def _parse_cell(text: str) -> Cell:
    found = _CELL.fullmatch(text)
    if found is None or int(found[2]) > _SIDE:
        _refuse("no_such_cell", text=text)
    return ascii_lowercase.index(found[1]), int(found[2]) - 1


def _cell_name(cell: Cell) -> str:
    return f"{ascii_lowercase[cell[0]]}{cell[1] + 1}"


def _listed_cells(fault: Fault) -> str:
    cells = (tuple(map(int, cell.split(","))) for cell in fault.cells)
    return " ".join(_cell_name((x, y)) for x, y in cells)


def _refuse(reason: str, **args: Arg) -> NoReturn:
    raise MalformedMove(f"pivit.terminal.refusal.{reason}", **args)
