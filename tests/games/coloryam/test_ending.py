"""The end of the game, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import quincunx
from tests.games.coloryam.matches import (
    ALIKE,
    COLORYAM,
    X,
    cross,
    dice_for,
    fill,
    fill_up_to,
    get,
    meet,
    play,
    roll,
    table,
)
from tests.games.events import event_kinds

Rows = dict[int, Sequence[int]]
"""Lines with their entries by seat; in all other lines everybody has the same."""


def played(seats: int, rows: Rows) -> quincunx.Outcome:
    match = table(seats)
    for line, entry in enumerate(ALIKE):
        fill(match, *rows.get(line, [entry] * seats))
    assert match.outcome is not None
    assert quincunx.render(match.outcome.reason)
    return match.outcome


def reason(outcome: quincunx.Outcome) -> str:
    return outcome.reason.id.removeprefix("coloryam.outcome.")


@pytest.mark.rule("coloryam:L145a")
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_the_game_is_over_when_the_last_line_is_scored(seats: int) -> None:
    match = fill_up_to(table(seats), 9)
    for _ in range(seats - 1):
        meet(match, 30)
        assert match.outcome is None
    assert event_kinds(meet(match, 30))[-1] == "over"
    assert match.outcome is not None
    view = match.view(None)
    assert (view.phase, view.line, view.waiting) == ("over", 10, ())
    assert None not in [entry for column in view.entries for entry in column]
    assert None not in [point for column in view.points for point in column]
    with pytest.raises(quincunx.FinishedGame):
        match.play("roll", 0)


@pytest.mark.rule("coloryam:L57", "coloryam:L75", "coloryam:L145b", "coloryam:L145c")
def test_the_most_points_win() -> None:
    match = table(3)
    rows = [
        (20, 25, 22),
        (20, X, 22),
        (15, 16, 17),
        (X, X, X),
        (20, 20, 22),
        (18, 18, X),
        (25, 24, 23),
        (25, 24, 23),
        (26, 24, 25),
        (31, 32, 33),
    ]
    by_line = [
        (1, 3, 2),
        (2, 0, 3),
        (1, 2, 3),
        (0, 0, 0),
        (1, 1, 3),
        (2, 2, 0),
        (3, 2, 1),
        (3, 2, 1),
        (3, 1, 2),
        (1, 2, 3),
    ]
    for entries in rows:
        fill(match, *entries)
    view = match.view(None)
    assert list(zip(*view.points, strict=True)) == by_line
    assert match.outcome is not None
    assert match.outcome.scores == view.totals == (17, 15, 18)
    assert match.outcome.winners == (2,)
    assert reason(match.outcome) == "points"


@pytest.mark.rule("coloryam:L145c")
def test_it_is_points_that_win_and_not_sums() -> None:
    outcome = played(2, {0: (35, 20), 1: (20, 21), 2: (14, 15)})
    assert outcome.winners == (1,)


@pytest.mark.rule("coloryam:L145d")
@pytest.mark.parametrize(("last", "winner"), [((31, 30), 0), ((30, 31), 1)])
def test_a_tie_is_broken_by_coloryam_4(last: tuple[int, int], winner: int) -> None:
    outcome = played(2, {0: (25, 26) if winner == 0 else (26, 25), 9: last})
    assert outcome.scores == (12 - 1, 12 - 1)
    assert outcome.winners == (winner,)
    assert reason(outcome) == "tie_break"


@pytest.mark.rule("coloryam:L145d")
def test_only_those_tied_for_the_first_place_compare_coloryam_4() -> None:
    outcome = played(3, {0: (26, 25, X), 1: (26, 25, X), 2: (15, 16, 14), 9: (30, 31, 32)})
    assert outcome.scores[0] == outcome.scores[1] > outcome.scores[2]
    assert outcome.winners == (1,)
    assert reason(outcome) == "tie_break"


@pytest.mark.rule("coloryam:L145e")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seats_tied_in_coloryam_4_share_the_win(seats: int) -> None:
    outcome = played(seats, {})
    assert outcome.scores == (10,) * seats
    assert outcome.winners == tuple(range(seats))
    assert reason(outcome) == "shared"


@pytest.mark.rule("coloryam:L145d", "coloryam:L145e")
def test_two_of_three_tied_seats_may_share_the_win() -> None:
    outcome = played(3, {0: (25, 25, 26), 9: (31, 31, 30)})
    assert outcome.scores == (11, 11, 12)
    assert outcome.winners == (2,)
    outcome = played(3, {0: (25, 25, 26), 1: (25, 25, 24), 9: (31, 31, 30)})
    assert outcome.winners == (0, 1)
    assert reason(outcome) == "shared"


@pytest.mark.rule("coloryam:R23")
@pytest.mark.parametrize(("loser", "winner"), [(0, 1), (1, 0)])
def test_an_x_loses_the_tie_break_against_any_number(loser: int, winner: int) -> None:
    first = (X, 25) if loser == 1 else (25, X)
    last = (23, X) if loser == 1 else (X, 23)
    outcome = played(2, {0: first, 9: last})
    assert outcome.scores == (10, 10)
    assert outcome.winners == (winner,)


@pytest.mark.rule("coloryam:R23", "coloryam:L145e")
def test_an_x_equals_another_x() -> None:
    outcome = played(2, {9: (X, X)})
    assert outcome.winners == (0, 1)
    assert reason(outcome) == "shared"


@pytest.mark.rule("coloryam:R24")
def test_alone_the_entries_are_added_up() -> None:
    match = table(1)
    for entry in (25, X, 15, X, 20, X, 33, 24, 22, 30):
        get(match, entry)
    view = match.view(None)
    assert view.points == view.entries == ((25, X, 15, X, 20, X, 33, 24, 22, 30),)
    assert match.outcome is not None
    assert match.outcome.scores == view.totals == (169,)
    assert reason(match.outcome) == "alone"


@pytest.mark.rule("coloryam:R24")
def test_alone_the_sum_so_far_is_shown() -> None:
    match = table(1)
    meet(match, 25)
    assert match.view(None).totals == (25,)
    cross(match)
    assert match.view(None).totals == (25,)
    assert match.view(None).points[0][:3] == (25, X, None)


# However players dawdle


def dawdle(match: quincunx.Match, total: int) -> None:
    """Takes all three rolls to miss a challenge, or for a ColorYam line."""
    values = dice_for(match.view(None).line, total, met=match.view(None).line in COLORYAM)
    for _ in range(3):
        roll(match, values)


@pytest.mark.rule("coloryam:L145a", "coloryam:L130a")
@pytest.mark.parametrize("seats", [1, 2])
def test_the_longest_game_has_an_end(seats: int) -> None:
    """All three rolls each time, every failure decided, and a second chance for the last one."""
    match = table(seats)
    totals = (12, 12, 12, 14, 14, 14, 16, 18, 18, 20)
    while match.outcome is None:
        line = match.view(None).line
        second = match.view(None).chances == 1
        dawdle(match, 20 if second else totals[line])
        if match.view(None).phase == "choose":
            play(match, "enter" if line == 7 and not second else "cross")
    assert len(match.log) == match.rules.max_log_entries, "the bound is reached, and no more"
