"""The setup: cards, seats, hands, and the first seat."""

from __future__ import annotations

from collections import Counter

import pytest

import quincunx
from tests.games.events import event_kinds
from tests.games.qwirkle_cards.matches import (
    ALL_KINDS,
    all_cards_of,
    cards,
    chance_of,
    deal,
    hand_text,
    play,
    qwirkle_texts,
    table_text,
)

FOUR_REDS = "Rc Rs Rd Rl Oc Ys Gd Bl Px"
FOUR_CIRCLES = "Rc Oc Yc Gc Bs Pd Rl Ox Ya"
THREE = "Oc Os Od Yc Gl Bx Pa Gl Bx"
TWO = "Rc Rc Rs Os Od Od Yd Yl Gl"
TWO_TOO = "Gx Gx Gx Ba Ba Ba Bx Pa Pc"
"""Hands by the size of their largest set."""


def largest(held: str) -> int:
    """How many cards of a hand share a colour or a shape, each counted once."""
    kinds = set(cards(held))
    return max(Counter(letter for card in kinds for letter in card).values())


def events_of_the_deal(match: quincunx.Match) -> list[str]:
    return event_kinds(match.log[0].events)


@pytest.mark.rule("qwirkle_cards:R10")
def test_two_to_four_play() -> None:
    for seats in (2, 3, 4):
        assert quincunx.new("qwirkle_cards", seats=seats, seed=1).seats == seats
    for seats in (0, 1, 5):
        with pytest.raises(quincunx.WrongSeats):
            quincunx.new("qwirkle_cards", seats=seats, seed=1)


@pytest.mark.rule("qwirkle_cards:L7", "qwirkle_cards:R1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_of_each_of_thirty_six_cards(seats: int) -> None:
    match = quincunx.new("qwirkle_cards", seats=seats, seed=1)
    there = all_cards_of(match)
    assert there == Counter({colour + shape: 3 for colour in "ROYGBP" for shape in "csdlxa"})
    assert there.total() == 108


@pytest.mark.rule("qwirkle_cards:R1")
def test_the_cards_are_named_by_colour_and_shape() -> None:
    names = {
        card: quincunx.render(quincunx.Message(f"qwirkle_cards.card.{card}", {}))
        for card in ALL_KINDS
    }
    assert len(set(names.values())) == 36
    assert names["Rc"] == "red circle"
    assert names["Os"] == "orange square"
    assert names["Yd"] == "yellow diamond"
    assert names["Gl"] == "green clover"
    assert names["Bx"] == "blue four-pointed star"
    assert names["Pa"] == "purple eight-pointed star"


@pytest.mark.rule("qwirkle_cards:L15b", "qwirkle_cards:L15c")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nine_cards_each_and_the_rest_is_the_deck(seats: int) -> None:
    match = deal(*[FOUR_REDS, THREE, TWO, TWO_TOO][:seats])
    view = match.view(None)
    assert view.sizes == (9,) * seats
    assert view.deck == 108 - 9 * seats
    assert view.table == ()
    assert qwirkle_texts(match) == [""] * seats
    assert (view.phase, view.turns_left, view.idle, view.last) == ("play", None, 0, None)
    drawn = [(draw.number, draw.owner) for draw in chance_of(match).draws]
    assert drawn == [(9, seat) for seat in range(seats)]


@pytest.mark.rule("qwirkle_cards:L15b")
def test_everybody_has_the_cards_that_were_dealt_to_them() -> None:
    match = deal(FOUR_REDS, THREE)
    assert Counter(cards(hand_text(match, 0))) == Counter(cards(FOUR_REDS))
    assert Counter(cards(hand_text(match, 1))) == Counter(cards(THREE))


@pytest.mark.rule("qwirkle_cards:L15a")
def test_any_card_can_come_to_any_hand() -> None:
    matches = [quincunx.new("qwirkle_cards", seed=seed) for seed in range(200)]
    for seat in (0, 1):
        dealt = Counter(card for match in matches for card in cards(hand_text(match, seat)))
        assert all(20 < dealt[card] < 90 for card in ALL_KINDS), "50 are fair"
    assert len({hand_text(match, 0) for match in matches}) == 200


@pytest.mark.rule("qwirkle_cards:L15d", "qwirkle_cards:R2")
@pytest.mark.parametrize(
    ("hands", "first", "size"),
    [
        ((FOUR_REDS, THREE), 0, 4),
        ((THREE, FOUR_REDS), 1, 4),
        ((THREE, FOUR_CIRCLES), 1, 4),
        ((TWO, THREE), 1, 3),
        ((TWO, TWO_TOO, THREE), 2, 3),
        ((TWO, THREE, TWO_TOO, FOUR_CIRCLES), 3, 4),
        (("Rc Rc Rc Rs Rs Rs Bl Bx Ya", "Oc Od Ol Yx Gx Ba Pa Ys Gc"), 1, 3),
        (("Rc Rs Rd Rl Rx Ra Oc Yc Gc", "Bc Bs Bd Bl Bx Pc Ps Pd Pl"), 0, 6),
    ],
)
def test_the_largest_set_begins(hands: tuple[str, ...], first: int, size: int) -> None:
    match = deal(*hands)
    assert match.awaited == match.active == (first,)
    assert match.view(None).turn == first
    message = match.observations(None)[0].events[-1]
    assert (message.id, message.args) == (
        "qwirkle_cards.event.dealt",
        {"seat": first, "size": size},
    )


@pytest.mark.rule("qwirkle_cards:L17a", "qwirkle_cards:R2")
@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ((FOUR_REDS, FOUR_CIRCLES), 0),
        ((FOUR_CIRCLES, FOUR_REDS), 0),
        ((THREE, FOUR_CIRCLES, FOUR_REDS), 1),
        ((TWO_TOO, FOUR_REDS, THREE, FOUR_CIRCLES), 1),
    ],
)
def test_of_equals_the_earliest_seat_begins(hands: tuple[str, ...], first: int) -> None:
    assert deal(*hands).awaited == (first,)


