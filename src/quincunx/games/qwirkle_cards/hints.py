"""Hints before a play, from the solver."""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.core.analysis import Hint
from quincunx.core.messages import Message
from quincunx.core.rules import AnyRules
from quincunx.games.qwirkle_cards.cards import TEXT, Cards
from quincunx.games.qwirkle_cards.moves import Redraw
from quincunx.games.qwirkle_cards.notation import format_move
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.rules import QwirkleCardsView
from quincunx.games.qwirkle_cards.solver import laid

WORK: Final = 1000
"""How many hands are tried to find out which of the best plays leaves the least to others."""


def hints(rules: AnyRules, view: QwirkleCardsView) -> tuple[Hint, ...]:
    """How many Qwirkles are possible, the cards to play, and, set by set, how to lay them."""
    if view.seat is None or view.turn != view.seat:
        return ()
    if view.phase == "redraw":
        return (Hint(Message("qwirkle_cards.hint.redraw"), format_move(Redraw())),)
    from quincunx.games.qwirkle_cards.search.lookahead import advise

    choice, proved = advise(view, WORK, Random(0))
    play, _ = laid(position_of(view).table, choice)
    move = format_move(play)
    return (
        Hint(
            Message(
                f"qwirkle_cards.hint.{'qwirkles' if proved else 'qwirkles_found'}",
                {"qwirkles": choice.qwirkles},
            )
        ),
        Hint(_naming("cards", choice.cards)),
        *(Hint(_naming("layout", cards), move) for cards in play.new),
    )


def _naming(hint: str, cards: Cards) -> Message:
    return Message(f"qwirkle_cards.hint.{hint}", {"cards": tuple(TEXT[kind] for kind in cards)})
