"""Family Play: seats that are teams."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.quivvit.matches import (
    MS_PER_SECOND,
    deck_of,
    legal_moves,
    play,
    rotate,
    set_fields,
    set_grid,
    table,
    uniform_grid,
)


def member(match: quincunx.Match) -> int | None:
    """Which member of the team on turn is to rotate."""
    view = match.view(None)
    assert match.rules.member(match.state, view.turn) == view.member
    shown: int | None = view.member
    return shown


@pytest.mark.rule("quivvit:L315a", "quivvit:R3")
@pytest.mark.parametrize(
    ("teams", "seats", "sizes"),
    [
        ("", 3, (1, 1, 1)),
        ("2", 3, (2, 2, 2)),
        ("4", 1, (4,)),
        ("2 2 1", 3, (2, 2, 1)),
        ("4 4 4 4", 4, (4, 4, 4, 4)),
        ("  3   1 ", 2, (3, 1)),
    ],
)
def test_a_seat_holds_one_to_four_people(teams: str, seats: int, sizes: tuple[int, ...]) -> None:
    match = table(seats, teams=teams)
    assert match.view(None).teams == sizes
    assert match.game.teams(match.options, seats) == sizes


@pytest.mark.rule("quivvit:L315b", "quivvit:L315c", "quivvit:R3")
def test_members_alternate_each_time_the_turn_comes_to_their_team() -> None:
    match = table(3, teams="1 2 3")
    rotated: list[list[int | None]] = [[], [], []]
    while match.outcome is None:
        rotated[match.view(None).turn].append(member(match))
        rotate(match, linking=False)
    assert rotated == [[0, 0, 0, 0, 0], [0, 1, 0, 1, 0], [0, 1, 2, 0, 1]]


@pytest.mark.rule("quivvit:L315c")
def test_a_team_rotates_one_card_a_turn() -> None:
    match = table(2, teams="4")
    play(match, "a1 left")
    assert match.awaited == (1,)


@pytest.mark.rule("quivvit:R3", "quivvit:R6")
def test_a_late_turn_is_a_turn_of_the_member_who_was_late() -> None:
    match = table(2, teams="2 2", timed=True)
    rotated: list[list[int | None]] = [[], []]
    for turn in range(10):
        rotated[match.view(None).turn].append(member(match))
        if turn % 3 == 0:
            match.tick(match.now + 60 * MS_PER_SECOND)
        else:
            rotate(match, linking=False)
    assert rotated == [[0, 1, 0, 1, 0]] * 2
    assert match.outcome is not None


@pytest.mark.rule("quivvit:R3", "quivvit:L315b")
def test_members_go_on_alternating_in_further_rounds() -> None:
    match = set_fields(table(2, teams="3 2", drain_the_deck=True), round=6)
    set_grid(match, deck_of(RGBY1=60), **uniform_grid("RGBY1"))
    assert member(match) == 5 % 3
    play(match, "c3 left")
    assert member(match) == 5 % 2


@pytest.mark.rule("quivvit:R3")
def test_a_team_has_one_card_of_each_kind_and_any_member_answers() -> None:
    match = table(2, teams="3", color_blocking=True, double_rotation=True)
    view = match.view(None)
    assert (view.may_block, view.doubles) == ((True, True), (True, True))
    assert match.rules.member(match.state, 1) is None
    match.play("block c3", 1)
    assert match.rules.member(match.state, 0) == 0
    assert match.rules.member(match.state, 1) is None
    match.play("a1 half", 0)
    assert match.view(None).may_block == (True, False)
    assert match.view(None).doubles == (False, True)
    match.play("decline", 0)
    match.play("a1 left", 1)
    match.play("decline", 0)
    match.play("a1 left", 1)
    assert "a1 half" not in legal_moves(match, 0), "for no member"


@pytest.mark.rule("quivvit:R3", "quivvit:R13")
def test_any_member_decides_whether_to_draw() -> None:
    match = set_fields(table(2, teams="3", double_rotation=True), round=5, played=1)
    rotate(match, linking=False)
    assert match.view(None).phase == "bonus"
    assert match.rules.member(match.state, 0) is None


@pytest.mark.rule("quivvit:L315a", "quivvit:R3")
@pytest.mark.parametrize(
    "teams", ["0", "5", "-1", "x", "2,2", "1.5", "2 0", "1 1 1 1 1", "²", "9" * 40, "٤٤"]
)
def test_other_texts_are_no_teams(teams: str) -> None:
    with pytest.raises(quincunx.BadOption) as caught:
        table(2, teams=teams)
    assert caught.value.message.id == "quivvit.refusal.teams"
    assert quincunx.render(caught.value.message)


def test_a_text_that_is_too_long_for_teams_is_refused_as_such() -> None:
    with pytest.raises(quincunx.BadOption, match="at most 40 characters"):
        table(2, teams="9" * 5000)


@pytest.mark.rule("quivvit:R3", "quivvit:R2")
@pytest.mark.parametrize(("teams", "seats"), [("2 2", 3), ("2 2", 1), ("1 1 1", 2)])
def test_several_teams_fill_exactly_their_seats(teams: str, seats: int) -> None:
    with pytest.raises(quincunx.WrongSeats):
        table(seats, teams=teams)


@pytest.mark.rule("quivvit:R3", "quivvit:R2")
def test_more_decks_make_room_for_more_teams() -> None:
    teams = "1 2 3 4 1"
    assert table(5, decks=2, teams=teams).view(None).teams == (1, 2, 3, 4, 1)
    with pytest.raises(quincunx.BadOption):
        table(5, teams=teams)
