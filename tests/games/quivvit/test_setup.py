"""The setup: cards, decks, seats, the grid, and the first seat."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import quincunx
from quincunx.games.quivvit.cards import (
    CARD_BY_TEXT,
    CARD_TEXTS,
    LAYOUTS,
    NO_CARD,
    full_deck,
    rotated,
)
from tests.games.quivvit.matches import CELLS, cards_on_grid, deck_of, legal_moves, table

VALUES = {"1": 64, "2": 46, "3": 26, "-1": 12}
"""By value, how many cards of a deck have it."""
RULES = {
    "random_color": True,
    "color_blocking": True,
    "timed": True,
    "drain_the_deck": True,
    "double_rotation": True,
}


def all_cards(decks: int = 1) -> Counter[str]:
    """The cards of a game, each turned so that red is first: those on the grid and in the deck."""
    match = quincunx.new("quivvit", seats=1, seed=1, options={"decks": decks})
    cards = Counter(upright(card) for card in cards_on_grid(match).values())
    for kind, count in enumerate(match.view(None).deck):
        cards[upright(CARD_TEXTS[4 * kind])] += count
    return cards


def upright(card: str) -> str:
    red = card.index("R")
    return card[red:4] + card[:red] + card[4:]


# Cards


@pytest.mark.rule("quivvit:L39a", "quivvit:L39b", "quivvit:R1")
def test_every_card_shows_every_colour_once_and_a_value() -> None:
    assert set(CARD_TEXTS) == {
        "".join(colours) + value for colours in permutations("RGBY") for value in VALUES
    }
    assert len(CARD_TEXTS) == len(CARD_BY_TEXT) == 96


@pytest.mark.rule("quivvit:R1")
def test_a_card_turned_to_the_right_shows_its_top_left_colour_at_the_top_right() -> None:
    for text, card in CARD_BY_TEXT.items():
        assert CARD_TEXTS[rotated(card, 1)] == text[3] + text[:3] + text[4:]
        assert CARD_TEXTS[rotated(card, 2)] == text[2:4] + text[:2] + text[4:]
        assert CARD_TEXTS[rotated(card, 3)] == text[1:4] + text[0] + text[4:]
        assert rotated(card, 4) == card
    assert all(card % 4 == 0 for text, card in CARD_BY_TEXT.items() if text[0] == "R")


@pytest.mark.rule(
    "quivvit:L45", "quivvit:L50", "quivvit:L55", "quivvit:L60", "quivvit:L31a", "quivvit:R1"
)
def test_how_many_cards_have_each_value() -> None:
    by_value = Counter[str]()
    for card, count in all_cards().items():
        by_value[card[4:]] += count
    assert by_value == VALUES
    assert sum(by_value.values()) == 160 - 12
    assert sum(int(value) * count for value, count in by_value.items()) == 1.5 * 148


@pytest.mark.rule("quivvit:R1")
def test_the_six_layouts_are_spread_evenly() -> None:
    cards = all_cards()
    assert {card[:4] for card in cards} == {"R" + "".join(rest) for rest in permutations("GBY")}
    for value in VALUES:
        counts = [cards[layout + value] for layout in LAYOUTS]
        assert max(counts) - min(counts) <= 1
    overall = [sum(cards[layout + value] for value in VALUES) for layout in LAYOUTS]
    assert max(overall) - min(overall) <= 1


@pytest.mark.rule("quivvit:R1")
def test_the_layouts_go_round_through_the_whole_list_of_cards() -> None:
    values = [value for value, count in VALUES.items() for _ in range(count)]
    listed = [LAYOUTS[number % 6] + value for number, value in enumerate(values)]
    assert full_deck(1) == deck_of(*listed)


@pytest.mark.rule("quivvit:L35", "quivvit:L292c", "quivvit:R2")
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_decks_are_put_together(decks: int) -> None:
    one = all_cards()
    assert all_cards(decks) == {card: decks * count for card, count in one.items()}


# The special cards


@pytest.mark.rule("quivvit:L189", "quivvit:L191", "quivvit:L193", "quivvit:L65", "quivvit:L70")
@pytest.mark.parametrize("blocking", [True, False])
@pytest.mark.parametrize("double", [True, False])
def test_everyone_gets_the_special_cards_that_are_played_with(blocking: bool, double: bool) -> None:
    view = table(4, color_blocking=blocking, double_rotation=double).view(None)
    assert view.may_block == (blocking,) * 4
    assert view.blocks == (None,) * 4
    assert view.doubles == (double,) * 4
    assert sum(view.deck) == 148 - 25, "they are not in the deck"


# The grid


@pytest.mark.rule("quivvit:L17", "quivvit:L79", "quivvit:L200", "quivvit:R2")
@pytest.mark.parametrize(("seats", "decks"), [(1, 1), (4, 1), (2, 2), (8, 2), (16, 4)])
def test_25_cards_lie_face_up_whatever_the_number_of_seats(seats: int, decks: int) -> None:
    match = table(seats, decks=decks)
    assert len(cards_on_grid(match)) == 25
    assert sum(match.view(None).deck) == 148 * decks - 25
    assert match.state.grid[25:] == (NO_CARD,)


@pytest.mark.rule("quivvit:L97", "quivvit:L125", "quivvit:R1")
def test_a_card_comes_up_in_any_of_its_four_turns() -> None:
    turns = Counter(
        card.index("R")
        for seed in range(40)
        for card in cards_on_grid(quincunx.new("quivvit", seats=1, seed=seed)).values()
    )
    assert all(200 < turns[turn] < 300 for turn in range(4))


@pytest.mark.rule("quivvit:R1")
def test_any_card_can_lie_in_any_cell() -> None:
    deals = [cards_on_grid(quincunx.new("quivvit", seats=1, seed=seed)) for seed in range(150)]
    for cell in CELLS:
        assert {deal[cell][4:] for deal in deals} == set(VALUES)
        assert {upright(deal[cell])[:4] for deal in deals} == set(LAYOUTS)


@pytest.mark.rule("quivvit:R14")
def test_the_cells_are_named_from_the_top_left() -> None:
    match = table(1)
    grid = match.view(None).grid
    for number, cell in enumerate(CELLS):
        assert cards_on_grid(match)[cell] == grid[number]
    assert [CELLS[place] for place in (0, 1, 4, 5, 24)] == ["a1", "b1", "e1", "a2", "e5"]
    assert legal_moves(match, 0) == {f"{cell} {way}" for cell in CELLS for way in ("left", "right")}


# Seats


@pytest.mark.rule("quivvit:L31b", "quivvit:L35", "quivvit:R2")
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_one_to_four_seats_a_deck(decks: int) -> None:
    for seats in range(1, 4 * decks + 1):
        assert table(seats, decks=decks).seats == seats
    for seats in (-1, 0, 4 * decks + 1):
        with pytest.raises(quincunx.WrongSeats):
            table(seats, decks=decks)


@pytest.mark.rule("quivvit:L195a", "quivvit:R2")
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_any_seat_may_be_the_first(seats: int) -> None:
    firsts = Counter(
        quincunx.new("quivvit", seats=seats, seed=seed).view(None).turn for seed in range(200)
    )
    assert all(0.7 < firsts[seat] * seats / 200 < 1.3 for seat in range(seats))


@pytest.mark.rule("quivvit:R20")
def test_everybody_sees_the_same() -> None:
    match = table(3, **RULES)
    bystander = match.view(None)
    for seat in range(3):
        view = match.view(seat)
        assert view.seat == seat
        assert all(
            getattr(view, name) == getattr(bystander, name)
            for name in view.__struct_fields__
            if name != "seat"
        )
