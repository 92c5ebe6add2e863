"""Precompute everything that can happen in Qwirkle Cards' introduction.

The page contains no rules; its introduction looks everything up in introduction.json:

    python web/src/games/qwirkle_cards/introduction/make_introduction.py           writes the file
    python web/src/games/qwirkle_cards/introduction/make_introduction.py --check   fails if stale

A lesson is seat 0's view at the start of its turn. `cards` are all cards that can be moved, the
table's first; a subset of them is a bit mask, first card lowest. At that index, `wrong` holds an
index into `reasons`: what is wrong with the subset as a set. `ends` maps each legal play to the
view after it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from quincunx.core.chance import FastChance
from quincunx.games.qwirkle_cards.cards import CARD_TEXTS, KINDS, CardKinds
from quincunx.games.qwirkle_cards.layouts.faults import find_faults
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay, canonical_play
from quincunx.games.qwirkle_cards.notation import parse_cards, parse_layout
from quincunx.games.qwirkle_cards.options import QwirkleCardsOptions
from quincunx.games.qwirkle_cards.rules import QwirkleCardsRules
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, is_set, sort_layout
from quincunx.games.qwirkle_cards.state import QwirkleCardsState

FILE = Path(__file__).with_name("introduction.json")
SEATS = 2
RULES = QwirkleCardsRules(QwirkleCardsOptions(), SEATS)
OTHER = "Gc Gs Gd"
"""The other seat can always start a set of its own, so that it is on turn next."""

LESSONS: tuple[tuple[str, str], ...] = (
    # Two cards to add, and three to start a set with.
    ("[Rc Oc Gc] [Yd Yl Yx]", "Bc Ya Rs Gs Ps"),
    # Two squares; the third is in a set of four.
    ("[Bc Bs Bd Bx] [Rl Ol Yl]", "Rs Os Gx"),
    # The eight-pointed star can be spared; the clover only if a card of the hand replaces it.
    ("[Yc Ys Yd Yx] [Rl Ol Yl] [Ya Ga Ba Pa]", "Gl Px"),
)


def main() -> None:
    reasons: list[list[str]] = []
    data = {"lessons": [_lesson(*lesson, reasons) for lesson in LESSONS], "reasons": reasons}
    text = json.dumps(data, indent=2) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text, "utf-8")
    elif json.loads(FILE.read_text("utf-8")) != json.loads(text):
        sys.exit(f"{FILE.name} is stale: run {Path(__file__).name}")


def _lesson(laid: str, held: str, reasons: list[list[str]]) -> dict[str, Any]:
    table, hand = sort_layout(parse_layout(laid) or ()), tuple(sorted(parse_cards(held) or ()))
    other = tuple(sorted(parse_cards(OTHER) or ()))
    state = QwirkleCardsState((hand, other), (0,) * KINDS, table, ((),) * SEATS, turn=0)
    cards = (*all_cards(table), *hand)
    assert len(set(cards)) == len(cards), "each card has one place"
    return {
        "view": _view(state),
        "cards": [CARD_TEXTS[kind] for kind in cards],
        "wrong": "".join(str(_reason(each, reasons)) for each in _subsets(cards)),
        "ends": {str(move): _after(state, move) for move in _plays(table, hand)},
    }


def _subsets(cards: CardKinds) -> Iterator[CardKinds]:
    for number in range(2 ** len(cards)):
        yield tuple(sorted(kind for place, kind in enumerate(cards) if number >> place & 1))


def _reason(cards: CardKinds, reasons: list[list[str]]) -> int:
    """Return the index of what is wrong with these cards as a set."""
    found = [wrong.reason for wrong in find_faults((), cards, (cards,)) if wrong.place is not None]
    if found not in reasons:
        reasons.append(found)
    return reasons.index(found)


def _plays(table: Layout, hand: CardKinds) -> list[QwirkleCardsPlay]:
    """Return every legal play: all layouts of the table with some cards of the hand."""
    chosen = chain.from_iterable(combinations(hand, size) for size in range(1, len(hand) + 1))
    layouts = (each for cards in chosen for each in _layouts((*all_cards(table), *cards)))
    return sorted((canonical_play(table, layout) for layout in layouts), key=str)


def _layouts(cards: CardKinds) -> Iterator[Layout]:
    """Yield all partitions of the cards into sets."""
    if not cards:
        yield ()
        return
    first, others = cards[0], cards[1:]
    for size in range(2, 6):
        for more in combinations(others, size):
            if is_set((first, *more)):
                rest = tuple(kind for kind in others if kind not in more)
                for layout in _layouts(rest):
                    yield ((first, *more), *layout)


def _view(state: QwirkleCardsState) -> Any:
    return msgspec.to_builtins(RULES.view(state, 0))


def _after(state: QwirkleCardsState, move: QwirkleCardsPlay) -> Any:
    return _view(RULES.apply(state, 0, move, 0, FastChance(Random(0)))[0])


if __name__ == "__main__":
    main()
