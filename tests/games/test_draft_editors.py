"""Building a move in the terminal, step by step."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.errors import MalformedMove
from quincunx.core.match import Match
from quincunx.core.terminal import DraftEditor
from tests.games.pivit import matches as pivit


def editor_of(match: Match) -> DraftEditor:
    make = match.game.terminal.editor
    assert make is not None
    editor = make()
    editor.update(match.view(0))
    return editor


def refusal(editor: DraftEditor, typed: str, match: Match) -> str:
    with pytest.raises(MalformedMove) as error:
        editor.edit(typed, match.view(0))
    return error.value.message.id.rpartition(".")[2]


def test_a_grid_is_laid_line_by_line_and_claimed() -> None:
    match = pivit.table(2)
    editor, view = editor_of(match), match.view(0)
    assert editor.example(view) == "lay g1 g2 g3 at e4"
    for row, colour in enumerate("royg"):
        tiles = " ".join(f"{colour}{design}" for design in range(1, 7))
        assert editor.edit(f"lay {tiles} at e{row + 4}", view)
    assert editor.example(view) == "done"
    assert match.draft(0, editor.draft()) == ()
    assert "Every line is right. Type “done”!" in editor.draw(view, (), ())
    assert editor.edit("shift right 2", view)
    move = editor.move("done", view)
    assert move is not None
    match.play(move, 0)
    assert match.view(0).claimed == (True, False)


def test_tiles_are_lifted_and_lines_may_cross() -> None:
    match = pivit.table(2)
    editor, view = editor_of(match), match.view(0)
    editor.edit("lay r1 r2 r3 at c2", view)
    editor.edit("lay r1 o1 y1 at c2 down", view)
    assert len(editor.draft().tiles) == 5
    editor.edit("lift d2 e2", view)
    assert editor.draft().tiles == ((2, 1, "r1"), (2, 2, "o1"), (2, 3, "y1"))
    editor.edit("lay g1 at c2", view)
    assert (2, 1, "g1") in editor.draft().tiles, "the tile that was there is back on the rack"
    editor.edit("lift all", view)
    assert editor.draft().tiles == ()


def test_a_tile_that_was_traded_leaves_the_grid() -> None:
    match = pivit.table(2)
    editor = editor_of(match)
    editor.edit("lay r1 r2 r3 at c2", match.view(0))
    match.play("trade r2", 0)
    editor.update(match.view(0))
    assert [tile for _, _, tile in editor.draft().tiles] == ["r1", "r3"]


def test_wrong_lines_are_marked_with_their_cells() -> None:
    match = pivit.table(2)
    editor, view = editor_of(match), match.view(0)
    editor.edit("lay r1 o2 y3 at c2", view)
    drawn = editor.draw(view, ("You", "Bot"), match.draft(0, editor.draft()))
    assert "r1[/]!" in drawn
    assert "! A line shares neither a colour nor a design. (c2 d2 e2)" in drawn


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("lay", "how_to_lay"),
        ("lay r1", "how_to_lay"),
        ("lay x9 at e4", "unknown_tile"),
        ("lay r1 at 4e", "no_such_cell"),
        ("lay r1 at e27", "no_such_cell"),
        ("lay b1 at e4", "not_on_rack"),
        ("lay r1 r2 r3 at y1", "no_room"),
        ("lift", "how_to_lift"),
        ("lift e4", "empty_cell"),
        ("shift", "how_to_shift"),
        ("shift right far", "how_to_shift"),
    ],
)
def test_commands_that_do_not_work_change_nothing(typed: str, reason: str) -> None:
    match = pivit.table(2)
    editor = editor_of(match)
    editor.edit("lay r6 at a1", match.view(0))
    assert refusal(editor, typed, match) == reason
    assert refusal(editor, "shift left", match) == "no_room"
    assert editor.draft().tiles == ((0, 0, "r6"),)


# Qwirkle Cards


def cards_on_turn() -> Match:
    """A game in which the first seat has a set and starts."""
    match = quincunx.new("qwirkle_cards", seats=2, seed=5)
    assert match.active == (0,)
    return match


def test_a_set_is_laid_and_played() -> None:
    match = cards_on_turn()
    editor, view = editor_of(match), match.view(0)
    example = editor.example(view)
    assert example.startswith("lay ")
    assert editor.edit(example.lower(), view)
    assert match.draft(0, editor.draft()) == ()
    assert editor.example(view) == "done"
    assert "Every set is right." in editor.draw(view, (), ())
    move = editor.move("done", view)
    assert move is not None
    match.play(move, 0)
    assert len(match.view(0).table) == 1


def test_cards_are_added_moved_and_put_back() -> None:
    match = cards_on_turn()
    editor, view = editor_of(match), match.view(0)
    first, second, third, *_ = view.hands[0]
    editor.edit(f"lay {first} {second}", view)
    editor.edit(f"add {third} to 1", view)
    assert editor.draft().sets == ((first, second, third),)
    editor.edit(f"move {second} from 1 to new", view)
    assert editor.draft().sets == ((first, third), (second,))
    editor.edit(f"move {second} from 2 to 1", view)
    assert editor.draft().sets == ((first, third, second),)
    editor.edit("reset", view)
    assert editor.draft().sets == ()


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("lay", "not_cards"),
        ("lay Zz", "not_cards"),
        ("lay Ra Rx Rl Rs", "not_in_hand"),
        ("add Rc", "how_to_add"),
        ("add Rc to 2", "no_such_set"),
        ("move Rc", "how_to_move"),
        ("move Ra from 1 to new", "not_in_set"),
    ],
)
def test_commands_for_cards_that_do_not_work_change_nothing(typed: str, reason: str) -> None:
    match = cards_on_turn()
    editor, view = editor_of(match), match.view(0)
    editor.edit(f"lay {view.hands[0][0]}", view)
    assert refusal(editor, typed, match) == reason
    assert editor.draft().sets == ((view.hands[0][0],),)
