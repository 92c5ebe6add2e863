"""Points for a line: places, ties, X, and the rulebook's example."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.coloryam.matches import X, cross, fill, fill_up_to, meet, points, row, table
from tests.games.events import event_args, event_kinds


@pytest.mark.rule("coloryam:L93", "coloryam:L94", "coloryam:L95", "coloryam:L96")
@pytest.mark.rule("coloryam:L66", "coloryam:L126")
def test_the_example_of_the_rulebook() -> None:
    match = table(5)
    fill(match, 26, 31, 24, 17, X)
    fill(match, 17, X, 26, 26, 29)
    fill(match, 14, 27, 20, 21, 14)
    assert points(match, 0) == (4, 5, 3, 2, 0)
    assert points(match, 1) == (2, 0, 3, 3, 5) != (2, 0, 4, 4, 5)
    assert points(match, 2) == (1, 5, 3, 4, 1)
    assert match.view(None).totals == (7, 10, 9, 9, 6)


@pytest.mark.rule("coloryam:L100", "coloryam:L102a", "coloryam:L102b", "coloryam:L55d")
def test_the_first_line_of_the_example() -> None:
    match = table(5)
    for total in (26, 31, 24, 17):
        meet(match, total)
    assert row(match, 0) == (26, 31, 24, 17, None)
    assert points(match, 0) == (None,) * 5
    events = cross(match)
    assert row(match, 0) == (26, 31, 24, 17, X)
    assert event_args(events, "scored") == [{"line": 0, "points": (4, 5, 3, 2, 0)}]


@pytest.mark.rule("coloryam:L26d", "coloryam:L55a")
def test_a_line_is_scored_as_soon_as_everybody_has_an_entry() -> None:
    match = table(3)
    assert "scored" not in event_kinds(meet(match, 20))
    assert "scored" not in event_kinds(cross(match))
    assert match.view(None).totals == (0, 0, 0)
    assert event_kinds(meet(match, 22))[:2] == ["entered", "scored"]
    assert points(match, 0) == (2, 0, 3)
    assert match.view(None).totals == (2, 0, 3)
    assert points(match, 1) == (None,) * 3


BY_PLAYERS = [
    pytest.param(seats, marks=pytest.mark.rule(f"coloryam:{rule}"))
    for seats, rule in ((2, "L87"), (3, "L88"), (4, "L89"), (5, "L90"))
]


@pytest.mark.rule("coloryam:L55b", "coloryam:L55c")
@pytest.mark.parametrize("seats", BY_PLAYERS)
def test_as_many_points_as_players_then_one_less_each(seats: int) -> None:
    match = fill(table(seats), *range(30, 30 - seats, -1))
    assert points(match, 0) == tuple(range(seats, 0, -1))
    fill(match, *range(20, 20 + seats))
    assert points(match, 1) == tuple(range(1, seats + 1))


@pytest.mark.rule("coloryam:L55d")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_x_gets_nothing_even_if_all_have_one(seats: int) -> None:
    match = fill(table(seats), *[X] * seats)
    assert points(match, 0) == (0,) * seats
    fill(match, 20, *[X] * (seats - 1))
    assert points(match, 1) == (seats, *[0] * (seats - 1))


@pytest.mark.rule("coloryam:L126")
def test_an_x_in_a_coloryam_line_gets_nothing() -> None:
    match = fill_up_to(table(3), 5, (25, 24, 23), (25, 24, 23), (30, 20, 10))
    fill(match, X, 25, 26)
    assert points(match, 5) == (0, 2, 3)


@pytest.mark.rule("coloryam:L106a")
@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param((30, 30, 20), (2, 2, 1), marks=pytest.mark.rule("coloryam:L106b")),
        pytest.param((30, 30, 20, 10), (3, 3, 2, 1), marks=pytest.mark.rule("coloryam:L106b")),
        pytest.param((30, 20, 20, 20), (4, 1, 1, 1), marks=pytest.mark.rule("coloryam:L106c")),
        pytest.param(
            (30, 20, 20, 20, 10), (5, 2, 2, 2, 1), marks=pytest.mark.rule("coloryam:L106c")
        ),
        ((20, 20), (1, 1)),
        ((30, 20, 20), (3, 1, 1)),
        ((20, 20, 20), (1, 1, 1)),
        ((30, 20, 20, 10), (4, 2, 2, 1)),
        ((30, 20, 10, 10), (4, 3, 1, 1)),
        ((30, 30, 10, 10), (3, 3, 1, 1)),
        ((30, 30, 30, 10), (2, 2, 2, 1)),
        ((30, 25, 20, 10, 10), (5, 4, 3, 1, 1)),
        ((30, 25, 20, 20, 10), (5, 4, 2, 2, 1)),
        ((30, 30, 30, 30, 30), (1, 1, 1, 1, 1)),
        ((30, 30, 20, X, X), (4, 4, 3, 0, 0)),
        ((X, 20, 20, X), (0, 3, 3, 0)),
    ],
)
def test_ties_at_every_place(entries: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert points(fill(table(len(entries)), *entries), 0) == expected


def by_place(entries: list[int]) -> tuple[int, ...]:
    """Points as the rulebook counts them out: places in order, equals on the lowest they share."""
    places = dict(zip(sorted(entries, reverse=True), count(1), strict=False))
    return tuple(0 if entry == X else len(entries) + 1 - places[entry] for entry in entries)


@pytest.mark.rule("coloryam:L18a", "coloryam:L55b", "coloryam:L55c", "coloryam:L106a")
@given(entries=st.lists(st.sampled_from([X, 15, 20, 21, 30, 35]), min_size=2, max_size=5))
def test_points_go_by_places(entries: list[int]) -> None:
    given_points = points(fill(table(len(entries)), *entries), 0)
    assert given_points == by_place(entries)
    pairs = sorted(zip(entries, given_points, strict=True), key=lambda pair: pair[0])
    assert [point for _, point in pairs] == sorted(given_points, key=lambda point: point or 0)
