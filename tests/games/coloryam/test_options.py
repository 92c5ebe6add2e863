"""The sheet that is played: one of the six, one of one's own, or one that chance makes."""

from __future__ import annotations

from collections import Counter

import pytest

import quincunx
from quincunx.core.messages import catalogue
from tests.games.coloryam.challenge_kinds import KINDS
from tests.games.coloryam.matches import SHEET, table

OWN = "none Y; 1 Y none G; 2 pairs; 3 colours; O != R != Y; Y most"


def kinds(match: quincunx.Match) -> list[str]:
    return [challenge.kind for challenge in match.view(None).sheet]


def test_what_can_be_chosen() -> None:
    chosen = {option.name: option.default for option in quincunx.options("coloryam")}
    assert chosen == {"sheet": "1", "own": "", "beginner": False}


@pytest.mark.rule("coloryam:R5")
def test_a_sheet_of_ones_own() -> None:
    match = table(own=OWN)
    assert kinds(match) == [
        "none",
        "one and none",
        "two pairs",
        "three colours",
        "all different",
        "most",
    ]
    colours = [challenge.colours for challenge in match.view(None).sheet]
    assert colours == [("Y",), ("Y", "G"), (), (), ("O", "R", "Y"), ("Y",)]


@pytest.mark.parametrize("written", [OWN, f"{OWN};", OWN.replace(" != ", "≠").replace("; ", "\n")])
def test_an_own_sheet_is_kept_in_one_notation(written: str) -> None:
    """Clients show the sheet before the game begins: they read this notation only."""
    assert table(own=written).options.own == OWN  # type: ignore[attr-defined]


@pytest.mark.rule("coloryam:R5")
def test_both_challenges_of_a_section_may_be_of_one_kind() -> None:
    assert kinds(table(own="none Y; none K; 2 pairs; never 2; Y most; K most"))[:2] == ["none"] * 2


def refusal(sheet: str) -> quincunx.Message:
    with pytest.raises(quincunx.BadOption) as caught:
        table(own=sheet)
    assert caught.value.message.id in catalogue("coloryam", "en") or (
        caught.value.message.id in catalogue("core", "en")
    )
    assert quincunx.render(caught.value.message)
    return caught.value.message


@pytest.mark.rule("coloryam:R5")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("bad", ["none", "none X", "none Y Y", "5 alike", "", "Y > Y", "1 of G"])
def test_a_line_that_is_no_challenge_is_named(number: int, bad: str) -> None:
    lines = SHEET.split("; ")
    lines[number - 1] = bad
    message = refusal("; ".join(lines))
    if (number, bad) == (6, ""):
        assert message.args["lines"] == 5, "a semicolon at the end begins no line"
        return
    assert message.args["line"] == number
    assert message.args["text"] == bad
    assert f"Line {number}" in quincunx.render(message)


@pytest.mark.rule("coloryam:R3", "coloryam:R5")
@pytest.mark.parametrize(
    ("number", "foreign"),
    [
        (number, foreign)
        for home, foreign in enumerate(["none Y", "3 alike", "B > R"])
        for number in range(1, 7)
        if (number - 1) // 2 != home
    ],
)
def test_a_challenge_in_the_wrong_section_is_named(number: int, foreign: str) -> None:
    lines = SHEET.split("; ")
    lines[number - 1] = foreign
    message = refusal("; ".join(lines))
    assert (message.args["line"], message.args["text"]) == (number, foreign)


@pytest.mark.rule("coloryam:R5")
@pytest.mark.parametrize(
    "sheet",
    ["", "7", "0", "none Y", SHEET.rpartition(";")[0], f"{SHEET}; G = O", ";;;;;"],
)
def test_a_sheet_has_six_challenges(sheet: str) -> None:
    refusal(sheet)


@pytest.mark.rule("coloryam:L22a", "coloryam:R5")
@pytest.mark.parametrize("sheet", ["7", "0", "", "Random", SHEET, 1, None])
def test_there_is_no_other_sheet(sheet: object) -> None:
    with pytest.raises(quincunx.BadOption):
        quincunx.new("coloryam", seed=1, options={"sheet": sheet})


@pytest.mark.rule("coloryam:R5")
@pytest.mark.parametrize("sheet", ["1", "random"])
def test_a_sheet_of_ones_own_is_not_given_with_another(sheet: str) -> None:
    with pytest.raises(quincunx.BadOption):
        quincunx.new("coloryam", seed=1, options={"sheet": sheet, "own": OWN})


# A random sheet


def random_sheet(seed: int, seats: int = 2) -> quincunx.Match:
    return quincunx.new("coloryam", seats=seats, seed=seed, options={"sheet": "random"})


@pytest.mark.rule("coloryam:R4")
def test_the_same_seed_makes_the_same_sheet() -> None:
    for seed in range(20):
        sheets = {random_sheet(seed, seats).view(None).sheet for seats in (1, 2, 5)}
        assert len(sheets) == 1
    assert len({random_sheet(seed).view(None).sheet for seed in range(50)}) > 45


@pytest.mark.rule("coloryam:R3", "coloryam:R4")
def test_a_random_sheet_is_a_legal_sheet() -> None:
    colours = {
        "none": 1,
        "none of two": 2,
        "one": 1,
        "two": 1,
        "one and none": 2,
        "more": 2,
        "equal": 2,
        "different": 2,
        "all different": 3,
        "most": 1,
    }
    for seed in range(200):
        sheet = random_sheet(seed).view(None).sheet
        assert len(sheet) == 6
        for number, challenge in enumerate(sheet):
            assert challenge.kind in tuple(KINDS.values())[number // 2]
            assert len(set(challenge.colours)) == len(challenge.colours)
            assert len(challenge.colours) == colours.get(challenge.kind, 0)
            assert set(challenge.colours) <= set("ROYGBK")
        assert len(set(sheet)) == 6, "no challenge twice"


@pytest.mark.rule("coloryam:R4")
def test_random_sheets_favour_no_kind_and_no_colour() -> None:
    seen = [challenge for seed in range(600) for challenge in random_sheet(seed).view(None).sheet]
    by_kind = Counter(challenge.kind for challenge in seen)
    for section in KINDS.values():
        fair = 1200 / len(section)
        assert all(0.75 * fair < by_kind[kind] < 1.25 * fair for kind in section)
    by_colour = Counter(colour for challenge in seen for colour in challenge.colours)
    fair = sum(by_colour.values()) / 6
    assert all(0.85 * fair < by_colour[colour] < 1.15 * fair for colour in "ROYGBK")


@pytest.mark.rule("coloryam:R4")
def test_the_sheet_is_verified_with_the_seed() -> None:
    match = random_sheet(7, seats=1)
    while match.outcome is None:
        match.play(next(iter(match.legal_moves(0))), 0)
    record = match.record(0).to_json()
    assert quincunx.verify(record).results > 0
    again = quincunx.replay(record)
    assert isinstance(again, quincunx.Match)
    assert again.view(None).sheet == match.view(None).sheet
