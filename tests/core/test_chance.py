"""Chance: fair, keyed, scripted and enumerated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b
from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import (
    NOBODY,
    Chance,
    FastChance,
    ImpossibleResult,
    KeyedChance,
    Result,
    ScriptedChance,
    branches,
)

KEY = bytes(range(32))
decks = st.lists(st.integers(0, 4), min_size=1, max_size=8).map(tuple)


@given(deck=decks, data=st.data(), seed=st.integers(0, 9))
def test_a_draw_takes_what_the_deck_holds(
    deck: tuple[int, ...], data: st.DataObject, seed: int
) -> None:
    count = data.draw(st.integers(0, sum(deck)))
    for chance in (KeyedChance(bytes([seed])), FastChance(Random(seed))):
        drawn = Counter(chance.draw("deck", deck, count))
        assert drawn.total() == count
        assert all(drawn[kind] <= deck[kind] for kind in drawn)


def test_a_whole_deck_of_cards_can_be_drawn() -> None:
    # 148 distinct cards need more than one block of hash.
    drawn = KeyedChance(KEY).draw("deck", (1,) * 148, 148)
    assert sorted(drawn) == list(range(148))


@given(deck=decks, faces=st.integers(1, 9), data=st.data())
def test_results_follow_the_published_definition(
    deck: tuple[int, ...], faces: int, data: st.DataObject
) -> None:
    """As `docs` defines them: one big number, reduced by one size after the other."""
    chance = KeyedChance(KEY)
    for number in range(3):
        count = data.draw(st.integers(0, sum(deck)))
        cards = [kind for kind, many in enumerate(deck) for _ in range(many)]
        sizes = range(len(cards), len(cards) - count, -1)
        drawn = [cards.pop(index) for index in published_numbers("deck", number, sizes)]
        assert chance.draw("deck", deck, count) == tuple(drawn)
        dice = data.draw(st.integers(0, 150))
        assert chance.roll("die", faces, dice) == tuple(
            published_numbers("die", number, (faces,) * dice)
        )


def published_numbers(stream: str, number: int, sizes: Sequence[int]) -> list[int]:
    choices = prod(sizes)
    blocks = max(1, -(-(choices.bit_length() + 128) // 512))
    hashed = b"".join(
        blake2b(f"{stream}#{number}#{block}".encode(), key=KEY).digest() for block in range(blocks)
    )
    value = int.from_bytes(hashed)
    found = []
    for size in sizes:
        value, index = divmod(value, size)
        found.append(index)
    return found


@given(deck=decks, data=st.data())
def test_deals_give_the_same_cards_as_draws(deck: tuple[int, ...], data: st.DataObject) -> None:
    """Whether or not the deck is the one that the last deal left, and after a copy."""
    dealing, drawing = KeyedChance(KEY), KeyedChance(KEY)
    while sum(deck):
        count = data.draw(st.integers(1, sum(deck)))
        if data.draw(st.booleans()):
            dealing = dealing.copy()
        other = dealing.copy()
        dealt, left = dealing.deal("deck", deck, count)
        assert (dealt, left) == other.deal("deck", (*deck,), count)
        assert dealt == drawing.draw("deck", (*deck,), count)
        assert left == tuple(many - dealt.count(kind) for kind, many in enumerate(deck))
        deck = left


def test_too_many_cards_are_an_error() -> None:
    with pytest.raises(ValueError, match="3 cards drawn from a deck of 2"):
        KeyedChance(KEY).draw("deck", (1, 1), 3)


@pytest.mark.parametrize("chance", [KeyedChance(KEY), FastChance(Random(5))], ids=["keyed", "fast"])
def test_draws_and_rolls_are_fair(chance: Chance) -> None:
    rounds = 6000
    drawn = Counter(chance.draw("deck", (1, 2, 3), 1)[0] for _ in range(rounds))
    rolled = Counter(chance.roll("die", 6)[0] for _ in range(rounds))
    for kind, weight in enumerate((1, 2, 3)):
        # Five standard deviations of a share of 6000.
        assert abs(drawn[kind] / rounds - weight / 6) < 0.033
    for face in range(6):
        assert abs(rolled[face] / rounds - 1 / 6) < 0.025


def test_streams_are_independent() -> None:
    alone, together = KeyedChance(KEY), KeyedChance(KEY)
    together.draw("deck", (3, 3), 2)
    together.roll("other die", 6)
    assert alone.roll("die", 6, 4) == together.roll("die", 6, 4)


def test_forgotten_results_are_drawn_again() -> None:
    chance = KeyedChance(KEY)
    first = chance.roll("die", 1000)
    chance.forget(chance.results)
    assert chance.roll("die", 1000) == first
    assert chance.roll("die", 1000) != first


def test_skipped_results_count_as_drawn() -> None:
    before, after = KeyedChance(KEY), KeyedChance(KEY)
    before.roll("die", 1000, 3)
    after.skip(before.results)
    assert before.roll("die", 1000, 3) == after.roll("die", 1000, 3)


def test_results_know_their_stream_and_owner() -> None:
    chance = FastChance(Random(1))
    chance.draw("deck", (1,), 1, to=2)
    chance.roll("die", 1, to=NOBODY)
    assert chance.results == [Result("deck", 2, (0,)), Result("die", NOBODY, (0,))]


@pytest.mark.parametrize(
    "result",
    [
        Result("deck", None, (5,)),
        Result("deck", None, (0, 0)),
        Result("deck", None, (-1,)),
        Result("deck", 1, (0,)),
        Result("die", None, (0,)),
    ],
    ids=["no such kind", "too many", "negative", "other owner", "other stream"],
)
def test_a_script_with_impossible_draws_is_refused(result: Result) -> None:
    with pytest.raises(ImpossibleResult):
        ScriptedChance([result]).draw("deck", (1, 1), 1)


def test_a_script_with_impossible_rolls_is_refused() -> None:
    with pytest.raises(ImpossibleResult):
        ScriptedChance([Result("die", None, (6,))]).roll("die", 6)
    with pytest.raises(ImpossibleResult, match="missing"):
        ScriptedChance([]).roll("die", 6)


def test_every_result_of_chance_is_enumerated_with_its_probability() -> None:
    def play(chance: Chance) -> tuple[int, ...]:
        (first,) = chance.draw("deck", (2, 1), 1)
        return (first, *chance.roll("die", 2 + first))

    ways = [(outcome, probability) for probability, outcome in branches(play)]
    assert ways == [
        ((0, 0), Fraction(1, 3)),
        ((0, 1), Fraction(1, 3)),
        ((1, 0), Fraction(1, 9)),
        ((1, 1), Fraction(1, 9)),
        ((1, 2), Fraction(1, 9)),
    ]
    assert sum(probability for _, probability in ways) == 1
