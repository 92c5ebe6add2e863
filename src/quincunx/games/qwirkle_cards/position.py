"""Positions as text, and the solver's answer for them.

    table: [Rc Rs Rd] [Gc Bc Pc Oc] hand: Rx Yc Yc Ba

Sets are in brackets as in a move. The table and the hand may be empty.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final, NamedTuple

from quincunx.core.analysis import Solution
from quincunx.core.chance import Chance
from quincunx.core.errors import MalformedPosition
from quincunx.core.events import Events
from quincunx.core.messages import Message
from quincunx.games.qwirkle_cards.cards import (
    COPIES,
    HAND_SIZE,
    CardKinds,
    card_texts,
    cards_from_texts,
    format_cards,
)
from quincunx.games.qwirkle_cards.notation import parse_cards, parse_layout
from quincunx.games.qwirkle_cards.rules import QwirkleCardsRules
from quincunx.games.qwirkle_cards.sets import (
    Layout,
    all_cards,
    format_layout,
    is_qwirkle,
    is_set,
    layout_from_texts,
    sort_layout,
)
from quincunx.games.qwirkle_cards.solver import (
    QwirkleCardsChoice,
    find_choices,
    lay_out,
    non_dominated,
)
from quincunx.games.qwirkle_cards.state import QwirkleCardsState, QwirkleCardsView

MAX_CHOICES_SHOWN: Final = 5
"""The most choices that are described in words."""

_TEXT: Final = re.compile(r"table\s*:(.*?)hand\s*:(.*)", re.IGNORECASE | re.DOTALL)


class QwirkleCardsPosition(NamedTuple):
    """A table and a hand: what the plays of a turn depend on."""

    table: Layout
    hand: CardKinds


def position_of(view: QwirkleCardsView) -> QwirkleCardsPosition:
    """Return the table and the viewer's hand."""
    hand = () if view.seat is None else view.hands[view.seat] or ()
    return QwirkleCardsPosition(layout_from_texts(view.table), cards_from_texts(hand))


def position_text(view: QwirkleCardsView) -> str | None:
    """Return the table and the hand of the seat on turn; `None` if the view does not show it."""
    hand = None if view.turn is None else view.hands[view.turn]
    if hand is None:
        return None
    table = layout_from_texts(view.table)
    return format_position(QwirkleCardsPosition(table, cards_from_texts(hand)))


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
    position = QwirkleCardsPosition(sort_layout(table), tuple(sorted(hand)))
    _check(position)
    return position


def _check(position: QwirkleCardsPosition) -> None:
    """Raise `MalformedPosition` for a position that cannot occur in a game."""
    table, hand = position
    for cards in table:
        if not is_set(cards):
            _refuse("no_set", cards)
        if is_qwirkle(cards):
            _refuse("qwirkle_on_the_table", cards)
    copies = Counter((*all_cards(table), *hand))
    if too_many := tuple(sorted(kind for kind, count in copies.items() if count > COPIES)):
        _refuse("too_many_copies", too_many)
    if len(hand) > HAND_SIZE:
        raise MalformedPosition("qwirkle_cards.refusal.large_hand", cards=len(hand), most=HAND_SIZE)


def _refuse(reason: str, cards: CardKinds) -> None:
    raise MalformedPosition(f"qwirkle_cards.refusal.{reason}", cards=card_texts(cards))


def setup_position(
    rules: QwirkleCardsRules, text: str, chance: Chance
) -> tuple[QwirkleCardsState, Events]:
    """Set a game up at a position: the hand is that of the first seat, which is on turn."""
    return rules.setup_with(*parse_position(text), chance)


def solve(text: str) -> Solution:
    """Return the most Qwirkles, a play that makes them, and all plays without superfluous cards.

    `proved` says whether the search was completed. If it was cut off, there may be plays with more
    Qwirkles; whether anything can be played is exact in any case.
    """
    position = parse_position(text)
    found = find_choices(*position)
    least = non_dominated(found.choices)
    data: dict[str, Any] = {
        "table": [*map(card_texts, position.table)],
        "hand": card_texts(position.hand),
        "playable": bool(least),
        "proved": found.proved,
        "qwirkles": least[0].qwirkles if least else 0,
        "best": None,
        "choices": [{"cards": card_texts(each.cards), "qwirkles": each.qwirkles} for each in least],
    }
    if not least:
        return Solution(data, (Message("qwirkle_cards.solution.none"),))
    play, layout = lay_out(position.table, least[0])
    data["best"] = {
        "move": str(play),
        "cards": card_texts(least[0].cards),
        "layout": [*map(card_texts, layout)],
    }
    return Solution(data, _lines(str(play), least, proved=found.proved))


def _lines(move: str, least: list[QwirkleCardsChoice], *, proved: bool) -> tuple[Message, ...]:
    first = Message(
        f"qwirkle_cards.solution.{'best' if proved else 'found'}",
        {"qwirkles": least[0].qwirkles, "move": move},
    )
    rest = (
        Message(
            "qwirkle_cards.solution.choice",
            {"cards": card_texts(each.cards), "qwirkles": each.qwirkles},
        )
        for each in least[:MAX_CHOICES_SHOWN]
    )
    return (first, *rest)
