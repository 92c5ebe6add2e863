"""What may be taken back: turns after which no card came up, and no answer."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.quivvit.matches import (
    EMPTY,
    MS_PER_SECOND,
    cards_on_grid,
    chance_streams,
    deck_of,
    play,
    rotate,
    set_fields,
    set_grid,
    table,
    uniform_grid,
)
from tests.games.taking_back import regret, stands, stands_since, take_back

pytestmark = pytest.mark.rule("quivvit:R21")

SQUARE = {"b2": "GBRY1", "c2": "GBYR2", "b3": "GRBY3", "c3": "RGBY-1", "e5": "RGBY1"}
"""A full square of red, and a card that is far from it."""


def empty(seats: int = 2, **options: object) -> quincunx.Match:
    """A full grid in which c3 takes five, and no card left."""
    return set_grid(table(seats, **options), EMPTY, **uniform_grid())


def at_the_end(left: int = 3) -> quincunx.Match:
    """Both seats may draw, and so many cards are left."""
    match = set_grid(table(2, double_rotation=True), **uniform_grid())
    set_fields(match, round=5, played=1, deck=deck_of(RGBY1=left))
    rotate(match, linking=False)
    assert match.view(None).phase == "bonus"
    return match


# May


def test_a_rotation_that_linked_nothing_may_be_taken_back() -> None:
    take_back(set_grid(table(), **uniform_grid()), 0, "a1 left")


def test_a_rotation_that_took_cards_may_be_taken_back_if_the_deck_is_empty() -> None:
    match = empty()
    take_back(match, 0, "c3 left")
    assert len(cards_on_grid(match)) == 25
    assert match.view(None).points == (0, 0)


def test_half_a_turn_may_be_taken_back_and_its_card_is_held_again() -> None:
    match = set_grid(table(double_rotation=True), EMPTY, **SQUARE)
    take_back(match, 0, "e5 half")
    assert match.view(None).doubles == (True, True)


def test_a_free_link_may_be_taken_back_if_the_deck_is_empty() -> None:
    match = set_grid(table(double_rotation=True), EMPTY, **SQUARE)
    take_back(match, 0, "claim c3")
    assert len(cards_on_grid(match)) == len(SQUARE)


def test_two_turns_in_a_row_may_be_taken_back_one_after_the_other() -> None:
    match = empty()
    play(match, "a1 left")
    between = match.digest()
    play(match, "c3 left", "e5 left")
    assert [entry.seat for entry in match.log[1:]] == [0, 1, 1]
    regret(match, 1)
    regret(match, 1)
    assert match.digest() == between


def test_a_turn_may_be_taken_back_in_its_time_which_went_on() -> None:
    match = set_grid(table(timed=True), **uniform_grid())
    take_back(match, 0, "a1 left", at=50 * MS_PER_SECOND)
    assert match.deadline == 60 * MS_PER_SECOND


# Stands: chance


def test_a_rotation_stands_because_cards_came_up() -> None:
    match = set_grid(table(), **uniform_grid())
    play(match, "c3 left")
    assert "deck" in chance_streams(match)
    stands(match, 0)


def test_a_free_link_stands_because_cards_came_up() -> None:
    match = set_grid(table(double_rotation=True), **uniform_grid(**SQUARE))
    play(match, "claim c3")
    stands(match, 0)


def test_a_rotation_that_linked_nothing_stands_because_the_die_was_rolled() -> None:
    match = set_grid(table(random_color=True), **uniform_grid())
    rotate(match, linking=False)
    assert chance_streams(match) == ["die"]
    stands(match, 0)


def test_a_draw_at_the_end_stands_because_a_card_came_up() -> None:
    match = at_the_end()
    play(match, "draw")
    stands(match, 0)


# Stands: answers


@pytest.mark.parametrize("answer", ["block c3", "decline", "quiet"])
def test_an_answer_stands_because_it_is_final_for_the_turn(answer: str) -> None:
    match = table(3, color_blocking=True)
    match.play(answer, 1)
    stands(match, 1)


@pytest.mark.parametrize("answer", ["block c3", "decline", "quiet"])
def test_an_answer_stands_also_if_the_turn_has_begun_with_it(answer: str) -> None:
    match = table(2, color_blocking=True)
    match.play(answer, 1)
    assert match.view(None).phase == "turn"
    stands(match, 1)


def test_stop_asking_and_ask_again_cannot_be_taken_back() -> None:
    match = table(3, color_blocking=True)
    for word in ("quiet", "ask"):
        match.play(word, 0)
        stands(match, 0)


def test_not_drawing_at_the_end_stands_because_it_is_an_answer_too() -> None:
    match = at_the_end()
    play(match, "decline")
    assert match.outcome is None
    stands(match, 0)


# Stands: others, time and the end


def test_a_turn_stands_once_the_next_has_rotated() -> None:
    match = empty()
    play(match, "a1 left", "a1 left")
    stands_since(match, 0)


@pytest.mark.parametrize("answer", ["block c3", "decline"])
def test_a_turn_stands_once_another_seat_has_answered(answer: str) -> None:
    match = set_grid(table(3, color_blocking=True), **uniform_grid())
    play(match, "decline", "decline", "a1 left")
    match.play(answer, 2)
    stands_since(match, 0)


def test_a_turn_stands_once_the_time_for_answers_is_up() -> None:
    match = set_grid(table(3, color_blocking=True), **uniform_grid())
    play(match, "decline", "decline", "a1 left")
    assert match.can_take_back(0)
    match.tick(15 * MS_PER_SECOND)
    stands(match, 0)


def test_a_turn_stands_once_its_own_time_would_be_up() -> None:
    match = set_grid(table(timed=True), **uniform_grid())
    match.play("a1 left", 0, at=50 * MS_PER_SECOND)
    match.tick(60 * MS_PER_SECOND)
    assert match.version == 1, "the next one has time left"
    stands(match, 0)


def test_the_last_turn_stands_because_the_game_is_over() -> None:
    match = set_fields(empty(), round=5, played=1)
    play(match, "a1 left")
    assert match.outcome is not None
    stands(match, 1)
