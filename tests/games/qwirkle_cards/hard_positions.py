"""The hardest positions known, with their answers."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from quincunx.games.qwirkle_cards.position import (
    QwirkleCardsPosition,
    parse_position,
)


class Hard(NamedTuple):
    """A line of the file."""

    most: int | None
    """`None`: nothing can be played."""
    position: QwirkleCardsPosition


def _read() -> list[Hard]:
    lines = (Path(__file__).parent / "hard_positions.txt").read_text("utf-8").splitlines()
    fields = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    return [Hard(None if most == "-" else int(most), parse_position(text)) for most, text in fields]


HARD: Final = _read()
