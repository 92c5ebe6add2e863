"""The legal plays of a hand: whether there are any, simple ones, and random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from quincunx.core.moves import Moves
from quincunx.games.qwirkle_cards.cards import CardKinds, count_kinds
from quincunx.games.qwirkle_cards.layouts.bitsets import LINE_BITS, addable_kinds, bits_of, kinds_of
from quincunx.games.qwirkle_cards.layouts.division import (
    COLOUR_LINE,
    LINE_KINDS,
    SHAPE_LINE,
    find_playable,
)
from quincunx.games.qwirkle_cards.layouts.faults import find_play_faults
from quincunx.games.qwirkle_cards.layouts.rearrangement import rearrange
from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove, QwirkleCardsPlay, canonical_play
from quincunx.games.qwirkle_cards.sets import MIN_SET_SIZE, Layout, all_cards, is_layout

REARRANGE_PROBABILITY: Final = 0.1
"""How often a random play rearranges the table although a simple play exists."""
MAX_SAMPLE_ATTEMPTS: Final = 12
"""How often a random rearrangement is tried before falling back to a simple or solved play."""


class LegalPlays(Moves[QwirkleCardsMove]):
    """All legal plays. There are too many to list, so iteration yields only the simple ones."""

    complete = False

    def __init__(self, table: Layout, hand: CardKinds) -> None:
        self._table = table
        self._hand = hand

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, QwirkleCardsPlay):
            return False
        if not is_layout(move.old) or not is_layout(move.new):
            return False
        play = canonical_play(move.old, move.new)
        return next(find_play_faults(self._table, self._hand, play), None) is None

    def __iter__(self) -> Iterator[QwirkleCardsMove]:
        return iter(simple_plays(self._table, self._hand))

    def sample(self, rng: Random) -> QwirkleCardsMove:
        return sample_play(self._table, self._hand, rng)


def can_play(table: Layout, hand: CardKinds) -> bool:
    """Return, exactly, whether a card of the hand can be played, rearranging the table at will."""
    return (
        bool(_places(table, hand)) or find_playable(count_kinds(all_cards(table)), hand) is not None
    )


def simple_plays(table: Layout, hand: CardKinds) -> Iterator[QwirkleCardsPlay]:
    """Yield new sets and additions to sets; if there are none, one play that rearranges."""
    places = _places(table, hand)
    for old, kinds in places:
        for size in range(1 if old else MIN_SET_SIZE, len(kinds) + 1):
            for chosen in combinations(kinds, size):
                yield canonical_play(old, (sum(old, chosen),))
    if not places and (play := _rearranging_play(table, hand)):
        yield play


def sample_play(table: Layout, hand: CardKinds, rng: Random) -> QwirkleCardsPlay:
    """Return a random play; every legal play has a chance."""
    places = _places(table, hand)
    if not places or rng.random() < REARRANGE_PROBABILITY:
        for _ in range(MAX_SAMPLE_ATTEMPTS):
            if found := _sample_rearranged(table, hand, rng):
                return found
    if places:
        return _sample_simple(places, rng)
    play = _rearranging_play(table, hand)
    assert play is not None, "the seat on turn can play"
    return play


class _Place(NamedTuple):
    """A set on the table, or no set for a new one, and the kinds of the hand that fit."""

    old: Layout
    kinds: CardKinds


def _places(table: Layout, hand: CardKinds) -> list[_Place]:
    """Return where cards of the hand fit without rearranging the table."""
    held = bits_of(hand)
    own = [held & line for line in LINE_BITS]
    new_sets = [_Place((), kinds_of(bits)) for bits in own if bits.bit_count() >= MIN_SET_SIZE]
    sets = [(cards, held & addable_kinds(bits_of(cards))) for cards in dict.fromkeys(table)]
    return new_sets + [_Place((cards,), kinds_of(fits)) for cards, fits in sets if fits]


def _rearranging_play(table: Layout, hand: CardKinds) -> QwirkleCardsPlay | None:
    """Return a play that rearranges the table; `None` if no play exists at all."""
    cards = find_playable(count_kinds(all_cards(table)), hand)
    return None if cards is None else canonical_play(table, rearrange(table, cards))


def _sample_simple(places: list[_Place], rng: Random) -> QwirkleCardsPlay:
    old, kinds = places[int(rng.random() * len(places))]
    least = 1 if old else MIN_SET_SIZE
    size = least + int(rng.random() * (len(kinds) - least + 1))
    chosen = tuple(rng.sample(kinds, size))
    return canonical_play(old, (sum(old, chosen),))


def _sample_rearranged(table: Layout, hand: CardKinds, rng: Random) -> QwirkleCardsPlay | None:
    """Take some sets apart and lay them and some cards of the hand down at random.

    Returns `None` if a card is left over.
    """
    share = rng.random()
    loose = [kind for kind in hand if rng.random() < share] or [rng.choice(hand)]
    share = rng.random()
    sets = []
    for cards in table:
        if rng.random() < share:
            loose += cards
        else:
            sets.append(bits_of(cards))
    rng.shuffle(loose)
    while loose:
        kind = loose.pop()
        fits = [place for place, bits in enumerate(sets) if addable_kinds(bits) >> kind & 1]
        new_sets = _new_set_partners(kind, loose)
        choice = int(rng.random() * (len(fits) + len(new_sets)))
        if choice < len(fits):
            sets[fits[choice]] |= 1 << kind
        elif new_sets:
            partners = rng.sample(new_sets[choice - len(fits)], MIN_SET_SIZE - 1)
            sets.append(bits_of((kind, *partners)))
            for other in partners:
                loose.remove(other)
        else:
            return None
    return canonical_play(table, tuple(map(kinds_of, sets)))


def _new_set_partners(kind: int, loose: list[int]) -> list[list[int]]:
    """Return, for each line in which the kind can begin a set, the loose kinds that fit."""
    others = {*loose} - {kind}
    lines = (
        [each for each in LINE_KINDS[line] if each in others]
        for line in (COLOUR_LINE[kind], SHAPE_LINE[kind])
    )
    return [partners for partners in lines if len(partners) >= MIN_SET_SIZE - 1]
