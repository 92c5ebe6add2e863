"""Timed and Random Color: when the timer runs, late turns, and what the die allows."""

from __future__ import annotations

from collections import Counter

import pytest

import quincunx
from tests.games.events import event_args, event_kinds
from tests.games.quivvit.matches import (
    EMPTY,
    MS_PER_SECOND,
    cards_on_grid,
    deck_size,
    expect_refusal,
    legal_moves,
    new_chance,
    play,
    rotate,
    script_chance,
    set_grid,
    table,
    uniform_grid,
)

# The timer


@pytest.mark.rule("quivvit:L111", "quivvit:L209", "quivvit:L276a", "quivvit:L276b", "quivvit:R9")
def test_a_turn_has_one_minute() -> None:
    match = table(2, timed=True)
    assert match.deadline == match.view(None).ends_at == 60 * MS_PER_SECOND
    match.play("a1 left", 0, at=59_999)
    assert match.deadline == 59_999 + 60 * MS_PER_SECOND


@pytest.mark.rule("quivvit:L276c", "quivvit:R9")
@pytest.mark.parametrize("seconds", [5, 30, 600])
def test_the_time_can_be_shorter_or_longer(seconds: int) -> None:
    match = table(2, timed=True, seconds=seconds)
    assert match.deadline == seconds * MS_PER_SECOND
    match.play("a1 left", 0, at=1234)
    assert match.deadline == 1234 + seconds * MS_PER_SECOND


@pytest.mark.rule("quivvit:R9")
@pytest.mark.parametrize("seconds", [4, 601, 0, -5])
def test_but_not_shorter_than_five_seconds_or_longer_than_ten_minutes(seconds: int) -> None:
    with pytest.raises(quincunx.BadOption):
        table(2, timed=True, seconds=seconds)


@pytest.mark.rule("quivvit:R6", "quivvit:L276a")
def test_a_late_turn_is_over_without_a_rotation_and_counts_as_played() -> None:
    match = set_grid(table(2, timed=True), **uniform_grid("RGBY1"))
    before, cards = cards_on_grid(match), deck_size(match)
    events = match.tick(60 * MS_PER_SECOND)
    assert event_args(events, "time_up") == [{"seat": 0}]
    view = match.view(None)
    assert (view.turn, view.played, view.points, view.cards) == (1, 1, (0, 0), (0, 0))
    assert (view.last.way, view.last.seat, view.last.cell) == ("time", 0, None)
    assert (cards_on_grid(match), deck_size(match)) == (before, cards)
    assert match.deadline == 120 * MS_PER_SECOND, "the next turn begins when this one ends"
    events = match.tick(120 * MS_PER_SECOND)
    assert event_args(events, "round") == [{"seat": 1, "round": 2}]


@pytest.mark.rule("quivvit:R16", "quivvit:R6")
def test_a_rotation_at_the_last_moment_is_too_late() -> None:
    match = table(2, timed=True)
    with pytest.raises(quincunx.WrongSeat):
        match.play("a1 left", 0, at=60 * MS_PER_SECOND)
    assert (match.view(None).turn, match.view(None).last.way) == (1, "time")


@pytest.mark.rule("quivvit:R6")
def test_a_game_ends_by_itself_if_nobody_ever_moves() -> None:
    match = table(3, timed=True, color_blocking=True, drain_the_deck=True)
    events = match.tick(10_000 * MS_PER_SECOND)
    assert event_kinds(events).count("time_up") == 18, (
        "five rounds, and one in which nothing is taken"
    )
    assert [entry.at // MS_PER_SECOND for entry in match.log[1:4]] == [15, 75, 90]
    assert match.log[-1].at == 18 * 75 * MS_PER_SECOND
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2)


@pytest.mark.rule("quivvit:L282", "quivvit:L270", "quivvit:R9")
def test_the_timer_starts_when_all_have_answered() -> None:
    match = table(3, timed=True, color_blocking=True, seconds=10)
    match.play("decline", 2, at=3 * MS_PER_SECOND)
    assert match.deadline == 15 * MS_PER_SECOND
    match.play("decline", 1, at=8 * MS_PER_SECOND)
    assert match.deadline == 18 * MS_PER_SECOND
    match.tick(18 * MS_PER_SECOND)
    assert (match.view(None).phase, match.deadline) == ("block", 33 * MS_PER_SECOND)
    match.tick(33 * MS_PER_SECOND)
    assert (match.view(None).phase, match.deadline) == ("turn", 43 * MS_PER_SECOND)


