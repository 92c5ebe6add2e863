"""Draw what `python -m bench.load --json FILE` has measured: `python -m bench.load.pictures FILE`.

The pictures go to `docs/explanation/scale/`, one a question.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import matplotlib as mpl
import msgspec
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bench.load.fan_out import FanOut
from bench.load.moves import Moves
from bench.load.tables import MAX_DELAY_MS, Tables

FOLDER = Path("docs/explanation/scale")

LINES: dict[str, dict[str, str]] = {
    "quincunx, SQLite": {"color": "#0060a8", "marker": "o"},
    "quincunx, PostgreSQL": {"color": "#00796b", "marker": "s"},
    "boardgame.io, memory": {"color": "#b3541e", "marker": "^", "linestyle": "--"},
    "boardgame.io, files": {"color": "#8a6d00", "marker": "v", "linestyle": "--"},
    "1 process": {"color": "#0060a8", "marker": "o"},
    "2 processes": {"color": "#00796b", "marker": "s"},
}
"""Markers differ as well, so that colour is not the only distinction."""

mpl.rcParams.update(
    {
        # Without a date, so that the same data gives the same file.
        "svg.hashsalt": "quincunx",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.grid": True,
        "grid.alpha": 0.3,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)


class Measured(msgspec.Struct):
    """All results."""

    moves: list[Moves] = []
    tables: list[Tables] = []
    fan_out: list[FanOut] = []
    processes: list[Moves] = []


Row = TypeVar("Row", Moves, Tables, FanOut)


def main(file: Path) -> None:
    measured = msgspec.json.decode(file.read_bytes(), type=Measured)
    FOLDER.mkdir(exist_ok=True)
    if measured.moves:
        _moves(measured.moves, "moves")
    if measured.tables:
        _tables(measured.tables)
    if measured.fan_out:
        _spectators(measured.fan_out)
    if measured.processes:
        _moves(measured.processes, "processes")


def _moves(rows: list[Moves], name: str) -> None:
    """Draw moves per second and latency by the number of tables."""
    figure, (speed, delay) = _panels(2)
    for axes in (speed, delay):
        axes.set_xscale("log", base=2)
        axes.set_xlabel("tables, each moving as fast as possible")
    _draw(speed, rows, lambda row: row.tables, lambda row: row.a_second)
    _draw(delay, rows, lambda row: row.tables, lambda row: row.p99)
    speed.set_ylabel("acknowledged moves per second")
    delay.set_ylabel("p99 latency of a move, ms")
    delay.set_yscale("log")
    _save(figure, speed, name)


def _tables(rows: list[Tables]) -> None:
    """Draw the cost of tables with four sockets and a move every five seconds."""
    figure, (delay, busy, memory) = _panels(3)
    for axes in (delay, busy, memory):
        axes.set_xlabel("tables, four sockets each")
    _draw(delay, rows, lambda row: row.tables, lambda row: row.p99)
    _draw(busy, rows, lambda row: row.tables, lambda row: 100 * row.busy)
    _draw(memory, rows, lambda row: row.tables, lambda row: row.memory / 1e6)
    delay.axhline(MAX_DELAY_MS, color="#777777", linewidth=1, linestyle=":")
    delay.set_ylabel("p99 latency of a move, ms")
    delay.set_yscale("log")
    busy.set_ylabel("CPU of the server, % of a core")
    memory.set_ylabel("memory of the server, MB")
    _save(figure, delay, "tables")


def _spectators(rows: list[FanOut]) -> None:
    """Draw the time until all spectators have received a move."""
    figure, (axes,) = _panels(1)
    _draw(axes, rows, lambda row: row.watchers, lambda row: row.everywhere)
    axes.set_xlabel("spectators at one table")
    axes.set_ylabel("until the last has received a move, ms")
    _save(figure, axes, "spectators")


def _panels(count: int) -> tuple[Figure, Iterable[Axes]]:
    figure = Figure(figsize=(4.2 * count, 3.4), layout="constrained")
    return figure, [figure.add_subplot(1, count, number) for number in range(1, count + 1)]


def _draw(
    axes: Axes, rows: list[Row], x: Callable[[Row], float], y: Callable[[Row], float]
) -> None:
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_name[row.contender].append(row)
    for name, own in by_name.items():
        style: dict[str, Any] = LINES[name]
        axes.plot([x(row) for row in own], [y(row) for row in own], label=name, **style)


def _save(figure: Figure, legend: Axes, name: str) -> None:
    legend.legend(frameon=False, fontsize=8)
    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
