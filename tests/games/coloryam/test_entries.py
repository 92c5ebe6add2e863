"""What is written down: sums and X in challenges, second chances, and ColorYam fields.

Most of these games are played alone: the first seat's column is all that matters.
"""

from __future__ import annotations

import pytest

import quincunx
from tests.games.coloryam.matches import (
    X,
    attempt,
    cross,
    dice_for,
    faces_of,
    fail,
    fill_up_to,
    legal,
    meet,
    play,
    points,
    roll,
    row,
    second_chance,
    showing,
    table,
)
from tests.games.events import event_args, event_kinds


def column(match: quincunx.Match, *lines: int) -> tuple[int | None, ...]:
    """What the first seat has in these lines."""
    return tuple(match.view(None).entries[0][line] for line in lines)


def alone(line: int, *entries: int, beginner: bool = False) -> quincunx.Match:
    """One player who has come to that line with these entries, and others if they do not matter."""
    return fill_up_to(table(1, beginner=beginner), line, *((entry,) for entry in entries))


# Challenges


@pytest.mark.rule("coloryam:L42")
def test_all_six_dice_are_added_up() -> None:
    match = table()
    attempt(match, (6, 6, 5, 4, 2, 5))
    assert column(match, 0) == (28,)


@pytest.mark.rule("coloryam:L18b", "coloryam:L46", "coloryam:L48")
def test_a_missed_challenge_may_be_crossed() -> None:
    match = table()
    fail(match, 30)
    assert column(match, 0, 2) == (None, None)
    assert legal(match) == {"cross", "enter"}
    events = play(match, "cross")
    assert event_kinds(events) == ["crossed"]
    assert event_args(events, "crossed") == [{"seat": 0, "line": 0}]
    assert column(match, 0, 2) == (X, None)
    assert match.awaited == (1,)
    meet(match, 10)
    assert points(match, 0) == (0, 2)


@pytest.mark.rule("coloryam:L130b", "coloryam:L141c", "coloryam:L141d")
def test_declining_second_chances_leaves_the_coloryam_fields_empty() -> None:
    match = alone(6)
    for _ in range(2):
        fail(match, 30)
        assert match.view(None).field == 8
        play(match, "cross")
    assert column(match, 6, 7, 8, 9) == (X, X, None, None)
    assert match.view(None).line == 8


# Second chances


@pytest.mark.rule(
    "coloryam:L49a", "coloryam:L49b", "coloryam:L49c", "coloryam:L137", "coloryam:R18"
)
def test_a_second_chance_at_once_with_all_six_dice_and_three_rolls() -> None:
    match = table()
    fail(match, 20)
    assert (match.view(None).field, match.view(None).chances) == (2, 0)
    events = play(match, "enter")
    assert event_args(events, "second_chance") == [{"seat": 0, "total": 20, "line": 2, "field": 1}]
    view = match.view(None)
    assert (view.line, view.waiting, view.phase) == (0, (0, 1), "roll")
    assert (view.faces, view.rolls, view.chances) == ((), 0, 1)
    assert column(match, 0, 2) == (None, 20)
    assert legal(match) == {"roll"}
    for _ in range(2):
        roll(match, dice_for(0, 10, met=False))
    roll(match, dice_for(0, 25))
    assert column(match, 0, 2) == (25, 20)
    assert match.awaited == (1,)
    assert match.view(None).chances == 0


@pytest.mark.rule("coloryam:L18b")
def test_a_second_chance_saves_the_line() -> None:
    match = table()
    second_chance(match, 20)
    meet(match, 30)
    meet(match, 25)
    assert points(match, 0) == (2, 1)


SECOND_CHANCES = [(0, 2, 1), (1, 2, 1), (3, 5, 2), (4, 5, 2), (6, 8, 3), (7, 8, 3)]
"""Each challenge line, with the ColorYam line of its section and that field's number."""


