"""Quivvit, by Andrew Frisch and Jason Wallenfang (Petersen Games)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.core.game import MAX_CACHED_RULES, Game
from quincunx.games.quivvit.bots import BOTS
from quincunx.games.quivvit.daily import DAILY
from quincunx.games.quivvit.hints import hints
from quincunx.games.quivvit.moves import QuivvitMove
from quincunx.games.quivvit.notation import describe_move, parse_move
from quincunx.games.quivvit.options import PRESETS, QuivvitOptions, seats, team_sizes
from quincunx.games.quivvit.picture import art, picture
from quincunx.games.quivvit.position import position_text, setup_position, solve
from quincunx.games.quivvit.puzzles import PUZZLES
from quincunx.games.quivvit.review import judge, review
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.terminal import HELP, board

if TYPE_CHECKING:
    from quincunx.games.quivvit.encoding import QuivvitEncoding


def _encoding(rules: QuivvitRules) -> QuivvitEncoding:
    """Import the encoding, which needs numpy, when it is first asked for."""
    from quincunx.games.quivvit.encoding import QuivvitEncoding

    return QuivvitEncoding(rules)


QUIVVIT = Game(
    name="quivvit",
    version=2,
    folder=Path(__file__).parent,
    options=QuivvitOptions,
    presets=PRESETS,
    seats=seats,
    rules=lru_cache(MAX_CACHED_RULES)(QuivvitRules),
    move_type=QuivvitMove,
    move_parser=parse_move,
    encoding=_encoding,
    max_move_length=8,
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
    teams=team_sizes,
    daily=DAILY,
    puzzles=PUZZLES,
)
