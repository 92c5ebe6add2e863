"""The plays that a table and a hand allow: whether there is one, the simple ones, random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from quincunx.games.qwirkle_cards.cards import Cards, counted
from quincunx.games.qwirkle_cards.layouts.bitsets import LINE_BITS, bits_of, kinds_of, room_beside
from quincunx.games.qwirkle_cards.layouts.division import COLOUR, LINE, SHAPE, playable
from quincunx.games.qwirkle_cards.layouts.rearrangement import rearranged
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay, play
from quincunx.games.qwirkle_cards.sets import SMALLEST, Layout, all_cards

REARRANGED: Final = 0.1
"""How often a random play rearranges the table although it need not."""
TRIES: Final = 12
"""How often a random rearrangement is begun anew before a found one must do."""


def can_play(table: Layout, hand: Cards) -> bool:
    """Whether some card of the hand can be played, the table rearranged at will: exactly."""
    return bool(_places(table, hand)) or playable(counted(all_cards(table)), hand) is not None


def simple_plays(table: Layout, hand: Cards) -> Iterator[QwirkleCardsPlay]:
    """New sets from the hand and cards added to sets; only if there is none of these, a switch."""
    places = _places(table, hand)
    for old, kinds in places:
        for size in range(1 if old else SMALLEST, len(kinds) + 1):
            for chosen in combinations(kinds, size):
                yield play(old, (sum(old, chosen),))
    if not places and (switch := _switch(table, hand)):
        yield switch


def sample_play(table: Layout, hand: Cards, rng: Random) -> QwirkleCardsPlay:
    """A random play; every play can come up."""
    places = _places(table, hand)
    if not places or rng.random() < REARRANGED:
        for _ in range(TRIES):
            if found := _sample_rearranged(table, hand, rng):
                return found
    if places:
        return _sample_simple(places, rng)
    switch = _switch(table, hand)
    assert switch is not None, "only who can play is asked"
    return switch


class _Place(NamedTuple):
    """A set on the table, or none where a new one can begin, and the kinds that can go there."""

    old: Layout
    kinds: Cards


def _places(table: Layout, hand: Cards) -> list[_Place]:
    """Where cards of the hand can go as the table lies."""
    held = bits_of(hand)
    own = [held & line for line in LINE_BITS]
    beginnings = [_Place((), kinds_of(bits)) for bits in own if bits.bit_count() >= SMALLEST]
    sets = [(cards, held & room_beside(bits_of(cards))) for cards in dict.fromkeys(table)]
    return beginnings + [_Place((cards,), kinds_of(fits)) for cards, fits in sets if fits]


def _switch(table: Layout, hand: Cards) -> QwirkleCardsPlay | None:
    """A play where no simple one will do."""
    cards = playable(counted(all_cards(table)), hand)
    return None if cards is None else play(table, rearranged(table, cards))


def _sample_simple(places: list[_Place], rng: Random) -> QwirkleCardsPlay:
    old, kinds = places[int(rng.random() * len(places))]
    least = 1 if old else SMALLEST
    size = least + int(rng.random() * (len(kinds) - least + 1))
    chosen = tuple(rng.sample(kinds, size))
    return play(old, (sum(old, chosen),))


def _sample_rearranged(table: Layout, hand: Cards, rng: Random) -> QwirkleCardsPlay | None:
    """Some cards of the hand, some sets taken apart, and all of that put down at random.

    Not always a play: a card may be left over.
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
        fits = [place for place, bits in enumerate(sets) if room_beside(bits) >> kind & 1]
        beginnings = _beginnings(kind, loose)
        choice = int(rng.random() * (len(fits) + len(beginnings)))
        if choice < len(fits):
            sets[fits[choice]] |= 1 << kind
        elif beginnings:
            partners = rng.sample(beginnings[choice - len(fits)], SMALLEST - 1)
            sets.append(bits_of((kind, *partners)))
            for other in partners:
                loose.remove(other)
        else:
            return None
    return play(table, tuple(map(kinds_of, sets)))


def _beginnings(kind: int, loose: list[int]) -> list[list[int]]:
    """For each line in which the kind can begin a set: the loose kinds that can go with it."""
    others = {*loose} - {kind}
    lines = (
        [each for each in LINE[line] if each in others] for line in (COLOUR[kind], SHAPE[kind])
    )
    return [partners for partners in lines if len(partners) >= SMALLEST - 1]
