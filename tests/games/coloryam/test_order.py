"""Who begins a line, who follows, and how ties are broken."""

from __future__ import annotations

import pytest

from tests.games.coloryam.matches import (
    ALIKE,
    CHALLENGES,
    X,
    cross,
    fill,
    fill_up_to,
    get,
    meet,
    points,
    row,
    second_chance,
    table,
    ties_left,
)
from tests.games.events import event_args, event_kinds


@pytest.mark.rule("coloryam:L26c", "coloryam:R8")
def test_everybody_completes_a_line_before_the_next() -> None:
    match = table(3)
    for line in range(10):
        for left in (3, 2, 1):
            view = match.view(None)
            assert (view.line, len(view.waiting)) == (line, left)
            get(match, X if left == 1 and line in CHALLENGES else 20 + line)
    assert match.outcome is not None


@pytest.mark.rule("coloryam:L26b", "coloryam:L110a")
@pytest.mark.parametrize(
    ("entries", "order"),
    [
        ((30, 20, 10, 15), (0, 1, 2, 3)),
        ((20, 30, 10, 15), (1, 2, 3, 0)),
        ((20, 10, 30, 15), (2, 3, 0, 1)),
        ((20, X, 10, 30), (3, 0, 1, 2)),
        ((X, X, 10, X), (2, 3, 0, 1)),
    ],
)
def test_the_highest_of_a_challenge_begins_and_the_others_follow_clockwise(
    entries: tuple[int, ...], order: tuple[int, ...]
) -> None:
    match = table(4)
    events = [get(match, entry) for entry in entries][-1]
    assert event_args(events, "begins") == [{"seat": order[0], "line": 1}]
    assert "tie_rolled" not in event_kinds(events)
    for seat in order:
        assert match.awaited == (seat,)
        meet(match, 20)
    assert match.view(None).line == 2


@pytest.mark.rule("coloryam:L110a")
@pytest.mark.parametrize(("above", "line"), [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8)])
def test_every_challenge_line_decides_the_first_seat_of_the_next(above: int, line: int) -> None:
    match = fill_up_to(table(3), above)
    fill(match, 20, 21, 22)
    assert match.view(None).line == line
    assert match.view(None).waiting == (2, 0, 1)


@pytest.mark.rule("coloryam:L110b")
def test_the_highest_of_a_coloryam_line_begins_the_next() -> None:
    match = fill_up_to(table(3), 8)
    fill(match, 24, 26, 25)
    assert match.view(None).line == 9
    assert match.view(None).waiting == (1, 2, 0)


@pytest.mark.rule("coloryam:L110b", "coloryam:R10")
def test_a_sum_entered_early_counts() -> None:
    match = fill_up_to(table(3, ties=[6, 1, 1] * 8), 6)
    assert match.view(None).waiting == (0, 1, 2)
    meet(match, 25)
    second_chance(match, 30)
    meet(match, 24)
    meet(match, 23)
    fill(match, 25, 24, 23)
    assert match.view(None).waiting == (0, 2), "the second seat has its number"
    meet(match, 26)
    meet(match, 27)
    assert row(match, 8) == (26, 30, 27)
    assert match.view(None).waiting == (1, 2, 0)


@pytest.mark.rule("coloryam:R13", "coloryam:L26b")
def test_if_the_first_seat_is_passed_over_the_next_one_clockwise_begins() -> None:
    match = table(4)
    meet(match, 20)
    meet(match, 21)
    second_chance(match, 30)
    meet(match, 22)
    meet(match, 19)
    fill(match, 20, 21, 25, 22)
    assert match.view(None).line == 2
    assert match.view(None).waiting == (3, 0, 1)


@pytest.mark.rule("coloryam:R13")
def test_no_die_is_rolled_for_the_first_seat_if_only_one_is_left() -> None:
    match = table(2)
    second_chance(match, 20)
    meet(match, 25)
    meet(match, 24)
    meet(match, 25)
    events = meet(match, 25)
    assert "tie_rolled" not in event_kinds(events)
    assert event_args(events, "begins") == [{"seat": 1, "line": 2}]


