"""Quatrefoil, by Michael Purcell (CC BY 4.0)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.core.game import MAX_CACHED_RULES, Game
from quincunx.games.quatrefoil.bots import BOTS
from quincunx.games.quatrefoil.daily import DAILY
from quincunx.games.quatrefoil.hints import hints
from quincunx.games.quatrefoil.margin import margin
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.notation import describe_move, parse_move
from quincunx.games.quatrefoil.notes import QuatrefoilNotes
from quincunx.games.quatrefoil.options import PRESETS, QuatrefoilOptions
from quincunx.games.quatrefoil.picture import art, picture
from quincunx.games.quatrefoil.position import position_text, setup_position, solve
from quincunx.games.quatrefoil.puzzles import PUZZLES
from quincunx.games.quatrefoil.review import review
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.state import SEATS
from quincunx.games.quatrefoil.terminal import HELP, board

if TYPE_CHECKING:
    from quincunx.games.quatrefoil.encoding import QuatrefoilEncoding


def _encoding(rules: QuatrefoilRules) -> QuatrefoilEncoding:
    """Import the encoding, which needs numpy, when it is first asked for."""
    from quincunx.games.quatrefoil.encoding import QuatrefoilEncoding

    return QuatrefoilEncoding(rules)


QUATREFOIL = Game(
    name="quatrefoil",
    version=2,
    folder=Path(__file__).parent,
    options=QuatrefoilOptions,
    presets=PRESETS,
    seats=lambda options: range(SEATS, SEATS + 1),
    rules=lru_cache(MAX_CACHED_RULES)(QuatrefoilRules),
    move_type=QuatrefoilMove,
    move_parser=parse_move,
    encoding=_encoding,
    max_move_length=20,
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
    cooperative=True,
    margin=margin,
    low_score_wins=lambda seats: True,
    quiet=True,
    against_bots="five-deals",
    daily=DAILY,
    notes_type=QuatrefoilNotes,
    puzzles=PUZZLES,
)
