"""Qwirkle Cards (MindWare)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.core.game import MAX_CACHED_RULES, Game
from quincunx.games.qwirkle_cards.bots import BOTS
from quincunx.games.qwirkle_cards.daily import DAILY
from quincunx.games.qwirkle_cards.hints import hints
from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove
from quincunx.games.qwirkle_cards.notation import (
    MAX_MOVE_CHARACTERS,
    describe_move,
    parse_move,
)
from quincunx.games.qwirkle_cards.options import PRESETS, QwirkleCardsOptions, seats
from quincunx.games.qwirkle_cards.picture import art, picture
from quincunx.games.qwirkle_cards.position import position_text, setup_position, solve
from quincunx.games.qwirkle_cards.puzzle.rules import PuzzleRules
from quincunx.games.qwirkle_cards.puzzles import PUZZLES
from quincunx.games.qwirkle_cards.review import judge, review
from quincunx.games.qwirkle_cards.rules import QwirkleCardsRules
from quincunx.games.qwirkle_cards.terminal import HELP, board

if TYPE_CHECKING:
    from quincunx.games.qwirkle_cards.encoding import QwirkleCardsEncoding


def _rules(options: QwirkleCardsOptions, seats: int) -> QwirkleCardsRules:
    return PuzzleRules(options, seats) if options.puzzle else QwirkleCardsRules(options, seats)


def _encoding(rules: QwirkleCardsRules) -> QwirkleCardsEncoding:
    """Import the encoding, which needs numpy, when it is first asked for."""
    from quincunx.games.qwirkle_cards.encoding import QwirkleCardsEncoding

    return QwirkleCardsEncoding(rules)


QWIRKLE_CARDS = Game(
    name="qwirkle_cards",
    version=1,
    folder=Path(__file__).parent,
    options=QwirkleCardsOptions,
    presets=PRESETS,
    seats=seats,
    rules=lru_cache(MAX_CACHED_RULES)(_rules),
    move_type=QwirkleCardsMove,
    move_parser=parse_move,
    encoding=_encoding,
    max_move_length=MAX_MOVE_CHARACTERS,
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