@pytest.mark.rule("coloryam:L49a", "coloryam:L132", "coloryam:R18")
@pytest.mark.parametrize(("line", "yam", "number"), SECOND_CHANCES)
def test_it_goes_into_the_field_of_the_same_section(line: int, yam: int, number: int) -> None:
    match = alone(line)
    before = match.view(None).entries[0]
    (event,) = event_args(second_chance(match, 28), "second_chance")
    assert (event["line"], event["field"]) == (yam, number)
    assert match.view(None).entries[0] == (*before[:yam], 28, *before[yam + 1 :])
    assert match.view(None).line == line


@pytest.mark.rule("coloryam:R20")
@pytest.mark.parametrize("line", [0, 1, 3, 4])
def test_with_the_field_used_up_a_challenge_missed_again_is_crossed(line: int) -> None:
    match = alone(line)
    second_chance(match, 25)
    assert event_kinds(fail(match, 33))[:1] == ["crossed"]
    assert column(match, line) == (X,)
    assert match.view(None).line > line


@pytest.mark.rule("coloryam:R20")
@pytest.mark.parametrize(("line", "yam"), [(0, 2), (3, 5)])
def test_one_second_chance_serves_both_challenges_of_a_section(line: int, yam: int) -> None:
    match = alone(line)
    second_chance(match, 25)
    meet(match, 20)
    assert match.view(None).chances == 0
    assert event_kinds(fail(match, 33))[:1] == ["crossed"]
    assert column(match, line, line + 1, yam) == (20, X, 25)


@pytest.mark.rule("coloryam:L133", "coloryam:R20", "coloryam:R21")
@pytest.mark.parametrize(("line", "yam"), [(3, 5), (4, 5), (6, 8), (7, 8)])
def test_a_second_chance_needs_more_than_every_earlier_number(line: int, yam: int) -> None:
    highest = 15 if yam == 5 else 18
    for total in (9, highest - 1, highest):
        match = alone(line)
        assert event_kinds(fail(match, total))[:1] == ["crossed"]
        assert column(match, line, yam) == (X, None)
    match = alone(line)
    second_chance(match, highest + 1)
    assert column(match, line, yam) == (None, highest + 1)


@pytest.mark.rule("coloryam:L133")
def test_an_x_between_does_not_lower_what_must_be_beaten() -> None:
    match = alone(6, 25, 25, 24, 25, 25, X)
    fail(match, 24)
    assert column(match, 6, 8) == (X, None)
    second_chance(match, 25)
    assert column(match, 2, 5, 8) == (24, X, 25)


@pytest.mark.rule("coloryam:L124e", "coloryam:L133")
@pytest.mark.parametrize("total", [6, 7, 20, 36])
def test_any_sum_gives_a_second_chance_in_the_red_section(total: int) -> None:
    match = table(1)
    second_chance(match, total)
    assert column(match, 0, 2) == (None, total)


@pytest.mark.rule("coloryam:L141a", "coloryam:L141b", "coloryam:R19")
@pytest.mark.parametrize("line", [6, 7])
def test_twice_in_one_blue_challenge(line: int) -> None:
    match = alone(line)
    (first,) = event_args(second_chance(match, 25), "second_chance")
    assert match.view(None).chances == 1
    (second,) = event_args(second_chance(match, 26), "second_chance")
    assert match.view(None).chances == 2
    assert [(event["line"], event["field"]) for event in (first, second)] == [(8, 3), (9, 4)]
    assert column(match, line, 8, 9) == (None, 25, 26)
    meet(match, 22)
    assert column(match, line, 8, 9) == (22, 25, 26)


@pytest.mark.rule("coloryam:R19", "coloryam:R20")
def test_there_is_no_third_second_chance() -> None:
    match = alone(6)
    second_chance(match, 25)
    second_chance(match, 26)
    assert event_kinds(fail(match, 30)) == ["crossed"]
    assert column(match, 6, 8, 9) == (X, 25, 26)


@pytest.mark.rule("coloryam:L141a", "coloryam:L141b")
def test_once_in_each_blue_challenge() -> None:
    match = alone(6)
    second_chance(match, 25)
    meet(match, 20)
    assert match.view(None).chances == 0
    fail(match, 26)
    assert match.view(None).field == 9
    play(match, "enter")
    assert column(match, 6, 7, 8, 9) == (20, None, 25, 26)


