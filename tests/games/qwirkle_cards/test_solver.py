"""The solver against brute force: what can lie, which Qwirkles, which plays, how few cards move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from operator import add
from random import Random

import numpy as np
import pytest

from quincunx.games.qwirkle_cards.cards import (
    COPIES,
    KINDS,
    SIX,
    CardKinds,
    count_kinds,
    list_cards,
)
from quincunx.games.qwirkle_cards.layouts import kernel
from quincunx.games.qwirkle_cards.layouts.division import (
    COLOUR_LINE,
    LINE_KINDS,
    LINES,
    divide,
    find_playable,
)
from quincunx.games.qwirkle_cards.layouts.rearrangement import layout_of_division, rearrange
from quincunx.games.qwirkle_cards.notation import parse_layout
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, is_qwirkle, is_set, sort_layout
from quincunx.games.qwirkle_cards.solver import (
    MAX_SEARCH_STEPS,
    choices,
    lay_out,
    most_qwirkles,
    non_dominated,
)
from tests.games.qwirkle_cards import brute_force

NOTHING = (0,) * KINDS


def can_lie(must: Sequence[int], most: Sequence[int] | None = None) -> bool:
    lying = np.array(must)
    return kernel.can_divide(
        lying, lying if most is None else np.array(most), np.zeros(1, np.int64)
    )


def spread(kinds: CardKinds, counts: tuple[int, ...]) -> tuple[int, ...]:
    of = dict(zip(kinds, counts, strict=True))
    return tuple(of.get(kind, 0) for kind in range(KINDS))


def reachable(kinds: CardKinds, copies: int) -> set[tuple[int, ...]]:
    """All multisets of these kinds that are made of sets, by adding set after set."""
    sets = {
        cards for kind in kinds for cards in brute_force.sets_with(kind) if {*cards} <= {*kinds}
    }
    steps = [tuple(kind in cards for kind in kinds) for cards in sets]
    found = {(0,) * len(kinds)}
    fresh = found
    while fresh:
        grown = {tuple(map(int.__add__, counts, step)) for counts in fresh for step in steps}
        fresh = {counts for counts in grown if max(counts) <= copies} - found
        found |= fresh
    return found


# What can lie


def test_three_colours_and_shapes_with_all_their_copies() -> None:
    kinds = brute_force.world(3, 3)
    layable = reachable(kinds, COPIES)
    some = [*product(range(COPIES + 1), repeat=9)]
    for counts in [*Random(1).sample(some, 6_000), *layable]:
        assert can_lie(spread(kinds, counts)) == (counts in layable)


def test_four_colours_and_shapes() -> None:
    rng = Random(3)
    kinds = brute_force.world(4, 4)
    for _ in range(1_500):
        counts = spread(kinds, tuple(rng.choices(range(2), (1, 3), k=16)))
        assert can_lie(counts) == (next(brute_force.layouts(counts), None) is not None)


def test_four_colours_and_shapes_with_copies() -> None:
    rng = Random(4)
    kinds = brute_force.world(4, 4)
    for _ in range(400):
        counts = spread(kinds, tuple(rng.choices(range(COPIES + 1), (8, 6, 2, 1), k=16)))
        expected = next(brute_force.layouts(counts), None) is not None
        assert can_lie(counts) == expected
        assert (divide(counts, NOTHING) is not None) == expected


@pytest.mark.exhaustive
def test_every_multiset_of_three_colours_and_shapes() -> None:
    kinds = brute_force.world(3, 3)
    layable = reachable(kinds, COPIES)
    for counts in product(range(COPIES + 1), repeat=9):
        cards = spread(kinds, counts)
        assert can_lie(cards) == (divide(cards, NOTHING) is not None) == (counts in layable)


@pytest.mark.exhaustive
def test_every_set_of_four_colours_and_shapes() -> None:
    kinds = brute_force.world(4, 4)
    layable = reachable(kinds, 1)
    for counts in product(range(2), repeat=16):
        cards = spread(kinds, counts)
        assert can_lie(cards) == (divide(cards, NOTHING) is not None) == (counts in layable)


def test_a_division_fills_lines_with_all_that_must_lie_there_and_nothing_else() -> None:
    rng = Random(5)
    found = 0
    for _ in range(500):
        must = rng.choices(range(3), (6, 3, 1), k=KINDS)
        may = rng.choices(range(2), (3, 1), k=KINDS)
        division = divide(must, may)
        most = [*map(add, must, may)]
        assert (division is not None) == can_lie(must, most)
        if division is None:
            continue
        found += 1
        lying = np.array(division.colours) + division.shapes
        assert (lying >= must).all()
        assert (lying <= most).all()
        for line in range(LINES):
            held = division.line(line)
            assert sum(held) >= 3 * max(held)
        layout = layout_of_division(division)
        assert all(map(is_set, layout))
        assert count_kinds(all_cards(layout)) == lying.tolist()
    assert 50 < found < 450


# Qwirkles of one line


@cache
def by_trying(counts: tuple[int, ...]) -> int | None:
    """The most Qwirkles of one line, by taking set after set."""
    if not any(counts):
        return 0
    first = next(place for place, count in enumerate(counts) if count)
    best = None
    for chosen in product((0, 1), repeat=SIX):
        if sum(chosen) < 3 or not chosen[first] or any(map(int.__lt__, counts, chosen)):
            continue
        rest = by_trying(tuple(map(int.__sub__, counts, chosen)))
        if rest is not None:
            best = max(best or 0, rest + (sum(chosen) == SIX))
    return best


@pytest.mark.parametrize("line", [0, 11])
def test_one_line_with_each_of_its_4096_counts(line: int) -> None:
    found = np.empty(1, np.int64)
    for counts in product(range(COPIES + 1), repeat=SIX):
        cards = np.array(spread(LINE_KINDS[line], counts))
        taken, _, cut_off, _ = kernel.best_takings(
            cards, found, kernel.MAX_QWIRKLES, MAX_SEARCH_STEPS
        )
        assert not cut_off
        assert taken == (-1 if (expected := by_trying(counts)) is None else expected)
        if taken > 0:
            assert found[0] == taken << 2 * line


def test_the_trap() -> None:
    """Seven cards, one of them twice: two sets, and no Qwirkle, since one card would be left."""
    assert by_trying((2, 1, 1, 1, 1, 1)) == 0
    found = np.empty(1, np.int64)
    cards = np.array(spread(LINE_KINDS[0], (2, 1, 1, 1, 1, 1)))
    assert kernel.best_takings(cards, found, kernel.MAX_QWIRKLES, MAX_SEARCH_STEPS)[:3] == (0, 1, 0)


# Plays


@pytest.mark.parametrize("seed", range(16))
def test_plays_are_those_that_trying_everything_finds(seed: int) -> None:
    rng = Random(seed)
    kinds = brute_force.world(3, 6) if seed % 2 else brute_force.world(4, 4)
    table = brute_force.random_layout(kinds, 2 + seed % 2, rng)
    hand = brute_force.random_hand(kinds, table, 4, rng)
    expected = brute_force.most_with(tuple(count_kinds(all_cards(table))), hand)
    found = choices(table, hand)
    assert {choice.cards: choice.qwirkles for choice in found} == expected
    assert most_qwirkles(table, hand) == max(expected.values(), default=None)
    assert (find_playable(count_kinds(all_cards(table)), hand) is not None) == bool(expected)


def test_a_non_dominated_play_has_no_card_to_spare() -> None:
    rng = Random(6)
    kinds = brute_force.world(6, 6)
    for _ in range(6):
        table = brute_force.random_layout(kinds, 5, rng)
        found = choices(table, brute_force.random_hand(kinds, table, 9, rng))
        kept = non_dominated(found)
        assert kept[0].qwirkles == max(choice.qwirkles for choice in found)
        for choice in found:
            assert any(
                Counter(each.cards) <= Counter(choice.cards) and each.qwirkles >= choice.qwirkles
                for each in kept
            )
        for one, other in product(kept, repeat=2):
            assert (
                one == other
                or one.qwirkles < other.qwirkles
                or not Counter(one.cards) <= Counter(other.cards)
            )


def test_a_qwirkle_on_the_table_still_needs_a_card_from_the_hand() -> None:
    table = parsed("[Rc Rs Rd] [Rl Rx Ra]")
    assert most_qwirkles(table, ()) is None
    assert most_qwirkles(table, parsed("[Rc]")[0]) == 0, "it would be left over beside the Qwirkle"
    assert most_qwirkles(table, parsed("[Bc Bs Bd]")[0]) == 1


# Layouts


@pytest.mark.parametrize("seed", range(24))
def test_as_few_cards_move_as_can_be(seed: int) -> None:
    rng = Random(seed)
    kinds = brute_force.world(2, 6) if seed % 4 == 0 else brute_force.world(4, 4)
    table = brute_force.random_layout(kinds, 3, rng)
    hand = brute_force.random_hand(kinds, table, 4, rng)
    found = choices(table, hand)
    for choice in rng.sample(found, min(2, len(found))):
        counts = tuple(count_kinds((*all_cards(table), *choice.cards)))
        fewest = min(
            brute_force.moved(table, layout)
            for layout in brute_force.layouts(counts)
            if qwirkles_of(layout) == Counter(choice.taking)
        )
        assert brute_force.moved(table, lay_out(table, choice)[1]) == fewest


def qwirkles_of(layout: tuple[frozenset[int], ...]) -> Counter[int]:
    return Counter(
        next(line for line in range(LINES) if {*LINE_KINDS[line]} == cards)
        for cards in layout
        if len(cards) == SIX
    )


def test_layouts_are_legal_and_take_what_was_chosen() -> None:
    rng = Random(7)
    kinds = brute_force.world(6, 6)
    for _ in range(10):
        table = brute_force.random_layout(kinds, 7, rng)
        hand = brute_force.random_hand(kinds, table, 9, rng)
        for choice in rng.sample(found := choices(table, hand), min(2, len(found))):
            _, layout = lay_out(table, choice)
            assert all(map(is_set, layout))
            assert all_cards(layout) == tuple(sorted((*all_cards(table), *choice.cards)))
            assert sum(map(is_qwirkle, layout)) == choice.qwirkles


def test_what_need_not_move_stays() -> None:
    table = parsed("[Bc Bs Bd Bx] [Gl Gx Ga] [Pc Ps Pd]")
    layout = rearrange(table, parsed("[Rs Os]")[0])
    assert sort_layout(layout) == parsed("[Bc Bd Bx] [Rs Os Bs] [Gl Gx Ga] [Pc Ps Pd]")


def test_the_rulebooks_three_steps_to_a_qwirkle() -> None:
    table = parsed("[Yc Ys Yd Yx] [Rl Yl Gl] [Oa Ba Pa]")
    hand = parsed("[Ya Bl]")[0]
    best = non_dominated(choices(table, hand))[0]
    assert best.cards == hand
    assert best.taking == (COLOUR_LINE[parsed("[Ya]")[0][0]],)
    move, layout = lay_out(table, best)
    assert move.old == parsed("[Yc Ys Yd Yx] [Rl Yl Gl]")
    assert brute_force.moved(table, layout) == 1


def parsed(text: str) -> Layout:
    found = parse_layout(text)
    assert found is not None
    return sort_layout(found)


def test_a_full_table_is_laid_out_too() -> None:
    """Every card of the game but nine: eleven Qwirkles and more lie ready."""
    hand = (0, 1, 2, 3, 4, 5, 6, 7, 8)
    rest = list_cards([COPIES - hand.count(kind) for kind in range(KINDS)])
    counts = count_kinds(rest)
    assert can_lie(counts)
    most, _, _, _ = kernel.most_qwirkles(
        np.array(counts), np.array(count_kinds(hand)), MAX_SEARCH_STEPS
    )
    assert most == 18
