"""What may be taken back: all that was only written down, and no roll."""

from __future__ import annotations

import pytest

from tests.games.coloryam.matches import (
    dice_for,
    faces_of,
    fail,
    fill_up_to,
    meet,
    play,
    roll,
    table,
)
from tests.games.events import event_args
from tests.games.taking_back import regret, stands, stands_since, take_back

pytestmark = pytest.mark.rule("coloryam:R26")


# May


@pytest.mark.parametrize("met", [True, False], ids=["met", "missed"])
def test_stopping_may_be_taken_back_and_the_dice_lie_there_again(met: bool) -> None:
    match = table()
    roll(match, dice_for(0, 25, met))
    take_back(match, 0, "stop")
    assert match.view(None).total == 25


def test_stopping_in_a_coloryam_line_may_be_taken_back() -> None:
    match = fill_up_to(table(1), 2)
    roll(match, dice_for(2, 20))
    take_back(match, 0, "stop")


def test_an_x_may_be_taken_back_and_a_second_chance_chosen_instead() -> None:
    match = table()
    fail(match, 20)
    take_back(match, 0, "cross")
    play(match, "enter")
    assert match.view(None).entries[0][2] == 20


def test_a_second_chance_may_be_taken_back_before_its_first_roll() -> None:
    match = table()
    fail(match, 20)
    take_back(match, 0, "enter")


def test_an_x_and_the_stop_before_it_may_be_taken_back_one_after_the_other() -> None:
    match = table()
    roll(match, dice_for(0, 20, met=False))
    rolled = match.digest()
    play(match, "stop")
    play(match, "cross")
    regret(match, 0)
    regret(match, 0)
    assert match.digest() == rolled


def test_the_last_entry_of_a_line_may_be_taken_back_although_it_was_scored() -> None:
    match = table()
    meet(match, 20)
    roll(match, dice_for(0, 25))
    take_back(match, 1, "stop")
    assert match.view(None).points[0][0] is None


# Stands


def test_a_roll_stands_because_dice_are_chance() -> None:
    match = table()
    roll(match, dice_for(0, 25))
    stands(match, 0)


def test_a_keep_stands_because_the_other_dice_are_chance() -> None:
    match = table()
    values = dice_for(0, 25)
    roll(match, values)
    roll(match, values, keep=faces_of(values)[0])
    stands(match, 0)


def test_a_third_roll_stands_although_it_ended_the_attempt() -> None:
    match = table()
    for _ in range(3):
        roll(match, dice_for(0, 25))
    assert match.awaited == (1,)
    stands(match, 0)


def test_an_entry_stands_if_a_die_was_rolled_for_the_first_seat() -> None:
    match = table()
    meet(match, 25)
    assert event_args(meet(match, 25), "tie_rolled")
    stands(match, 1)


def test_an_entry_stands_once_the_next_player_has_rolled() -> None:
    match = table()
    meet(match, 25)
    roll(match, dice_for(0, 20))
    stands_since(match, 0)


def test_an_entry_stands_once_its_own_player_has_rolled_for_the_next_line() -> None:
    match = table(1)
    meet(match, 25)
    roll(match, dice_for(1, 20))
    stands(match, 0)


def test_the_last_entry_of_the_game_stands_because_it_is_over() -> None:
    match = fill_up_to(table(1), 9)
    meet(match, 30)
    assert match.outcome is not None
    stands(match, 0)
