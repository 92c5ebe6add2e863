"""Games that bots play, and positions near the end."""

from __future__ import annotations

from typing import Any

import quincunx
from quincunx.games.coloryam.dice import faces
from quincunx.games.coloryam.sheet import LINES
from quincunx.games.coloryam.state import ColorYamView


def played(*levels: str, seed: int = 1, **options: Any) -> quincunx.Match:
    match = quincunx.new("coloryam", options=options, seats=len(levels), seed=seed)
    match.play_out(dict(enumerate(levels)), seed="test")
    return match


def last_line(
    mine: int,
    theirs: int,
    entry: int | None,
    dice: tuple[int, ...],
    bars: tuple[int, int] = (20, 20),
) -> ColorYamView:
    """Two seats in ColorYam 4, the first on turn after two rolls."""
    match = quincunx.new("coloryam", seats=2, seed=1)
    own, other = ((*(bar if line == 2 else 0 for line in range(LINES - 1)),) for bar in bars)
    return ColorYamView(
        **{
            **{name: getattr(match.view(0), name) for name in ColorYamView.__struct_fields__},
            "entries": ((*own, None), (*other, entry)),
            "totals": (mine, theirs),
            "line": LINES - 1,
            "waiting": (0,) if entry is not None else (0, 1),
            "faces": faces(dice),
            "rolls": 2,
            "total": sum(dice),
        }
    )
