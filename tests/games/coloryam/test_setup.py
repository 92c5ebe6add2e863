"""What there is before the first roll: dice, sheets, seats, and who begins."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

import quincunx
from tests.games.coloryam.challenge_kinds import KINDS
from tests.games.coloryam.matches import (
    CHALLENGES,
    COLORYAM,
    DICE,
    SHEET,
    cross,
    faces_of,
    fill_up_to,
    legal,
    meet,
    play,
    roll,
    showing,
    table,
)

SHEETS = ("1", "2", "3", "4", "5", "6")


@pytest.mark.rule("coloryam:L5", "coloryam:R24")
def test_seats_are_one_to_five() -> None:
    for seats in (1, 2, 3, 4, 5):
        assert table(seats).seats == seats
    for seats in (0, 6, -1):
        with pytest.raises(quincunx.WrongSeats):
            table(seats)


@pytest.mark.rule("coloryam:L14")
def test_six_dice_are_rolled() -> None:
    match = table()
    assert match.view(None).faces == ()
    roll(match, (1, 2, 3, 4, 5, 6))
    assert match.view(None).faces == ("1K", "2B", "3Y", "4K", "5B", "6Y")


@pytest.mark.rule("coloryam:R1")
def test_the_faces_of_all_dice() -> None:
    for value in range(1, 7):
        match = table()
        roll(match, (value,) * 6)
        assert match.view(None).faces == tuple(f"{value}{die[value - 1]}" for die in DICE)


@pytest.mark.rule("coloryam:R1")
def test_each_die_has_each_number_and_each_colour_and_no_pair_is_there_twice() -> None:
    rolls = [_rolled((value,) * 6) for value in range(1, 7)]
    for die in range(6):
        assert sorted(faces[die][0] for faces in rolls) == list("123456")
        assert sorted(faces[die][1] for faces in rolls) == sorted("ROYGBK")
    pairs = {face for faces in rolls for face in faces}
    assert pairs == {f"{value}{colour}" for value, colour in product("123456", "ROYGBK")}


def _rolled(values: tuple[int, ...]) -> tuple[str, ...]:
    match = table()
    roll(match, values)
    faces: tuple[str, ...] = match.view(None).faces
    assert faces == faces_of(values)
    return faces


@pytest.mark.rule("coloryam:R1")
def test_dice_can_show_any_colours() -> None:
    assert _rolled(showing("RRRRRR")) == ("6R", "5R", "4R", "3R", "2R", "1R")


@pytest.mark.rule("coloryam:L22a", "coloryam:R2")
def test_six_sheets_without_two_alike() -> None:
    sheets = [table(sheet=name).view(None).sheet for name in SHEETS]
    assert len(set(sheets)) == 6
    assert {challenge.kind for sheet in sheets for challenge in sheet} == {
        kind for kinds in KINDS.values() for kind in kinds
    }


@pytest.mark.rule("coloryam:R3")
@pytest.mark.parametrize("name", SHEETS)
def test_each_section_has_two_challenges_of_its_own_kinds(name: str) -> None:
    kinds = [challenge.kind for challenge in table(sheet=name).view(None).sheet]
    assert len(kinds) == 6
    for section, two in zip(KINDS.values(), (kinds[:2], kinds[2:4], kinds[4:]), strict=True):
        assert set(two) <= set(section)


@pytest.mark.rule("coloryam:L22b")
def test_the_first_sheet_unless_another_is_chosen() -> None:
    assert quincunx.new("coloryam", seed=1).view(None).sheet == table(sheet="1").view(None).sheet
    assert table(sheet="4").view(None).sheet != table(sheet="1").view(None).sheet


@pytest.mark.rule("coloryam:L22b")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_each_player_has_an_empty_column(seats: int) -> None:
    view = table(seats).view(None)
    assert view.entries == view.points == ((None,) * 10,) * seats
    assert view.totals == (0,) * seats


@pytest.mark.rule("coloryam:L63", "coloryam:L118a", "coloryam:L118b", "coloryam:L118c")
def test_ten_lines_of_which_four_have_no_challenge() -> None:
    match = table(1)
    for line in range(10):
        assert match.view(None).line == line
        roll(match, (1, 2, 3, 4, 5, 6))
        assert (match.view(None).met is not None) == (line in CHALLENGES)
        assert (match.view(None).met is None) == (line in COLORYAM)
        match.undo()
        fill_up_to(match, line + 1)
    assert match.view(None).line == 10
    assert match.outcome is not None


@pytest.mark.rule("coloryam:L63", "coloryam:L118a")
@pytest.mark.parametrize(("line", "field"), [(0, 2), (1, 2), (3, 5), (4, 5), (6, 8), (7, 8)])
def test_the_sections_and_their_coloryam_fields(line: int, field: int) -> None:
    match = fill_up_to(table(1), line)
    roll(match, showing(MISSING[line]))
    match.play("stop", 0)
    assert match.view(None).field == field


MISSING = {0: "YRRBGK", 1: "KRRBGO", 3: "YYYRGO", 4: "YYRGOB", 6: "RRRBGO", 7: "GGGGGO"}
"""Dice that miss the challenge of that line, with totals above the ColorYam numbers before."""


@pytest.mark.rule("coloryam:L26a", "coloryam:R7")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_the_first_seat_begins(seats: int) -> None:
    match = table(seats)
    assert match.awaited == match.active == (0,)
    assert match.view(None).waiting == tuple(range(seats))
    message = match.observations(None)[0].events[0]
    assert (message.id, message.args) == ("coloryam.event.dealt", {"seat": 0})


@pytest.mark.rule("coloryam:R25", "coloryam:L79")
def test_everybody_sees_the_same() -> None:
    match = table(3)
    meet(match, 25)
    roll(match, showing("YRRBGK"))
    play(match, "stop")
    play(match, "enter")
    meet(match, 20)
    cross(match)
    for version in range(match.version + 1):
        views = [match.view(viewer, version) for viewer in (None, 0, 1, 2, quincunx.OMNISCIENT)]
        assert len({msgspec.structs.replace(view, seat=None) for view in views}) == 1
        assert [view.seat for view in views[:4]] == [None, 0, 1, 2]


@pytest.mark.rule("coloryam:R25")
def test_a_record_tells_everybody_the_same_from_the_start() -> None:
    match = quincunx.new("coloryam", seats=2, seed=3, options={"sheet": "own", "own": SHEET})
    match.play("roll", 0)
    heard = {repr([step.events for step in match.observations(who)]) for who in (None, 0, 1)}
    assert len(heard) == 1
    assert "roll" in legal(match)
