"""What may be taken back: a play when all hands can be counted, and nothing that is drawn."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.events import event_kinds
from tests.games.qwirkle_cards.matches import (
    draft_text,
    hand_text,
    play,
    position,
    qwirkle_texts,
    table_text,
)
from tests.games.taking_back import regret, stands, stands_since, take_back

pytestmark = pytest.mark.rule("qwirkle_cards:R14")

HANDS = ("Rc Rs Rd Rl Rx Bc", "Oc Os Od Ol Bs", "Yc Ys Yd Yl Bd")
STUCK = "Oc Oc Od Od Ys Ys"
"""A hand that cannot play while three or four reds lie there."""


def last_turns(*hands: str, sets: str = "", left: int = 5) -> quincunx.Match:
    """The deck is empty, and so many turns are left."""
    return position(*hands, sets=sets, deck="", turns_left=left)


# May


def test_a_play_may_be_taken_back_if_the_deck_is_empty_and_two_play() -> None:
    match = last_turns(*HANDS[:2])
    take_back(match, 0, "[Rc Rs Rd]")
    assert (table_text(match), hand_text(match, 0)) == ("", HANDS[0])


def test_a_qwirkle_goes_back_with_its_play() -> None:
    match = last_turns("Ra Bc", "Oc Os Od", sets="[Rc Rs Rd Rl Rx]")
    take_back(match, 0, "[Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra]")
    assert qwirkle_texts(match) == ["", ""]


def test_taking_back_restores_the_draft_of_the_play() -> None:
    match = last_turns(*HANDS[:2])
    draft_text(match, "[Rc Rs]")
    laid = match.draft_of(0)
    take_back(match, 0, "[Rc Rs Rd]")
    assert match.draft_of(0) == laid is not None


def test_two_plays_may_be_taken_back_if_the_other_was_passed_over() -> None:
    match = last_turns(HANDS[0], STUCK)
    before = match.digest()
    assert event_kinds(play(match, "[Rc Rs Rd]")) == ["played", "no_play"]
    play(match, "[Rc Rs Rd] > [Rc Rs Rd Rl]")
    regret(match, 0)
    regret(match, 0)
    assert match.digest() == before


def test_among_three_a_play_may_be_taken_back_if_one_of_the_others_has_no_card_left() -> None:
    take_back(last_turns(HANDS[0], HANDS[1], ""), 0, "[Rc Rs Rd]")
    take_back(last_turns(HANDS[0], "", HANDS[2]), 0, "[Rc Rs Rd]")


# Stands


def test_a_play_stands_because_cards_were_drawn() -> None:
    match = position(*HANDS[:2], deck=20)
    play(match, "[Rc Rs Rd]")
    stands(match, 0)


def test_a_play_that_drew_the_last_card_stands() -> None:
    match = position(*HANDS[:2], deck=1)
    assert "last_card" in event_kinds(play(match, "[Rc Rs Rd]"))
    stands(match, 0)


def test_a_redraw_stands_because_cards_were_drawn() -> None:
    match = position(STUCK, HANDS[1], sets="[Rc Rs Rd]", deck=20, phase="redraw")
    play(match, "redraw")
    assert match.log[-1].chance
    stands(match, 0)


@pytest.mark.parametrize(
    ("others", "heard"),
    [((STUCK, HANDS[1]), ["played", "no_play"]), ((HANDS[1], STUCK), ["played"])],
    ids=["the next cannot play", "the next can"],
)
def test_among_three_a_play_that_shows_the_next_seat_stands(
    others: tuple[str, str], heard: list[str]
) -> None:
    match = last_turns(HANDS[0], *others)
    assert event_kinds(play(match, "[Rc Rs Rd]")) == heard
    stands(match, 0)


def test_a_play_stands_once_the_next_has_played() -> None:
    match = last_turns(*HANDS[:2])
    play(match, "[Rc Rs Rd]", "[Oc Os Od]")
    stands_since(match, 0)


def test_the_last_play_stands_because_the_game_is_over() -> None:
    match = last_turns(*HANDS[:2], left=1)
    play(match, "[Rc Rs Rd]")
    assert match.outcome is not None
    stands(match, 0)
