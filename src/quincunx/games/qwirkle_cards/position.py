"""A table and a hand as text, and what the solver says of them.

    table: [Rc Rs Rd] [Gc Bc Pc Oc] hand: Rx Yc Yc Ba

Sets stand in brackets as in a move. The table may be empty, and so may the hand.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final, NamedTuple

from quincunx.core.analysis import Solution
from quincunx.core.errors import MalformedPosition
from quincunx.core.messages import Message
from quincunx.games.qwirkle_cards.cards import CARD, COPIES, TEXT, Cards
from quincunx.games.qwirkle_cards.notation import (
    format_cards,
    format_layout,
    format_move,
    parse_cards,
    parse_layout,
)
from quincunx.games.qwirkle_cards.rules import HAND, QwirkleCardsView
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, in_order, is_qwirkle, is_set
from quincunx.games.qwirkle_cards.solver import (
    QwirkleCardsChoice,
    find_choices,
    laid,
    non_dominated,
)

SHOWN: Final = 5
"""How many choices are listed for people."""

_TEXT: Final = re.compile(r"table\s*:(.*?)hand\s*:(.*)", re.IGNORECASE | re.DOTALL)


class QwirkleCardsPosition(NamedTuple):
    """All that a turn depends on, as far as one can see."""

    table: Layout
    hand: Cards


def position_of(view: QwirkleCardsView) -> QwirkleCardsPosition:
    """What the viewer has before the eyes."""
    hand = () if view.seat is None else view.hands[view.seat] or ()
    table = (tuple(CARD[card] for card in cards) for cards in view.table)
    return QwirkleCardsPosition(tuple(table), tuple(CARD[card] for card in hand))


def format_position(position: QwirkleCardsPosition) -> str:
    parts = ("table:", format_layout(position.table), "hand:", format_cards(position.hand))
    return " ".join(filter(None, parts))


def parse_position(text: str) -> QwirkleCardsPosition:
    found = _TEXT.fullmatch(text.strip())
    if not found:
        raise MalformedPosition("qwirkle_cards.refusal.unknown_position", text=text.strip())
    table, hand = parse_layout(found[1]), parse_cards(found[2])
    if table is None:
        raise MalformedPosition("qwirkle_cards.refusal.unknown_sets", text=found[1].strip())
    if hand is None:
        raise MalformedPosition("qwirkle_cards.refusal.unknown_cards", text=found[2].strip())
    position = QwirkleCardsPosition(in_order(table), tuple(sorted(hand)))
    _check(position)
    return position


def _check(position: QwirkleCardsPosition) -> None:
    """Refuses what cannot come up in a game."""
    table, hand = position
    for cards in table:
        if not is_set(cards):
            _refuse("no_set", cards)
        if is_qwirkle(cards):
            _refuse("qwirkle_on_the_table", cards)
    copies = Counter((*all_cards(table), *hand))
    if too_many := tuple(sorted(kind for kind, count in copies.items() if count > COPIES)):
        _refuse("too_many_copies", too_many)
    if len(hand) > HAND:
        raise MalformedPosition("qwirkle_cards.refusal.large_hand", cards=len(hand), most=HAND)


def _refuse(reason: str, cards: Cards) -> None:
    raise MalformedPosition(f"qwirkle_cards.refusal.{reason}", cards=_texts(cards))


def solve(text: str) -> Solution:
    """The most Qwirkles, a play that makes them, and every play of which nothing can be spared.

    `proved` says whether the search went through to the end. If it was cut off, there may be plays
    with more Qwirkles; whether anything can be played is exact all the same.
    """
    position = parse_position(text)
    found = find_choices(*position)
    least = non_dominated(found.choices)
    data: dict[str, Any] = {
        "table": [*map(_texts, position.table)],
        "hand": _texts(position.hand),
        "playable": bool(least),
        "proved": found.proved,
        "qwirkles": least[0].qwirkles if least else 0,
        "best": None,
        "choices": [{"cards": _texts(each.cards), "qwirkles": each.qwirkles} for each in least],
    }
    if not least:
        return Solution(data, (Message("qwirkle_cards.solution.none"),))
    play, layout = laid(position.table, least[0])
    data["best"] = {
        "move": format_move(play),
        "cards": _texts(least[0].cards),
        "layout": [*map(_texts, layout)],
    }
    return Solution(data, _lines(format_move(play), least, proved=found.proved))


def _lines(move: str, least: list[QwirkleCardsChoice], *, proved: bool) -> tuple[Message, ...]:
    first = Message(
        f"qwirkle_cards.solution.{'best' if proved else 'found'}",
        {"qwirkles": least[0].qwirkles, "move": move},
    )
    rest = (
        Message(
            "qwirkle_cards.solution.choice",
            {"cards": _texts(each.cards), "qwirkles": each.qwirkles},
        )
        for each in least[:SHOWN]
    )
    return (first, *rest)


def _texts(cards: Cards) -> tuple[str, ...]:
    return tuple(TEXT[kind] for kind in cards)
