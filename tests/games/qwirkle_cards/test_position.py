"""Positions as text, both ways, and what the solver says of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.core.errors import MalformedPosition
from quincunx.core.messages import render
from quincunx.games.qwirkle_cards.bots import BOTS
from quincunx.games.qwirkle_cards.layouts.plays import LegalPlays
from quincunx.games.qwirkle_cards.notation import parse_move
from quincunx.games.qwirkle_cards.position import (
    format_position,
    parse_position,
    position_of,
    solve,
)


def test_positions_of_a_game_are_written_and_read_back() -> None:
    match = quincunx.new("qwirkle_cards", 2, seed=1)
    while match.outcome is None:
        seat = match.active[0]
        position = position_of(match.view(seat))
        assert parse_position(format_position(position)) == position
        match.play(next(iter(match.legal_moves(seat))), seat)
    assert position_of(match.view(None)).hand == ()


def test_text_is_read_generously() -> None:
    assert parse_position("TABLE:[rc,rs rd]hand:rxBS") == parse_position(
        "table: [Rd Rs Rc]  hand: Bs Rx"
    )
    assert parse_position("table: hand:") == ((), ())


@pytest.mark.parametrize(
    ("text", "reason", "named"),
    [
        ("[Rc Rs Rd] Rx", "unknown_position", "[Rc Rs Rd] Rx"),
        ("table: [Rc Rs Rd hand: Rx", "unknown_sets", "[Rc Rs Rd"),
        ("table: [Rc Rs Rq] hand: Rx", "unknown_sets", "[Rc Rs Rq]"),
        ("table: hand: Rx Rz", "unknown_cards", "Rx Rz"),
        ("table: [Rc Rs] hand: Rx", "no_set", "red circle and red square"),
        ("table: [Rc Rs Bd] hand: Rx", "no_set", "blue diamond"),
        ("table: [Rc Rs Rs Rd] hand: Rx", "no_set", "red square"),
        ("table: [Rc Rs Rd Rl Rx Ra] hand: Rx", "qwirkle_on_the_table", "red clover"),
        ("table: [Rc Rs Rd] [Rc Rs Rd] hand: Rc Rc Bs", "too_many_copies", "of red circle"),
        ("table: hand: Rc Rs Rd Rl Rx Ra Bc Bs Bd Bl", "large_hand", "9"),
    ],
)
def test_what_cannot_come_up_is_refused_by_name(text: str, reason: str, named: str) -> None:
    with pytest.raises(MalformedPosition) as refusal:
        parse_position(text)
    assert refusal.value.message.id == f"qwirkle_cards.refusal.{reason}"
    assert named in str(refusal.value)


def solved(text: str) -> dict[str, Any]:
    data = msgspec.json.decode(msgspec.json.encode(solve(text).data))
    assert isinstance(data, dict)
    return data


def test_the_most_qwirkles_and_a_play_that_makes_them() -> None:
    text = "table: [Yc Ys Yd Yx] [Rl Yl Gl] hand: Ya Bl Pc"
    data = solved(text)
    assert data["playable"]
    assert data["qwirkles"] == 1
    assert data["best"]["cards"] == ["Ya", "Bl"]
    assert data["best"]["layout"] == [
        ["Rl", "Gl", "Bl"],
        ["Yc", "Ys", "Yd", "Yl", "Yx", "Ya"],
    ]
    assert parse_move(data["best"]["move"]) in LegalPlays(*parse_position(text))
    assert data["choices"] == [
        {"cards": ["Ya", "Bl"], "qwirkles": 1},
        {"cards": ["Ya"], "qwirkles": 0},
        {"cards": ["Bl"], "qwirkles": 0},
    ]
    assert [render(line) for line in solve(text).lines] == [
        f"At most one Qwirkle: {data['best']['move']}",
        "1 Qwirkle: yellow eight-pointed star and blue clover",
        "no Qwirkle: yellow eight-pointed star",
        "no Qwirkle: blue clover",
    ]


@pytest.mark.parametrize(
    "text", ["table: [Rc Rs Rd] hand: Bl Gx", "table: hand: Rc Rs", "table: hand:"]
)
def test_nothing_can_be_played(text: str) -> None:
    data = solved(text)
    assert not data["playable"]
    assert data["qwirkles"] == 0
    assert data["choices"] == []
    assert data["best"] is None
    assert [render(line) for line in solve(text).lines] == ["No card can be played."]


def test_the_solver_knows_what_a_greedy_player_makes() -> None:
    match = quincunx.new("qwirkle_cards", 2, seed=3)
    bot = BOTS["medium"]()
    for _ in range(6):
        seat = match.active[0]
        text = format_position(position_of(match.view(seat)))
        before = len(match.state.qwirkles[seat])
        match.play(bot.choose(match.turn(seat, seed=1)), seat)
        assert len(match.state.qwirkles[seat]) - before == solved(text)["qwirkles"]
