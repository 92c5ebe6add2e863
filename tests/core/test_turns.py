"""`Record.turns`: a game as plain rows."""

from __future__ import annotations

import polars
import pytest

import quincunx
from quincunx.core.match import Match
from quincunx.registry import find, game_names
from tests.kit.play import new_match, play_out, seat_counts
from tests.toy.game import TOY
from tests.toy.rules import ToyOptions

COLUMNS = ["game", "version", "at", "seat", "kind", "move", "text", "points"]


def finished(name: str, seed: int) -> Match:
    game = find(name)
    return play_out(
        new_match(game, game.options(), seat_counts(game, game.options())[-1], seed), seed
    )


@pytest.mark.parametrize("name", game_names())
def test_each_step_is_a_row(name: str) -> None:
    match = finished(name, 1)
    rows = match.record().turns()
    assert all(list(row) == COLUMNS for row in rows)
    assert [row["version"] for row in rows] == list(range(match.version + 1))
    assert rows[0]["kind"] == "deal"
    for row, entry in zip(rows, match.log, strict=True):
        assert (row["at"], row["seat"]) == (entry.at, entry.seat)
        assert row["move"] == (None if entry.move is None else str(entry.move))
        assert (row["kind"] == "move") == (row["seat"] is not None)
        assert row["text"] or not entry.events
    assert match.outcome is not None
    points = None if match.game.cooperative else list(match.outcome.scores)
    assert rows[-1]["points"] == points or match.game.name == "pivit"


def test_rows_of_several_games_fit_into_one_table() -> None:
    rows = [row for name in game_names() for row in finished(name, 2).record().turns()]
    frame = polars.DataFrame(rows, infer_schema_length=None)
    assert frame.columns == COLUMNS
    assert frame.height == len(rows)
    assert set(frame["game"].unique()) == set(game_names())


def test_a_spectator_s_rows_hold_only_what_a_spectator_saw() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=2)
    match.play(next(iter(match.legal_moves())))
    public, whole = match.record().turns()[-1], match.full_record().turns()[-1]
    assert public["text"] != whole["text"]
    assert public["points"] == whole["points"] == [0, 0]


def test_a_take_back_is_a_row_of_its_own() -> None:
    match = new_match(TOY, ToyOptions(), 2, 1)
    match.play("lay", 0)
    match.take_back(0)
    assert [row["kind"] for row in match.record().turns()] == ["deal", "move", "take-back"]
