"""Grids written by hand: read, written again, and answered."""

from __future__ import annotations

import msgspec
import pytest

import quincunx
from quincunx.core.errors import MalformedPosition
from quincunx.core.messages import render
from quincunx.games.quivvit.position import (
    QuivvitPosition,
    format_position,
    parse_position,
    position_of,
    solve,
)

EMPTY = " / ".join([". . . . ."] * 5)
PAIR = ". . . . . / . RGBY2 RYGB3 . . / . . . . . / . . . . . / . . . . ."
"""Red links if b2 is turned to the right, green if c2 is turned by half."""


def test_a_position_is_read_and_written() -> None:
    text = PAIR.replace("RYGB3", "#RYGB3") + "; die R; double"
    position = parse_position(text)
    assert (position.cards[6], position.cards[7]) == ("RGBY2", "RYGB3")
    assert position[1:] == (("c2",), "R", True)
    assert format_position(position) == text
    assert parse_position(text.replace(" / ", "\n").lower()) == position


def test_a_position_of_a_game_comes_back() -> None:
    match = quincunx.new("quivvit", 2, seed=1, options={"random_color": True})
    position = position_of(match.view(0))
    assert parse_position(format_position(position)) == position
    assert position.colour is not None


def test_a_covered_card_of_a_game_is_marked() -> None:
    match = quincunx.new(
        "quivvit", 2, seed=1, options={"color_blocking": True, "double_rotation": True}
    )
    match.play("block d4", match.awaited[0])
    position = position_of(match.view(None))
    assert position.covered == ("d4",)
    assert position.double
    assert "#" in format_position(position)


def test_all_rotations_come_best_first() -> None:
    solution = solve(PAIR)
    found = {play["move"]: (play["points"], play["cells"]) for play in solution.data["plays"]}
    assert found == {
        "b2 left": (0, []),
        "b2 right": (5, ["b2", "c2"]),
        "c2 left": (0, []),
        "c2 right": (0, []),
    }
    points = [play["points"] for play in solution.data["plays"]]
    assert points == sorted(points, reverse=True)
    assert parse_position(solution.data["position"]) == parse_position(PAIR)
    msgspec.json.encode(solution.data)


def test_the_answer_in_words() -> None:
    lines = [render(line) for line in solve(PAIR).lines]
    assert lines[0] == "4 plays; one of them links something."
    assert lines[1] == "b2 right: 5 points (b2, c2)"
    assert lines[-1].endswith(": nothing")
    assert [render(line) for line in solve(EMPTY).lines] == ["There is no card to rotate."]


def linking(notes: str) -> set[str]:
    return {play["move"] for play in solve(PAIR + notes).data["plays"] if play["cards"]}


def test_the_die_and_the_double_rotate_card_matter() -> None:
    assert len(solve(f"{PAIR}; double").data["plays"]) == 6
    assert linking("; double") == {"b2 right", "c2 half"}
    assert linking("; double; die G") == {"c2 half"}
    assert linking("; die R") == {"b2 right"}
    assert linking("; die B") == set()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "position_rows"),
        (EMPTY + " / . . . . .", "position_rows"),
        (EMPTY.replace(". .", ".", 1), "position_row"),
        (PAIR.replace("RGBY2", "RGBB2"), "position_card"),
        (PAIR.replace("RGBY2", "RGBY4"), "position_card"),
        (PAIR.replace("RGBY2", "#"), "position_card"),
        (PAIR + "; die P", "position_note"),
        (PAIR + "; twice", "position_note"),
    ],
)
def test_what_is_no_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(MalformedPosition) as refused:
        parse_position(text)
    assert refused.value.message.id == f"quivvit.refusal.{reason}"
    assert render(refused.value.message)


def test_an_empty_position_is_one() -> None:
    assert parse_position(EMPTY) == QuivvitPosition((None,) * 25)