@pytest.mark.rule("coloryam:L133", "coloryam:R21")
@pytest.mark.parametrize("total", [9, 24, 25])
def test_the_second_time_in_blue_must_be_above_the_first(total: int) -> None:
    match = alone(6)
    second_chance(match, 25)
    assert event_kinds(fail(match, total)) == ["crossed"]
    assert column(match, 6, 8, 9) == (X, 25, None)


@pytest.mark.rule("coloryam:L141c", "coloryam:L141d")
def test_no_x_in_a_coloryam_field_buys_a_second_chance() -> None:
    match = alone(3)
    fail(match, 15)
    view = match.view(None)
    assert (view.line, column(match, 3, 5)) == (4, (X, None))
    second_chance(match, 16)
    assert column(match, 5) == (16,)


@pytest.mark.rule("coloryam:L130a")
def test_a_met_challenge_gives_no_second_chance() -> None:
    match = table(1)
    assert event_kinds(meet(match, 6 + 3))[0] == "entered"
    assert match.view(None).line == 1
    assert column(match, 0, 2) == (9, None)


@pytest.mark.rule("coloryam:L196")
def test_a_challenge_may_be_missed_on_purpose() -> None:
    match = table(1)
    good, better_missed = showing("RRGGBK"), showing("YRGGBK")
    roll(match, good)
    assert match.view(None).met is True
    roll(match, better_missed, " ".join(faces_of(good)[1:]))
    play(match, "stop")
    play(match, "enter")
    assert column(match, 0, 2) == (None, sum(better_missed))


# ColorYam lines


@pytest.mark.rule("coloryam:L120a")
@pytest.mark.parametrize(("line", "next_line"), [(1, 2), (4, 5), (7, 8)])
def test_coloryam_lines_come_after_the_challenges_of_their_section(
    line: int, next_line: int
) -> None:
    match = fill_up_to(table(), line)
    meet(match, 25)
    assert match.view(None).line == line, "the other has not played yet"
    meet(match, 26)
    assert match.view(None).line == next_line
    assert len(match.view(None).waiting) == 2


@pytest.mark.rule("coloryam:L118c", "coloryam:L124a")
@pytest.mark.parametrize("colours", ["RRRRRR", "KGBOYR", "YYYKKK"])
def test_colours_do_not_matter_in_a_coloryam_line(colours: str) -> None:
    match = alone(2)
    roll(match, showing(colours))
    assert match.view(None).met is None
    assert match.view(None).total == sum(showing(colours))
    assert event_kinds(play(match, "stop")) == ["entered"]
    assert column(match, 2) == (sum(showing(colours)),)


@pytest.mark.rule("coloryam:L124e")
@pytest.mark.parametrize("total", [6, 7, 21, 35, 36])
def test_the_first_coloryam_field_takes_any_sum(total: int) -> None:
    match = alone(2)
    meet(match, total)
    assert column(match, 2) == (total,)


@pytest.mark.rule("coloryam:L120b", "coloryam:L124b", "coloryam:L124c")
@pytest.mark.parametrize(("line", "highest"), [(5, 15), (8, 18), (9, 22)])
def test_more_than_the_earlier_numbers_is_entered(line: int, highest: int) -> None:
    match = alone(line)
    events = meet(match, highest + 1)
    assert event_args(events, "entered") == [{"seat": 0, "total": highest + 1, "line": line}]
    assert column(match, line) == (highest + 1,)


@pytest.mark.rule("coloryam:L124b", "coloryam:L124d", "coloryam:R21")
@pytest.mark.parametrize(("line", "highest"), [(5, 15), (8, 18), (9, 22)])
def test_less_or_as_much_is_crossed(line: int, highest: int) -> None:
    for total in (6, highest - 1, highest):
        match = alone(line)
        events = meet(match, total)
        assert event_args(events, "crossed") == [{"seat": 0, "line": line}]
        assert column(match, line) == (X,)


