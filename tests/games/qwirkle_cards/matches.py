"""Helpers: games with scripted cards, and sets and plays computed independently, by brute force.

Cards are written in notation (`Rc`, the red circle), hands with spaces between them, sets in
brackets.
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
from quincunx.core.events import Events
from quincunx.core.rules import Fault
from quincunx.games.qwirkle_cards.cards import CardTexts
from quincunx.games.qwirkle_cards.state import QwirkleCardsDraft
from tests.games.forced_chance import ForcedChance, numbers
from tests.games.refusals import illegal_move

ALL_KINDS: Final = tuple(colour + shape for colour in "ROYGBP" for shape in "csdlxa")
"""The 36 kinds of cards as text."""


class ForcedDeck(ForcedChance):
    """Takes the cards of every deal and every later draw from one script."""

    def __init__(self) -> None:
        super().__init__(("deck",))

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        assert stream == "deck" or stream.startswith("deal ")
        return super()._draw("deck", deck, count, to)


def deal(*hands: str, before: str = "") -> quincunx.Match:
    """Return a new game with these hands; `before` are the cards of deals that are discarded."""
    chance = ForcedDeck()
    chance.script["deck"] = numbers(ALL_KINDS, " ".join([before, *hands]))
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
    """Return a game with these hands, sets and Qwirkles, in which seat 0 is on turn and can play.

    The deck holds all other cards, or so many of them, or exactly these.
    """
    chance = ForcedDeck()
    match = quincunx.new("qwirkle_cards", seats=len(hands), chance=chance)
    used = Counter(card for text in (*hands, sets, *qwirkles) for card in cards(text))
    begun = {
        "turn": 0,
        "qwirkles": tuple(_sets(text) for text in qwirkles) or ((),) * len(hands),
        **fields,
    }
    assert max(used.values()) <= 3
    others = [*(Counter(dict.fromkeys(ALL_KINDS, 3)) - used).elements()]
    Random(0).shuffle(others)
    state = msgspec.structs.replace(
        match.state,
        hands=tuple(_kinds(cards(hand_text)) for hand_text in hands),
        table=_sets(sets),
        deck=_counts(cards(deck) if isinstance(deck, str) else others[:deck]),
        **begun,
    )
    match._log.states[-1] = state
    return match


def _kinds(some: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(map(ALL_KINDS.index, some)))


def _sets(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(map(_kinds, layout(text))))


def _counts(some: Iterable[str]) -> Deck:
    counts = Counter(some)
    return tuple(counts[card] for card in ALL_KINDS)


def script_draws(match: quincunx.Match, drawn: str) -> quincunx.Match:
    """Script the cards that are drawn next."""
    chance_of(match).script["deck"] = numbers(ALL_KINDS, drawn)
    return match


def chance_of(match: quincunx.Match) -> ForcedDeck:
    assert isinstance(match.chance, ForcedDeck)
    return match.chance


# Cards and sets as text


def cards(text: str) -> CardTexts:
    return tuple(re.findall(r"\w\w", text))


def layout(text: str) -> tuple[CardTexts, ...]:
    return tuple(cards(inside) for inside in re.findall(r"\[(.*?)\]", text))


def format_sets(sets: Iterable[Iterable[str]]) -> str:
    return " ".join(f"[{' '.join(each)}]" for each in sets)


def table_text(match: quincunx.Match) -> str:
    """Return the sets on the table, as in the view."""
    return format_sets(match.view(None).table)


def hand_text(match: quincunx.Match, seat: int) -> str:
    """Return the hand as its player sees it."""
    return " ".join(match.view(seat).hands[seat])


def qwirkle_texts(match: quincunx.Match) -> list[str]:
    """Return the Qwirkles of each seat, as in the view."""
    return [format_sets(each) for each in match.view(None).qwirkles]


def all_cards_of(match: quincunx.Match) -> Counter[str]:
    """Return all cards of the game: hands, table, Qwirkles and deck."""
    state = match.state
    kinds = [kind for each in (*state.hands, *state.table) for kind in each]
    kinds += [kind for sets in state.qwirkles for each in sets for kind in each]
    kinds += [kind for kind, count in enumerate(state.deck) for _ in range(count)]
    return Counter(ALL_KINDS[kind] for kind in kinds)


# Moves and drafts


def play(match: quincunx.Match, *moves: str) -> Events:
    """Play each move as the seat on turn, checking that no card is lost; return the last events."""
    events: Events = ()
    for move in moves:
        before = all_cards_of(match)
        events = match.play(move, match.awaited[0])
        assert all_cards_of(match) == before
    return events


def expect_refusal(
    match: quincunx.Match, move: str, reason: str, rule: str, offending: str = ""
) -> None:
    """Check that the move is refused for this reason by this rule, naming the offending cards."""
    seat = match.awaited[0]
    error = illegal_move(match, seat, move)
    assert (error.reason, error.rule) == (reason, f"qwirkle_cards:{rule}")
    assert error.offending == cards(offending)
    assert match.game.parse_move(move) not in match.legal_moves(seat)


def draft_text(match: quincunx.Match, text: str) -> tuple[Fault, ...]:
    """Send the layout as a draft of the seat on turn."""
    return match.draft(match.awaited[0], QwirkleCardsDraft(layout(text)))


def draft_faults(match: quincunx.Match, text: str) -> list[tuple[str, str, str]]:
    """Return the faults of a draft: the reason, the cards, and the number of the set."""
    found = []
    for fault in draft_text(match, text):
        assert quincunx.render(fault.message)
        args: dict[str, Any] = dict(fault.message.args)
        reason = fault.message.id.rpartition(".")[2]
        found.append((reason, " ".join(args.get("cards", ())), " ".join(fault.cells)))
    return found


# Brute force


def is_valid_set(some: Sequence[str]) -> bool:
    """Return whether the cards are a set: three or more, no two equal, one colour or one shape."""
    alike = 1 in (len({card[0] for card in some}), len({card[1] for card in some}))
    return len(some) >= 3 and len(set(some)) == len(some) and alike


@cache
def can_lay_out(some: CardTexts) -> bool:
    """Return whether the sorted cards can be divided into sets: the first goes with some others."""
    if not some:
        return True
    first, *rest = some
    mates = [card for card in dict.fromkeys(rest) if first[0] == card[0] or first[1] == card[1]]
    return any(
        is_valid_set((first, *others)) and can_lay_out(_without(rest, others))
        for size in (2, 3, 4, 5)
        for others in combinations(mates, size)
    )


def _without(some: Iterable[str], others: Iterable[str]) -> CardTexts:
    return tuple(sorted((Counter(some) - Counter(others)).elements()))


def is_playable(on_the_table: Iterable[str], in_hand: CardTexts) -> bool:
    """Return whether some cards of the hand can be laid out together with the table."""
    return any(
        can_lay_out(tuple(sorted((*on_the_table, *chosen))))
        for size in range(1, len(in_hand) + 1)
        for chosen in sorted(set(combinations(sorted(in_hand), size)))
    )
