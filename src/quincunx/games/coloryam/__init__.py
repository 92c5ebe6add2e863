"""ColorYam, by Thomas Sing (Ravensburger)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from quincunx.core.game import RULES_KEPT, Game
from quincunx.games.coloryam.bots import BOTS
from quincunx.games.coloryam.coach import hints
from quincunx.games.coloryam.notation import format_move, parse_move, say_move
from quincunx.games.coloryam.position import solve
from quincunx.games.coloryam.review import review
from quincunx.games.coloryam.rules import SEATS, ColorYamOptions, ColorYamRules
from quincunx.games.coloryam.terminal import board

COLORYAM = Game(
    name="coloryam",
    version=2,
    folder=Path(__file__).parent,
    options=ColorYamOptions,
    seats=lambda options: SEATS,
    rules=lru_cache(RULES_KEPT)(ColorYamRules),
    move_parser=parse_move,
    # All six dice can be named: that they cannot all be kept is refused with its reason.
    longest_move=22,
    format_move=format_move,
    say_move=say_move,
    board=board,
    bots=BOTS,
    hints=hints,
    review=review,
    solve=solve,
)