@pytest.mark.rule("coloryam:L124b", "coloryam:L124d")
def test_numbers_grow_over_an_x_too() -> None:
    match = alone(8, 25, 25, 24, 25, 25, X)
    cross(match)
    assert column(match, 2, 5, 8) == (24, X, X)
    meet(match, 24)
    assert column(match, 9) == (X,)
    match = alone(9, 25, 25, 24, 25, 25, X, 25, 25, X)
    meet(match, 25)
    assert column(match, 2, 5, 8, 9) == (24, X, X, 25)


@pytest.mark.rule("coloryam:L124b")
def test_sums_entered_early_must_be_beaten_too() -> None:
    match = table(1)
    second_chance(match, 20)
    fill_up_to(match, 5, (25,), (25,))
    assert column(match, 2) == (20,)
    meet(match, 20)
    assert column(match, 5) == (X,)
    fill_up_to(match, 7)
    second_chance(match, 26)
    meet(match, 10)
    assert match.view(None).line == 9, "field 3 is filled already"
    meet(match, 26)
    assert column(match, 8, 9) == (26, X)


@pytest.mark.rule("coloryam:L120b", "coloryam:R13")
def test_only_seats_without_an_entry_play_a_coloryam_line() -> None:
    match = table(3)
    meet(match, 25)
    second_chance(match, 30)
    meet(match, 24)
    meet(match, 23)
    fill_up_to(match, 2, (25, 24, 23))
    assert match.view(None).waiting == (0, 2)
    meet(match, 20)
    meet(match, 21)
    assert row(match, 2) == (20, 30, 21)
    assert points(match, 2) == (1, 3, 2)
    assert match.view(None).line == 3


@pytest.mark.rule("coloryam:R14")
def test_a_coloryam_line_that_all_filled_early_is_scored_at_once() -> None:
    match = table()
    second_chance(match, 20)
    meet(match, 25)
    second_chance(match, 21)
    meet(match, 24)
    meet(match, 25)
    events = meet(match, 24)
    assert [event["line"] for event in event_args(events, "scored")] == [1, 2]
    assert points(match, 2) == (1, 2)
    assert match.view(None).line == 3


@pytest.mark.rule("coloryam:R14", "coloryam:L145a")
def test_both_blue_lines_filled_early_end_the_game_at_once() -> None:
    match = fill_up_to(table(ties=[6, 1] * 7), 7)
    assert match.view(None).waiting == (0, 1)
    second_chance(match, 25)
    second_chance(match, 26)
    meet(match, 20)
    second_chance(match, 27)
    second_chance(match, 28)
    events = meet(match, 21)
    assert [event["line"] for event in event_args(events, "scored")] == [7, 8, 9]
    assert event_kinds(events)[-1] == "over"
    assert (row(match, 8), row(match, 9)) == ((25, 27), (26, 28))
    assert match.outcome is not None


# For beginners


@pytest.mark.rule("coloryam:L199", "coloryam:R22")
@pytest.mark.parametrize("line", [5, 8, 9])
@pytest.mark.parametrize("total", [6, 15, 36])
def test_beginners_enter_any_sum_in_a_coloryam_line(line: int, total: int) -> None:
    match = alone(line, beginner=True)
    meet(match, total)
    assert column(match, line) == (total,)


@pytest.mark.rule("coloryam:L199", "coloryam:R22")
@pytest.mark.parametrize(("line", "yam"), [(3, 5), (4, 5), (6, 8), (7, 8)])
def test_beginners_get_a_second_chance_with_any_sum(line: int, yam: int) -> None:
    for total in (9, 15, 18, 30):
        match = alone(line, beginner=True)
        second_chance(match, total)
        assert column(match, line, yam) == (None, total)


@pytest.mark.rule("coloryam:L141b", "coloryam:R22")
def test_beginners_too_fill_field_3_before_field_4() -> None:
    match = alone(6, beginner=True)
    second_chance(match, 30)
    second_chance(match, 10)
    assert column(match, 8, 9) == (30, 10)
    assert event_kinds(fail(match, 12)) == ["crossed"]


@pytest.mark.rule("coloryam:L199")
def test_numbers_must_grow_unless_the_table_is_for_beginners() -> None:
    assert table().view(None).beginner is False
    assert table(beginner=True).view(None).beginner is True
