"""The position of a match as text: it can be read again, and solved."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

import quincunx
from quincunx.core.match import Match
from quincunx.registry import find, game_names
from tests.kit.play import new_match, random_step, seat_counts
from tests.toy.game import TOY
from tests.toy.rules import ToyOptions

GAMES = [name for name in game_names() if find(name).listed]


def text_of(match: Match) -> str | None:
    try:
        return match.position
    except quincunx.NoPosition:
        return None


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_a_position_can_be_read_again(name: str) -> None:
    notation = import_module(f"quincunx.games.{name}.position")
    game, texts = find(name), set()
    match = new_match(game, game.options(), seat_counts(game, game.options())[0], 3)
    for number in range(60):
        if (text := text_of(match)) is not None:
            texts.add(text)
            position = notation.parse_position(text)
            again = (
                notation.format_position(*position)
                if name == "quatrefoil"
                else notation.format_position(position)
            )
            assert again == text
        if match.outcome is not None:
            break
        random_step(match, Random(number))
    assert len(texts) > 3 or name == "pivit"


def test_the_solver_names_moves_of_the_match() -> None:
    match = quincunx.new("quivvit", seats=2, seed=7)
    best = quincunx.solve("quivvit", match.position).data["plays"][0]
    assert match.game.parse_move(best["move"]) in match.legal_moves()
    match.play(best["move"])
    assert match.view(1).points[1] == best["points"]

    attempt = quincunx.new("coloryam", seats=1, seed=1)
    attempt.play("roll")
    choices = quincunx.solve("coloryam", attempt.position).data["choices"]
    assert {choice["move"] for choice in choices} == {str(move) for move in attempt.legal_moves()}


def test_a_position_without_a_notation_is_a_typed_error() -> None:
    with pytest.raises(quincunx.NoPosition, match="cannot be written as text"):
        _ = quincunx.new("pivit", seats=2, seed=1).position
    with pytest.raises(quincunx.NoPosition):
        _ = new_match(TOY, ToyOptions(), 2, 1).position
