"""Hints before a play, from the solver and the lookahead."""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.core.analysis import Hint
from quincunx.core.messages import Message
from quincunx.core.rules import AnyRules
from quincunx.games.qwirkle_cards.cards import CardKinds, card_texts
from quincunx.games.qwirkle_cards.moves import Redraw
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.solver import lay_out
from quincunx.games.qwirkle_cards.state import QwirkleCardsView

SAMPLED_HANDS: Final = 1000
"""The number of hands that are tried to find the best of the plays with the most Qwirkles."""


def hints(rules: AnyRules, view: QwirkleCardsView) -> tuple[Hint, ...]:
    """Return hints: how many Qwirkles are possible, the cards to play, then set by set."""
    if view.seat is None or view.turn != view.seat:
        return ()
    if view.phase == "redraw":
        return (Hint(Message("qwirkle_cards.hint.redraw"), str(Redraw())),)
    from quincunx.games.qwirkle_cards.search.lookahead import advise

    choice, proved = advise(view, SAMPLED_HANDS, Random(0))
    play, _ = lay_out(position_of(view).table, choice)
    move = str(play)
    return (
        Hint(
            Message(
                f"qwirkle_cards.hint.{'qwirkles' if proved else 'qwirkles_found'}",
                {"qwirkles": choice.qwirkles},
            )
        ),
        Hint(_name_cards("cards", choice.cards)),
        *(Hint(_name_cards("layout", cards), move) for cards in play.new),
    )


def _name_cards(hint: str, cards: CardKinds) -> Message:
    return Message(f"qwirkle_cards.hint.{hint}", {"cards": card_texts(cards)})
