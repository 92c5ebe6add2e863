"""Tiles as coloured text, for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

_STYLES: Final = {
    "r": "bold red",
    "o": "bold dark_orange",
    "y": "bold yellow",
    "g": "bold green",
    "b": "bold blue",
    "p": "bold magenta",
    "*": "bold white",
}
_COLOURS_PER_ROW: Final = 3


def styled_tile(tile: str) -> str:
    return f"[{_STYLES[tile[0]]}]{tile}[/]"


def tile_rows(tiles: Iterable[str]) -> list[str]:
    """Return the tiles sorted by colour, a few colours in each line."""
    order = "".join(_STYLES)
    by_colour = sorted(tiles, key=lambda tile: (order.index(tile[0]), tile))
    groups = [
        " ".join(map(styled_tile, same)) for _, same in groupby(by_colour, key=lambda tile: tile[0])
    ]
    return ["    ".join(row) for row in _chunks(groups)]


def _chunks(groups: Sequence[str]) -> list[Sequence[str]]:
    return [groups[at : at + _COLOURS_PER_ROW] for at in range(0, len(groups), _COLOURS_PER_ROW)]