@pytest.mark.rule("coloryam:L110c", "coloryam:L66", "coloryam:R9")
def test_the_score_row_of_red_decides_the_first_seat_of_yellow() -> None:
    match = table(3)
    fill(match, 20, 25, 22)
    fill(match, 20, 25, 22)
    fill(match, 30, 20, 25)
    assert match.view(None).totals == (5, 7, 6)
    assert match.view(None).line == 3
    assert match.view(None).waiting == (1, 2, 0), "not the highest ColorYam number"


@pytest.mark.rule("coloryam:L110c", "coloryam:R9")
def test_the_score_row_of_yellow_counts_that_section_alone() -> None:
    match = table(3)
    for entries in ((30, 20, 10), (30, 20, 10), (20, 19, 18)):
        fill(match, *entries)
    for entries in ((20, 21, 22), (20, 22, 21), (21, 22, 29)):
        fill(match, *entries)
    assert match.view(None).totals == (9 + 3, 6 + 7, 3 + 8)
    assert match.view(None).line == 6
    assert match.view(None).waiting == (2, 0, 1), "not the leader so far"


@pytest.mark.rule("coloryam:L110c", "coloryam:L112")
def test_a_tie_in_a_score_row() -> None:
    match = table(2, ties=[2, 5])
    fill(match, 20, 25)
    fill(match, 25, 20)
    meet(match, 20)
    events = meet(match, 20)
    assert points(match, 2) == (1, 1)
    assert event_args(events, "tie_rolled") == [{"seats": (0, 1), "values": (2, 5)}]
    assert match.view(None).waiting == (1, 0)


@pytest.mark.rule("coloryam:L112")
def test_a_die_decides_between_equals() -> None:
    for values, first in (((6, 1), 1), ((1, 6), 3)):
        match = table(4, ties=values)
        meet(match, 20)
        meet(match, 25)
        meet(match, 21)
        events = meet(match, 25)
        assert event_args(events, "tie_rolled") == [{"seats": (1, 3), "values": values}]
        assert event_args(events, "begins") == [{"seat": first, "line": 1}]
        assert match.view(None).waiting == tuple((first + step) % 4 for step in range(4))
        assert ties_left(match) == []


@pytest.mark.rule("coloryam:L112", "coloryam:R12")
def test_only_seats_that_tie_again_roll_again() -> None:
    match = table(4, ties=[4, 4, 2, 3, 3, 1, 6])
    meet(match, 25)
    meet(match, 20)
    meet(match, 25)
    events = meet(match, 25)
    assert event_args(events, "tie_rolled") == [
        {"seats": (0, 2, 3), "values": (4, 4, 2)},
        {"seats": (0, 2), "values": (3, 3)},
        {"seats": (0, 2), "values": (1, 6)},
    ]
    assert match.view(None).waiting == (2, 3, 0, 1)
    assert ties_left(match) == []


@pytest.mark.rule("coloryam:R11", "coloryam:L112")
def test_if_all_have_an_x_all_are_tied() -> None:
    match = table(3, ties=[2, 1, 5])
    cross(match)
    cross(match)
    events = cross(match)
    assert event_args(events, "tie_rolled") == [{"seats": (0, 1, 2), "values": (2, 1, 5)}]
    assert match.view(None).waiting == (2, 0, 1)


@pytest.mark.rule("coloryam:R11")
def test_an_x_is_below_the_lowest_number() -> None:
    match = fill(table(3), X, 7, X)
    assert match.view(None).waiting == (1, 2, 0)


@pytest.mark.rule("coloryam:R14")
def test_after_a_line_without_players_the_next_one_begins_as_usual() -> None:
    match = fill_up_to(table(2, ties=[6, 1] * 6), 6)
    second_chance(match, 25)
    meet(match, 20)
    second_chance(match, 28)
    meet(match, 19)
    meet(match, 20)
    events = meet(match, 19)
    assert [event["line"] for event in event_args(events, "scored")] == [7, 8]
    assert event_args(events, "begins") == [{"seat": 1, "line": 9}]
    assert match.view(None).waiting == (1, 0), "by the row directly above, which has 25 and 28"


@pytest.mark.rule("coloryam:R24")
def test_a_player_alone_does_not_roll_for_the_first_seat() -> None:
    match = table(1)
    heard = [kind for entry in ALIKE for kind in event_kinds(meet(match, entry))]
    assert "tie_rolled" not in heard
    assert heard.count("entered") == 10
