"""Moves as text, both ways, and in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quincunx
from quincunx.games.quivvit.moves import (
    AskAgain,
    Block,
    ClaimFreeLink,
    Decline,
    Draw,
    QuivvitMove,
    Rotate,
    StopAsking,
)
from quincunx.games.quivvit.notation import describe_move, parse_move
from tests.games.quivvit.matches import CELLS, table

MOVES: dict[str, QuivvitMove] = {
    "c3 left": Rotate("c3", "left"),
    "a1 right": Rotate("a1", "right"),
    "e5 half": Rotate("e5", "half"),
    "claim c3": ClaimFreeLink("c3"),
    "block d4": Block("d4"),
    "draw": Draw(),
    "decline": Decline(),
    "quiet": StopAsking(),
    "ask": AskAgain(),
}


@pytest.mark.rule("quivvit:R14")
@pytest.mark.parametrize("text", MOVES)
def test_moves_are_written_and_read(text: str) -> None:
    assert parse_move(text) == MOVES[text]
    assert str(MOVES[text]) == text
    assert parse_move(f"  {text.upper().replace(' ', '   ')} ") == MOVES[text]
    assert quincunx.render(describe_move(MOVES[text]))


def test_no_two_moves_have_the_same_words() -> None:
    said = {quincunx.render(describe_move(move)) for move in MOVES.values()}
    assert len(said) == len(MOVES)
    for way in ("left", "right", "half"):
        assert "b2" in quincunx.render(describe_move(parse_move(f"b2 {way}")))


@pytest.mark.rule("quivvit:R14")
def test_every_cell_can_be_named_and_no_other() -> None:
    for cell in CELLS:
        assert parse_move(f"claim {cell}") == ClaimFreeLink(cell)
    for cell in ("a0", "a6", "f1", "1a", "c33", "c", "3", "aa1", ""):
        for text in (f"{cell} left", f"claim {cell}", f"block {cell}"):
            with pytest.raises(quincunx.MalformedMove):
                parse_move(text)


@pytest.mark.parametrize(
    "text",
    ["", "left", "c3", "left c3", "c3 up", "block", "claim", "c3 left left", "draw c3"],
)
def test_malformed_moves(text: str) -> None:
    match = table(2)
    with pytest.raises(quincunx.MalformedMove) as caught:
        match.play(text, 0)
    assert quincunx.render(caught.value.message)
    assert match.version == 0


@pytest.mark.parametrize("move", [Rotate("f6", "left"), ClaimFreeLink("z9"), Block("")])
def test_a_cell_that_does_not_exist_is_refused(move: QuivvitMove) -> None:
    match = table(2, color_blocking=True)
    if not isinstance(move, Block):
        match.play("decline", 1)
    with pytest.raises(quincunx.MoveError):
        match.play(move, match.awaited[0])


@given(text=st.one_of(st.text(), st.text(alphabet="abcdef0123456 leftrighthalf")))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    try:
        move = parse_move(text)
    except quincunx.MalformedMove:
        return
    assert parse_move(str(move)) == move
