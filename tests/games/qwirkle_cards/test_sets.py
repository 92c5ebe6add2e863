"""What a set is, against another definition, for any cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.games.qwirkle_cards.sets import (
    is_qwirkle,
    is_set,
    largest_set,
    repeated_kinds,
    sort_layout,
)
from tests.games.qwirkle_cards.matches import ALL_KINDS, is_valid_set

any_cards = st.lists(st.integers(0, 35), max_size=8).map(tuple)
line = st.sampled_from(
    [[c * 6 + s for s in range(6)] for c in range(6)]
    + [[c * 6 + s for c in range(6)] for s in range(6)]
)
"""One colour or one shape."""
cards_of_a_line = line.flatmap(
    lambda kinds: st.lists(st.sampled_from(kinds), max_size=7).map(tuple)
)
some_cards = st.one_of(any_cards, cards_of_a_line)


def texts(kinds: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(ALL_KINDS[kind] for kind in kinds)


@pytest.mark.rule("qwirkle_cards:L30f", "qwirkle_cards:L30g", "qwirkle_cards:L11b")
@given(kinds=some_cards)
def test_sets_and_qwirkles(kinds: tuple[int, ...]) -> None:
    assert is_set(kinds) == is_valid_set(texts(kinds))
    assert is_qwirkle(kinds) == (is_valid_set(texts(kinds)) and len(kinds) == 6)
    counts = Counter(kinds)
    assert repeated_kinds(kinds) == tuple(sorted(kind for kind in counts if counts[kind] > 1))


@pytest.mark.rule("qwirkle_cards:L30f", "qwirkle_cards:L11b")
def test_how_many_sets_there_are() -> None:
    found = {
        size: sum(is_set(some) for some in combinations(range(36), size)) for size in (1, 2, 3, 4)
    }
    assert found == {1: 0, 2: 0, 3: 12 * 20, 4: 12 * 15}


@pytest.mark.rule("qwirkle_cards:L15d")
@given(hand=st.lists(st.integers(0, 35), min_size=9, max_size=9).map(tuple))
def test_the_largest_set_of_a_hand(hand: tuple[int, ...]) -> None:
    sizes = [
        size
        for size in range(1, 7)
        for some in combinations(set(hand), size)
        if size < 3 or is_valid_set(texts(some))
    ]
    size = largest_set(hand)
    assert (size >= 3) == (max(sizes) >= 3)
    if size >= 3:
        assert size == max(sizes)


@pytest.mark.rule("qwirkle_cards:R9")
@given(sets=st.lists(any_cards, max_size=4))
def test_order_loses_nothing(sets: list[tuple[int, ...]]) -> None:
    ordered = sort_layout(sets)
    assert Counter(ordered) == Counter(tuple(sorted(each)) for each in sets)
    assert sort_layout(reversed([each[::-1] for each in sets])) == ordered
