"""Hints: for every phase, from the gentlest to the plainest, and true."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import quincunx
from quincunx.core.chance import FastChance
from quincunx.core.messages import render
from quincunx.games.quivvit.coach import hints
from quincunx.games.quivvit.notation import parse_move
from quincunx.games.quivvit.solver import plays_of

ALL = {"random_color": True, "color_blocking": True, "double_rotation": True, "timed": True}


def kinds(match: quincunx.Match, seat: int) -> list[str]:
    return [hint.message.id.rpartition(".")[2] for hint in hints(match.rules, match.view(seat))]


def test_hints_for_a_turn() -> None:
    match = quincunx.new("quivvit", 2, seed=3)
    seat = match.awaited[0]
    assert kinds(match, seat) == ["most", "where", "best"]
    assert kinds(match, 1 - seat) == []
    found = hints(match.rules, match.view(seat))
    assert found == hints(match.rules, match.view(seat)), "asked again it says the same"
    assert [hint.move is None for hint in found] == [True, True, False]
    assert found[-1].move is not None
    assert parse_move(found[-1].move) in match.moves(seat)
    most = max(play.points for play in plays_of(match.view(seat)))
    assert found[0].message.args["points"] == most


def test_hints_for_the_block_question() -> None:
    match = quincunx.new("quivvit", 3, seed=3, options={"color_blocking": True})
    for seat in match.awaited:
        assert kinds(match, seat)[:2] == ["threat", "cost"]
        move = hints(match.rules, match.view(seat))[-1].move
        assert move is not None
        assert parse_move(move) in match.moves(seat)
    (on_turn,) = {*range(3)} - {*match.awaited}
    assert kinds(match, on_turn) == []


@pytest.mark.parametrize(("lead", "kind"), [(0, "draw"), (1, "decline")])
def test_hints_for_the_bonus(lead: int, kind: str) -> None:
    match = quincunx.new("quivvit", 2, seed=3, options={"double_rotation": True})
    view = msgspec.structs.replace(
        match.view(0), phase="bonus", waiting=(0,), points=(30 + lead, 30), cards=(9, 10), turn=None
    )
    (hint,) = hints(match.rules, view)
    assert hint.message.id == f"quivvit.hint.{kind}"
    assert hint.move == kind
    assert render(hint.message)


def test_hints_all_through_a_game() -> None:
    match = quincunx.new("quivvit", 2, options=ALL, chance=FastChance(Random(5)))
    while match.outcome is None:
        seat = match.awaited[0]
        found = hints(match.rules, match.view(seat))
        for hint in found:
            assert render(hint.message)
        assert found[-1].move is not None
        match.play(seat, found[-1].move)
    assert hints(match.rules, match.view(0)) == ()
