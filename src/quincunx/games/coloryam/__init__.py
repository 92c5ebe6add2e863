"""ColorYam, by Thomas Sing (Ravensburger)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.core.game import MAX_CACHED_RULES, Game
from quincunx.games.coloryam.bots import BOTS
from quincunx.games.coloryam.daily import DAILY
from quincunx.games.coloryam.hints import hints
from quincunx.games.coloryam.moves import ColorYamMove
from quincunx.games.coloryam.notation import describe_move, parse_move
from quincunx.games.coloryam.options import PRESETS, SEATS, ColorYamOptions
from quincunx.games.coloryam.picture import art, picture
from quincunx.games.coloryam.position import position_text, setup_position, solve
from quincunx.games.coloryam.puzzles import PUZZLES
from quincunx.games.coloryam.review import judge, review
from quincunx.games.coloryam.rules import ColorYamRules
from quincunx.games.coloryam.terminal import HELP, board

if TYPE_CHECKING:
    from quincunx.games.coloryam.encoding import ColorYamEncoding


def _encoding(rules: ColorYamRules) -> ColorYamEncoding:
    """Import the encoding, which needs numpy, when it is first asked for."""
    from quincunx.games.coloryam.encoding import ColorYamEncoding

    return ColorYamEncoding(rules)


COLORYAM = Game(
    name="coloryam",
    version=2,
    folder=Path(__file__).parent,
    options=ColorYamOptions,
    presets=PRESETS,
    seats=lambda options: SEATS,
    rules=lru_cache(MAX_CACHED_RULES)(ColorYamRules),
    move_type=ColorYamMove,
    move_parser=parse_move,
    encoding=_encoding,
    # All six dice can be named: that they cannot all be kept is refused with its reason.
    max_move_length=22,
    describe_move=describe_move,
    board=board,
    terminal=HELP,
    picture=picture,
    art=art,
    bots=BOTS,
    hints=hints,
    review=review,
    judge=judge,
    position=position_text,
    position_setup=setup_position,
    solve=solve,
    daily=DAILY,
    puzzles=PUZZLES,
)
