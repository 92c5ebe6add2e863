"""Qwirkle Cards (MindWare)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from quincunx.core.game import Game
from quincunx.games.qwirkle_cards.bots import BOTS
from quincunx.games.qwirkle_cards.coach import hints, review
from quincunx.games.qwirkle_cards.notation import format_move, parse_move, say_move
from quincunx.games.qwirkle_cards.position import solve
from quincunx.games.qwirkle_cards.rules import SEATS, QwirkleCardsOptions, QwirkleCardsRules
from quincunx.games.qwirkle_cards.terminal import board

QWIRKLE_CARDS = Game(
    name="qwirkle_cards",
    version=1,
    folder=Path(__file__).parent,
    options=QwirkleCardsOptions,
    seats=lambda options: SEATS,
    rules=cache(QwirkleCardsRules),
    parse_move=parse_move,
    format_move=format_move,
    say_move=say_move,
    board=board,
    bots=BOTS,
    hints=hints,
    review=review,
    solve=solve,
)
