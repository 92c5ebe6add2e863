"""What a player can send to a game is bounded before any of it is parsed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from quincunx.core.chance import FastChance
from quincunx.core.errors import MalformedMove
from quincunx.core.match import Match
from tests.toy.game import TOY
from tests.toy.rules import Lay, ToyOptions


def test_a_text_longer_than_any_move_is_refused_without_parsing() -> None:
    def parser(text: str) -> Lay:
        raise AssertionError("the text was parsed")

    game = replace(TOY, move_parser=parser, max_move_length=10)
    with pytest.raises(MalformedMove) as refused:
        game.parse_move("lay 0 1 2 3")
    assert str(refused.value) == (
        "This move is too long: it has 11 characters, and a move in this game has at most 10."
    )
    match = Match(game, ToyOptions(), 2, chance=FastChance(Random(1)))
    with pytest.raises(MalformedMove):
        match.play("lay 0 1 2 3", 0)


def test_the_longest_move_is_parsed_with_surrounding_spaces() -> None:
    assert replace(TOY, max_move_length=9).parse_move("  lay 0 1 2\n") == Lay((0, 1, 2))