@pytest.mark.rule("qwirkle_cards:L15d", "qwirkle_cards:L17a", "qwirkle_cards:L17d")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_seat_in_many_deals(seats: int) -> None:
    for seed in range(60):
        match = quincunx.new("qwirkle_cards", seats=seats, seed=seed)
        sizes = [largest(hand_text(match, seat)) for seat in range(seats)]
        assert max(sizes) >= 3
        assert match.awaited == (sizes.index(max(sizes)),)


@pytest.mark.rule("qwirkle_cards:L17d", "qwirkle_cards:R2")
def test_without_any_set_of_three_all_cards_are_dealt_again() -> None:
    match = deal(TWO_TOO, THREE, before=f"{TWO} {TWO_TOO}")
    assert events_of_the_deal(match) == ["dealt_again", "dealt"]
    assert Counter(cards(hand_text(match, 0))) == Counter(cards(TWO_TOO)), "all three Gx come again"
    drawn = [(draw.number, draw.owner) for draw in chance_of(match).draws]
    assert drawn == [(9, 0), (9, 1)] * 2
    assert all_cards_of(match).total() == 108
    assert match.awaited == (1,)


@pytest.mark.rule("qwirkle_cards:L17d", "qwirkle_cards:R2")
def test_as_often_as_it_takes() -> None:
    match = deal(THREE, TWO, before=f"{TWO} {TWO_TOO} {TWO_TOO} {TWO}")
    assert events_of_the_deal(match) == ["dealt_again", "dealt_again", "dealt"]


@pytest.mark.rule("qwirkle_cards:L17d")
def test_one_set_of_three_is_enough() -> None:
    assert events_of_the_deal(deal(TWO, THREE)) == ["dealt"]
    assert events_of_the_deal(deal(TWO, TWO_TOO, THREE)) == ["dealt"]


@pytest.mark.rule("qwirkle_cards:L17b")
@pytest.mark.parametrize("move", ["[Rc Rs Rd Rl]", "[Rc Rs Rd]", "[Rs Rd Rl]", "[Oc Rc Yc]"])
def test_the_first_player_plays_any_set(move: str) -> None:
    match = deal("Rc Rs Rd Rl Oc Yc Gd Bl Px", THREE)
    play(match, move)
    assert sorted(cards(table_text(match))) == sorted(cards(move))
