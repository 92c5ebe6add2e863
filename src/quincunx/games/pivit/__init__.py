"""Pivit, by David L. Peterson (MindWare)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.core.game import MAX_CACHED_RULES, Game
from quincunx.games.pivit.bots import BOTS
from quincunx.games.pivit.daily import DAILY
from quincunx.games.pivit.hints import hints
from quincunx.games.pivit.moves import PivitMove
from quincunx.games.pivit.notation import LONGEST_MOVE, describe_move, parse_move
from quincunx.games.pivit.options import PRESETS, PivitOptions, seats
from quincunx.games.pivit.picture import art, picture
from quincunx.games.pivit.position import position_text, setup_position, solve
from quincunx.games.pivit.puzzles import PUZZLES
from quincunx.games.pivit.review import review
from quincunx.games.pivit.rules import PivitRules
from quincunx.games.pivit.terminal import HELP, board

if TYPE_CHECKING:
    from quincunx.games.pivit.encoding import PivitEncoding


def _encoding(rules: PivitRules) -> PivitEncoding:
    """Import the encoding, which needs numpy, when it is first asked for."""
    from quincunx.games.pivit.encoding import PivitEncoding

    return PivitEncoding(rules)


PIVIT = Game(
    name="pivit",
    version=2,
    folder=Path(__file__).parent,
    options=PivitOptions,
    presets=PRESETS,
    seats=seats,
    rules=lru_cache(MAX_CACHED_RULES)(PivitRules),
    move_type=PivitMove,
    move_parser=parse_move,
    encoding=_encoding,
    max_move_length=LONGEST_MOVE,
    describe_move=describe_move,
    board=board,
    terminal=HELP,
    picture=picture,
    art=art,
    bots=BOTS,
    hints=hints,
    review=review,
    position=position_text,
    position_setup=setup_position,
    solve=solve,
    low_score_wins=lambda seats: seats == 1,
    race=True,
    daily=DAILY,
    puzzles=PUZZLES,
)