@pytest.mark.rule("quivvit:L258", "quivvit:L280", "quivvit:R9")
def test_the_timer_runs_when_the_die_is_rolled() -> None:
    match = table(2, timed=True, random_color=True)
    assert match.view(None).colour is not None
    assert match.deadline == 60 * MS_PER_SECOND


# The die


@pytest.mark.rule("quivvit:L103")
def test_the_die_has_two_faces_of_each_colour() -> None:
    shown = []
    for face in range(8):
        chance = new_chance()
        chance.script["die"] = [face]
        match = quincunx.new("quivvit", 2, options={"random_color": True}, chance=chance)
        shown.append(match.view(None).colour)
    assert Counter(shown) == dict.fromkeys("RGBY", 2)


@pytest.mark.rule("quivvit:L210", "quivvit:L250a", "quivvit:L382")
def test_the_die_is_rolled_anew_for_every_turn() -> None:
    match = table(2, random_color=True)
    for colour in "RGBYYRBG":
        script_chance(match, die=colour)
        events = rotate(match, linking=False)
        assert event_args(events, "die") == [{"seat": match.view(None).turn, "colour": colour}]
        assert match.view(None).colour == colour


@pytest.mark.rule("quivvit:L250a", "quivvit:L250b", "quivvit:R5")
@pytest.mark.parametrize(
    ("colour", "cells"),
    [("R", {"c3", "c2"}), ("G", {"c3", "d3"}), ("B", {"c3", "c4"}), ("Y", {"c3", "b3"})],
)
def test_only_links_of_the_colour_on_the_die_are_taken(colour: str, cells: set[str]) -> None:
    match = table(2, random_color=True)
    script_chance(match, die=f"{colour}{colour}")
    rotate(match, linking=False)
    # Turned to the left, c3 shows red, green, blue and yellow, and each of them links.
    cross = {"c2": "YGBR1", "d3": "GRBY1", "c4": "RBGY1", "b3": "RGYB1"}
    set_grid(match, EMPTY, c3="YRGB2", a1="RGBY1", **cross)
    play(match, "c3 left")
    assert set(match.view(None).last.cells) == cells
    assert match.view(None).last.colour == colour
    assert match.view(None).points == (0, 3)


@pytest.mark.rule("quivvit:L250b", "quivvit:R5")
def test_links_of_other_colours_leave_the_rotated_card_where_it_is() -> None:
    match = table(2, random_color=True)
    script_chance(match, die="R")
    rotate(match, linking=False)
    set_grid(match, EMPTY, c3="YRGB2", d3="GRBY1")
    play(match, "c3 left")
    assert cards_on_grid(match) == {"c3": "RGBY2", "d3": "GRBY1"}


@pytest.mark.rule("quivvit:L250a")
def test_any_card_may_be_rotated_whatever_the_die_shows() -> None:
    assert legal_moves(table(2, random_color=True), 0) == legal_moves(table(2), 0)


@pytest.mark.rule("quivvit:L254", "quivvit:L208", "quivvit:L210", "quivvit:R9")
def test_the_die_waits_for_the_blocks() -> None:
    match = table(2, random_color=True, color_blocking=True)
    script_chance(match, die="G")
    assert match.view(None).colour is None
    expect_refusal(match, 0, "c3 left", "not_your_turn", "L211")
    assert event_kinds(match.play("block a1", 1)) == ["blocked", "die"]
    assert match.view(None).colour == "G"
    events = play(match, "c3 left")
    assert "die" not in event_kinds(events)
    assert match.view(None).colour is None


@pytest.mark.rule("quivvit:L254", "quivvit:R7")
def test_the_die_is_rolled_when_the_time_for_answers_is_up() -> None:
    match = table(2, random_color=True, color_blocking=True)
    assert event_kinds(match.tick(15 * MS_PER_SECOND)) == ["die"]


@pytest.mark.rule("quivvit:R6", "quivvit:L210")
def test_the_next_turn_has_its_own_die_after_a_late_one() -> None:
    match = table(2, random_color=True, timed=True)
    script_chance(match, die="Y")
    assert event_kinds(match.tick(60 * MS_PER_SECOND)) == ["time_up", "die"]
    assert match.view(None).colour == "Y"
