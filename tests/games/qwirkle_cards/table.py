"""A table where the cards come as a test wants, and sets worked out once more, card by card.

Cards are written as everywhere (`Rc`, the red circle), hands with spaces between them, sets in
brackets. What is right, and whether anything can be played, is found here by trying everything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, Final

import msgspec

import quincunx
from quincunx.core.chance import Deck, Owner
from quincunx.core.rules import Fault
from quincunx.games.qwirkle_cards.state import QwirkleCardsDraft
from tests.games.forced_chance import ForcedChance, numbers
from tests.games.refusals import illegal_move

ALL: Final = tuple(colour + shape for colour in "ROYGBP" for shape in "csdlxa")
"""The thirty-six cards, kind by kind."""

Cards = tuple[str, ...]
Events = Sequence[quincunx.Event]


class ForcedDeck(ForcedChance):
    """Takes the cards of every deal and every later draw from one script."""

    def __init__(self) -> None:
        super().__init__(("deck",))

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        assert stream == "deck" or stream.startswith("deal ")
        return super()._draw("deck", deck, count, to)


def deal(*hands: str, before: str = "") -> quincunx.Match:
    """A new game with these hands; `before` are cards of deals that do not count."""
    chance = ForcedDeck()
    chance.script["deck"] = numbers(ALL, " ".join([before, *hands]))
    match = quincunx.new("qwirkle_cards", seats=len(hands), chance=chance)
    assert chance.script["deck"] == []
    return match


def position(
    *hands: str,
    sets: str = "",
    deck: int | str | None = None,
    qwirkles: Sequence[str] = (),
    **fields: Any,
) -> quincunx.Match:
    """A game in which these hands, sets and Qwirkles are there; seat 0 is on turn and can play.

    The deck is all cards that are nowhere else, or so many of them, or just these.
    """
    chance = ForcedDeck()
    match = quincunx.new("qwirkle_cards", seats=len(hands), chance=chance)
    there = Counter(card for text in (*hands, sets, *qwirkles) for card in cards(text))
    begun = {
        "turn": 0,
        "qwirkles": tuple(_sets(text) for text in qwirkles) or ((),) * len(hands),
        **fields,
    }
    assert max(there.values()) <= 3
    others = [*(Counter(dict.fromkeys(ALL, 3)) - there).elements()]
    Random(0).shuffle(others)
    state = msgspec.structs.replace(
        match.state,
        hands=tuple(_kinds(cards(hand)) for hand in hands),
        table=_sets(sets),
        deck=_counts(cards(deck) if isinstance(deck, str) else others[:deck]),
        **begun,
    )
    match._states[-1] = state
    return match


def _kinds(some: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(map(ALL.index, some)))


def _sets(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(map(_kinds, layout(text))))


def _counts(some: Iterable[str]) -> Deck:
    counts = Counter(some)
    return tuple(counts[card] for card in ALL)


def tell(match: quincunx.Match, drawn: str) -> quincunx.Match:
    """The cards that are drawn next."""
    chance_of(match).script["deck"] = numbers(ALL, drawn)
    return match


def chance_of(match: quincunx.Match) -> ForcedDeck:
    assert isinstance(match.chance, ForcedDeck)
    return match.chance


# What lies there


def cards(text: str) -> Cards:
    return tuple(re.findall(r"\w\w", text))


def layout(text: str) -> tuple[Cards, ...]:
    return tuple(cards(inside) for inside in re.findall(r"\[(.*?)\]", text))


def written(sets: Iterable[Iterable[str]]) -> str:
    return " ".join(f"[{' '.join(each)}]" for each in sets)


def lies(match: quincunx.Match) -> str:
    """The table as everybody sees it."""
    return written(match.view(None).table)


def hand(match: quincunx.Match, seat: int) -> str:
    """The hand as its owner sees it."""
    return " ".join(match.view(seat).hands[seat])


def made(match: quincunx.Match) -> list[str]:
    """Seat by seat, the Qwirkles as everybody sees them."""
    return [written(each) for each in match.view(None).qwirkles]


def everywhere(match: quincunx.Match) -> Counter[str]:
    """All cards of the game, wherever they are."""
    state = match.state
    kinds = [kind for each in (*state.hands, *state.table) for kind in each]
    kinds += [kind for sets in state.qwirkles for each in sets for kind in each]
    kinds += [kind for kind, count in enumerate(state.deck) for _ in range(count)]
    return Counter(ALL[kind] for kind in kinds)


# What happens


def play(match: quincunx.Match, *moves: str) -> Events:
    """Each move by whoever is on turn; no card is lost. What is said of the last one."""
    events: Events = ()
    for move in moves:
        before = everywhere(match)
        events = match.play(match.awaited[0], move)
        assert everywhere(match) == before
    return events


def expect_refusal(
    match: quincunx.Match, move: str, reason: str, rule: str, offending: str = ""
) -> None:
    """Check that the move is refused for this reason by this rule, naming the offending cards."""
    seat = match.awaited[0]
    error = illegal_move(match, seat, move)
    assert (error.reason, error.rule) == (reason, f"qwirkle_cards:{rule}")
    assert error.offending == cards(offending)
    assert match.game.parse_move(move) not in match.moves(seat)


def draft(match: quincunx.Match, text: str) -> tuple[Fault, ...]:
    """Whoever is on turn lays the table out like that."""
    return match.draft(match.awaited[0], QwirkleCardsDraft(layout(text)))


def faults(match: quincunx.Match, text: str) -> list[tuple[str, str, str]]:
    """What is wrong with a table laid out like that: the reason, the cards, and which set it is."""
    found = []
    for fault in draft(match, text):
        assert quincunx.render(fault.message)
        args: dict[str, Any] = dict(fault.message.args)
        reason = fault.message.id.rpartition(".")[2]
        found.append((reason, " ".join(args.get("cards", ())), " ".join(fault.cells)))
    return found


# What is right, by trying


def right(some: Sequence[str]) -> bool:
    """Whether the cards are a set: three or more, no two the same, one colour or one shape."""
    alike = 1 in (len({card[0] for card in some}), len({card[1] for card in some}))
    return len(some) >= 3 and len(set(some)) == len(some) and alike


@cache
def can_be_laid(some: Cards) -> bool:
    """Whether the cards, in order, can be divided into sets: the first goes with some others."""
    if not some:
        return True
    first, *rest = some
    mates = [card for card in dict.fromkeys(rest) if first[0] == card[0] or first[1] == card[1]]
    return any(
        right((first, *others)) and can_be_laid(_without(rest, others))
        for size in (2, 3, 4, 5)
        for others in combinations(mates, size)
    )


def _without(some: Iterable[str], others: Iterable[str]) -> Cards:
    return tuple(sorted((Counter(some) - Counter(others)).elements()))


def playable(on_the_table: Iterable[str], in_hand: Cards) -> bool:
    """Whether some cards of the hand can be laid out together with all that lies there."""
    return any(
        can_be_laid(tuple(sorted((*on_the_table, *chosen))))
        for size in range(1, len(in_hand) + 1)
        for chosen in sorted(set(combinations(sorted(in_hand), size)))
    )
