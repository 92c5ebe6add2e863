"""Hints before a play, and the Qwirkles that were missed, from the exact solver."""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.core.advice import Hint, Judgement
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.rules import AnyRules
from quincunx.games.qwirkle_cards.cards import TEXT
from quincunx.games.qwirkle_cards.moves import Play, Redraw, played_cards
from quincunx.games.qwirkle_cards.notation import format_move
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.rules import View
from quincunx.games.qwirkle_cards.sets import is_qwirkle
from quincunx.games.qwirkle_cards.solver import choices, laid, most_qwirkles, without_waste

WORK: Final = 1000
"""How many hands are tried to find out which of the best plays leaves the least to others."""


def hints(rules: AnyRules, view: View) -> tuple[Hint, ...]:
    """How many Qwirkles are possible, the cards to play, and how to lay them."""
    if view.seat is None or view.turn != view.seat:
        return ()
    if view.phase == "redraw":
        return (Hint(Message("qwirkle_cards.hint.redraw"), format_move(Redraw())),)
    from quincunx.games.qwirkle_cards.foresight import best_choice

    choice = best_choice(view, WORK, Random(0), greedy=True)
    play, _ = laid(position_of(view).table, choice)
    cards = tuple(TEXT[kind] for kind in choice.cards)
    move = format_move(play)
    return (
        Hint(Message("qwirkle_cards.hint.qwirkles", {"qwirkles": choice.qwirkles})),
        Hint(Message("qwirkle_cards.hint.cards", {"cards": cards})),
        Hint(Message("qwirkle_cards.hint.layout", {"move": move}), move),
    )


def review(match: Match) -> tuple[Judgement, ...]:
    """Each play, by the Qwirkles that it missed."""
    judgements = []
    for version in range(1, match.version + 1):
        entry = match.log[version]
        if isinstance(entry.move, Play):
            assert entry.seat is not None, "nothing happens by time alone"
            view = match.view(entry.seat, version - 1)
            judgements.append(_judged(version - 1, view, entry.move))
    return tuple(judgements)


def _judged(version: int, view: View, move: Play) -> Judgement:
    position = position_of(view)
    made = sum(map(is_qwirkle, move.new))
    most = most_qwirkles(*position) or 0
    best, cards = move, played_cards(move)
    if made < most:
        choice = min(choices(*position), key=without_waste)
        best, cards = laid(position.table, choice)[0], choice.cards
    assert view.seat is not None
    return Judgement(
        version=version,
        seat=view.seat,
        move=format_move(move),
        best=(format_move(best),),
        loss=float(most - made),
        message=Message(
            f"qwirkle_cards.review.{'missed' if made < most else 'made' if most else 'none'}",
            {"missed": most - made, "made": made, "cards": tuple(TEXT[kind] for kind in cards)},
        ),
    )
