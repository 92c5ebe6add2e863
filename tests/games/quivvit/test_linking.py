"""What links with a rotated card, and what becomes of it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quincunx
from quincunx.games.quivvit.cards import CARD_BY_TEXT, CARD_TEXTS, NO_CARD
from quincunx.games.quivvit.grid import describe_links, find_links, free_link_cells
from quincunx.games.quivvit.rules.link_tables import linked_cells
from tests.games.events import event_args
from tests.games.quivvit.matches import (
    CELLS,
    EMPTY,
    CardsByCell,
    cards_on_grid,
    deck_of,
    legal_moves,
    play,
    points_of,
    rotated_text,
    set_fields,
    set_grid,
    table,
    taken_cells,
)

WAYS = ("left", "right", "half", "claim")


def random_grid(rng: Random) -> dict[str, str]:
    """A grid with more or fewer gaps."""
    density = rng.choice((0.3, 0.7, 1))
    return {cell: rng.choice(CARD_TEXTS) for cell in CELLS if rng.random() < density}


def as_cards(grid: CardsByCell) -> list[int]:
    return [CARD_BY_TEXT[grid[cell]] if cell in grid else NO_CARD for cell in (*CELLS, "outside")]


# Against brute force


@pytest.mark.rule("quivvit:L146a", "quivvit:L148", "quivvit:L212a", "quivvit:R4", "quivvit:L250b")
@given(seed=st.integers(0, 2**32))
def test_links_are_the_squares_that_can_be_reached(seed: int) -> None:
    rng = Random(seed)
    grid = random_grid(rng)
    cards = as_cards(grid)
    for cell, card in grid.items():
        for way in WAYS:
            for only in (None, *"RGBY"):
                lying = rotated_text(card, way)
                placed = (
                    cards,
                    CELLS.index(cell),
                    CARD_BY_TEXT[lying],
                    None if only is None else "RGBY".index(only),
                )
                taken = taken_cells(grid, cell, lying, only)
                links = find_links(*placed)
                assert {CELLS[each] for link in links for each in link} == taken - {cell}
                assert [CELLS[each] for each in linked_cells(*placed)] == sorted(
                    taken, key=CELLS.index
                )


@pytest.mark.rule("quivvit:R4")
@given(seed=st.integers(0, 2**32))
def test_each_link_is_described_with_its_colour_and_all_its_cells(seed: int) -> None:
    rng = Random(seed)
    grid = random_grid(rng)
    for cell, card in grid.items():
        links = describe_links(as_cards(grid), CELLS.index(cell), CARD_BY_TEXT[card])
        told_of = {link.colour: set(link.cells) for link in links}
        assert len(told_of) == len(links), "a card has each colour once"
        for colour in "RGBY":
            assert told_of.get(colour, set()) == taken_cells(grid, cell, card, colour)
        assert all(2 <= len(link.cells) <= 4 for link in links)
        assert all(list(link.cells) == sorted(link.cells, key=CELLS.index) for link in links)


@pytest.mark.rule("quivvit:L175b", "quivvit:R8")
@given(seed=st.integers(0, 2**32))
def test_free_links_are_the_full_squares(seed: int) -> None:
    rng = Random(seed)
    grid = {cell: rng.choice(("RGBY1", "BYRG1", "GRYB2", "YBGR3")) for cell in CELLS}
    for only in (None, *"RGBY"):
        squares = [
            block
            for block in blocks_of_four()
            if set(block) <= set(grid) and met(grid, block) in ([only] if only else [*"RGBY"])
        ]
        free = free_link_cells(as_cards(grid), None if only is None else "RGBY".index(only))
        assert [CELLS[cell] for cell in free] == [
            cell for cell in CELLS if any(cell in square for square in squares)
        ]


def blocks_of_four() -> list[tuple[str, ...]]:
    """The cells round each inner meeting point, clockwise from the top left."""
    return [
        (CELLS[place], CELLS[place + 1], CELLS[place + 6], CELLS[place + 5])
        for place in range(20)
        if place % 5 < 4
    ]


def met(grid: CardsByCell, block: tuple[str, ...]) -> str | None:
    """The colour that all four show where they meet."""
    colours = {grid[cell][(corner + 2) % 4] for corner, cell in enumerate(block)}
    return colours.pop() if len(colours) == 1 else None


@pytest.mark.rule("quivvit:L146b", "quivvit:L212b", "quivvit:R4", "quivvit:R5", "quivvit:R7")
@pytest.mark.parametrize("seed", range(25))
def test_what_a_turn_takes_and_scores(seed: int) -> None:
    """Gaps, covered cards and the die included."""
    rng = Random(seed)
    match = table(3, color_blocking=True, random_color=True, double_rotation=True)
    grid = random_grid(rng) | {"c3": rng.choice(CARD_TEXTS)}
    covered = rng.sample(sorted(set(grid) - {"c3"}), k=2)
    set_grid(match, deck_of(RGBY1=60), **grid)
    set_fields(
        match, blocks=(CELLS.index(covered[0]), -1, CELLS.index(covered[1])), colour=seed % 4
    )
    set_fields(match, phase="turn", waiting=(), ends_at=None)
    bare = {cell: card for cell, card in grid.items() if cell not in covered}
    for move in sorted(legal_moves(match, 0) - {"quiet"}):
        cell, way = move.split()[::-1] if move.startswith("claim") else move.split()
        expected = taken_cells(bare, cell, rotated_text(grid[cell], way), "RGBY"[seed % 4])
        effect = match.rules.effect(match.state, 0, match.game.parse_move(move))
        events = match.play(move, 0)
        view = match.view(None)
        assert set(view.last.cells) == set(effect["cells"]) == expected
        assert effect["links"] == view.last.links
        assert effect["points"] == view.last.points == view.points[0] == points_of(grid, expected)
        assert view.cards == (len(expected), 0, 0)
        assert event_args(events, "turned")[0]["cards"] == len(expected)
        assert event_args(events, "turned")[0]["points"] == points_of(grid, expected)
        for other in set(grid) - expected - {cell}:
            assert cards_on_grid(match)[other] == grid[other], "all others lie as they lay"
        if not expected:
            assert cards_on_grid(match)[cell] == rotated_text(grid[cell], way)
        match.undo()


# By example


@pytest.mark.rule("quivvit:L146a", "quivvit:L146b", "quivvit:L85", "quivvit:L212b")
def test_two_neighbours_link() -> None:
    match = set_grid(table(), EMPTY, c3="RGBY1", d3="YBRG2")
    play(match, "c3 left")  # blue and yellow on its right side, against yellow and green
    assert cards_on_grid(match) == {"c3": "GBYR1", "d3": "YBRG2"}
    play(match, "c3 left")  # yellow and red, against yellow and green
    assert cards_on_grid(match) == {}
    assert match.view(None).points == (0, 3)
    assert match.view(None).cards == (0, 2)


@pytest.mark.rule("quivvit:L148", "quivvit:R4")
def test_a_card_across_the_point_links_through_one_between() -> None:
    match = set_grid(table(), EMPTY, b2="YGBR1", c2="GBYR2", c3="RGBY3", e5="RGBY1")
    play(match, "b2 left")  # red meets red of c2 and, through it, red of c3
    view = match.view(None)
    assert view.last.cells == ("b2", "c2", "c3")
    assert [(link.colour, link.cells) for link in view.last.links] == [("R", ("b2", "c2", "c3"))]
    assert view.points == (6, 0)


@pytest.mark.rule("quivvit:R4", "quivvit:L148")
def test_a_card_across_the_point_does_not_link_by_itself() -> None:
    match = set_grid(table(), EMPTY, b2="YGBR1", c3="RGBY3")
    play(match, "b2 left")
    assert match.view(None).points == (0, 0)
    assert set(cards_on_grid(match)) == {"b2", "c3"}


@pytest.mark.rule("quivvit:R4")
def test_a_link_has_at_most_four_cards_and_does_not_go_on_from_there() -> None:
    match = set_grid(
        table(), EMPTY, b2="YGBR1", c2="GBYR1", c3="RGBY1", b3="GRBY1", d2="RGBY1", d3="BGRY1"
    )
    play(match, "b2 left")
    assert match.view(None).last.cells == ("b2", "c2", "b3", "c3")
    assert set(cards_on_grid(match)) == {"d2", "d3"}


@pytest.mark.rule("quivvit:L212a", "quivvit:R4")
def test_links_between_others_stay() -> None:
    match = set_grid(table(), EMPTY, a1="RGBY1", d4="RGBY1", e4="GRYB1")
    assert taken_cells({"d4": "RGBY1", "e4": "GRYB1"}, "d4", "RGBY1") == {"d4", "e4"}
    play(match, "a1 left")
    assert set(cards_on_grid(match)) == {"a1", "d4", "e4"}


@pytest.mark.rule("quivvit:R4", "quivvit:R5")
def test_a_rotation_that_links_nothing_is_legal_and_turns_the_card() -> None:
    match = set_grid(table(), EMPTY, a1="RGBY3", e5="RGBY3")
    events = play(match, "a1 left")
    assert cards_on_grid(match) == {"a1": "GBYR3", "e5": "RGBY3"}
    assert event_args(events, "turned") == [
        {"seat": 0, "cell": "a1", "way": "left", "cards": 0, "points": 0}
    ]
    view = match.view(None)
    assert (view.points, view.cards, view.turn) == ((0, 0), (0, 0), 1)
    assert (view.last.cell, view.last.way, view.last.cells) == ("a1", "left", ())
    assert (view.last.links, view.last.points, view.last.cards) == ((), 0, ("GBYR3",))


@pytest.mark.rule("quivvit:R5")
def test_cards_that_cost_points_are_taken_too() -> None:
    match = set_grid(table(), EMPTY, c3="YRGB-1", d3="YBRG-1")
    play(match, "c3 right")
    assert match.view(None).points == (-2, 0)
    assert match.view(None).cards == (2, 0)


@pytest.mark.rule("quivvit:L17", "quivvit:R4")
def test_four_links_at_once_take_nine_cards() -> None:
    around = {"b2": "GBRY2", "c2": "BYGR2", "d2": "RBYG2", "b3": "GRYB1", "d3": "GRYB1"}
    below = {"b4": "RYGB3", "c4": "YBRG3", "d4": "BRGY-1"}
    match = set_grid(table(), EMPTY, c3="YRGB1", e1="RGBY3", **around, **below)
    play(match, "c3 left")
    view = match.view(None)
    assert [link.colour for link in view.last.links] == ["R", "G", "B", "Y"]
    assert {len(link.cells) for link in view.last.links} == {4}
    assert (view.cards, view.points) == ((9, 0), (14, 0))
    assert cards_on_grid(match) == {"e1": "RGBY3"}


@pytest.mark.rule("quivvit:L135")
@pytest.mark.parametrize("card", ["RGBY1", "GYRB3"])
def test_a_quarter_turn_to_the_left_or_to_the_right(card: str) -> None:
    for way, lying in (("left", card[1:4] + card[0]), ("right", card[3] + card[:3])):
        match = set_grid(table(), EMPTY, c3=card)
        play(match, f"c3 {way}")
        assert cards_on_grid(match) == {"c3": lying + card[4:]}


@pytest.mark.rule("quivvit:L139")
def test_looking_at_what_a_rotation_would_do_changes_nothing() -> None:
    match = table(2, double_rotation=True)
    before = (match.digest(), match.version)
    for move in match.legal_moves(0):
        effect = match.rules.effect(match.state, 0, move)
        assert set(effect) == {"links", "cells", "points"}
    assert (match.digest(), match.version) == before


# Cards are neither lost nor made


@pytest.mark.rule("quivvit:L91", "quivvit:L213")
@given(
    seed=st.integers(0, 2**32),
    seats=st.integers(1, 4),
    drain=st.booleans(),
    double=st.booleans(),
    colour=st.booleans(),
    blocking=st.booleans(),
)
def test_every_card_is_somewhere(
    seed: int, seats: int, drain: bool, double: bool, colour: bool, blocking: bool
) -> None:
    rng = Random(seed)
    match = quincunx.new(
        "quivvit",
        seats=seats,
        seed=seed,
        options={
            "drain_the_deck": drain,
            "double_rotation": double,
            "random_color": colour,
            "color_blocking": blocking and seats > 1,
        },
    )
    everything = counted(match)
    assert sum(everything) == 148
    while match.outcome is None:
        seat = rng.choice(match.awaited)
        match.play(match.legal_moves(seat).sample(rng), seat)
        if match.view(None).bonuses == (None,) * seats:
            assert counted(match) == everything
    drawn = [value for value in match.view(None).bonuses if value is not None]
    assert sum(counted(match)) == 148 - len(drawn)


def counted(match: quincunx.Match) -> list[int]:
    """By kind, how many cards lie on the grid, in the deck and before the seats."""
    view = match.view(None)
    counts = list(view.deck)
    for card in cards_on_grid(match).values():
        counts[CARD_BY_TEXT[card] // 4] += 1
    for pile in (*view.piles, *view.apart):
        for kind in pile:
            counts[kind] += 1
    return counts
