"""Hints advise what the expert would do, by the measure that the review judges by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import quincunx
from quincunx.core.rules import AnyRules
from quincunx.games.coloryam.bots import BOTS
from quincunx.games.coloryam.hints import hints
from quincunx.games.coloryam.moves import StopRolling
from quincunx.games.coloryam.notation import parse_move
from quincunx.games.coloryam.review import review
from quincunx.games.coloryam.solver import rate_for_total, rate_for_win
from quincunx.games.coloryam.state import ColorYamView
from tests.games.coloryam.bot_games import last_line

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"sheet": "1"}),
    (2, {"sheet": "3", "beginner": True}),
    (3, {"sheet": "random"}),
    (1, {"sheet": "6"}),
]
MORE_TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {"sheet": "2"}),
    (4, {"sheet": "5"}),
    (5, {"sheet": "random"}),
]

on_every_table = pytest.mark.parametrize(
    ("seats", "options"),
    [*TABLES, *(pytest.param(*table, marks=pytest.mark.exhaustive) for table in MORE_TABLES)],
    ids=str,
)


def advice(rules: AnyRules, view: ColorYamView) -> str:
    """The move of the first hint that names one."""
    return next(hint.move for hint in hints(rules, view) if hint.move is not None)


def decisions(
    seats: int, options: dict[str, Any], seed: int
) -> Iterator[tuple[AnyRules, ColorYamView]]:
    """Every position with something to decide in a game of players of different strength."""
    match = quincunx.new("coloryam", options=options, seats=seats, seed=seed)
    levels = ("random", "easy", "medium", "expert", "easy")
    bots = {seat: BOTS[levels[(seat + seed) % 5]]() for seat in range(seats)}
    while match.outcome is None:
        view = match.view(match.awaited[0])
        if view.rolls:
            yield match.rules, view
        match.step(bots, seed="test")


def has_won_the_line(view: ColorYamView) -> bool:
    """Whether the player can stop now with an entry that nobody in this line can beat any more."""
    others = [column[view.line] for seat, column in enumerate(view.entries) if seat != view.seat]
    return (
        view.met is True
        and view.total is not None
        and all(entry is not None and entry < view.total for entry in others)
    )


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.exhaustive)])
@on_every_table
def test_the_hint_is_what_the_expert_would_do(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    seen = 0
    for rules, view in decisions(seats, options, seed):
        assert parse_move(advice(rules, view)) == rate_for_win(view)[0].move
        seen += 1
    assert seen > 10


def test_with_the_line_won_the_hint_gives_no_chance_away() -> None:
    """Playing for the total instead, as hints once did, would often roll again."""
    won = tempted = 0
    for seed in range(24):
        for rules, view in decisions(2, {"sheet": str(1 + seed % 2)}, seed):
            if not has_won_the_line(view):
                continue
            chances = {choice.move: choice.worth for choice in rate_for_win(view)}
            assert chances[parse_move(advice(rules, view))] == max(chances.values())
            won += 1
            tempted += chances[rate_for_total(view)[0].move] < max(chances.values()) - 0.01
    assert won >= 30
    assert tempted >= 5


@on_every_table
def test_a_game_played_by_the_hints_gives_nothing_away(seats: int, options: dict[str, Any]) -> None:
    match = quincunx.new("coloryam", options=options, seats=seats, seed=8)
    while match.outcome is None:
        seat = match.awaited[0]
        match.play(advice(match.rules, match.view(seat)), seat)
    judgements = review(match).judgements
    assert judgements
    assert {judgement.loss for judgement in judgements} == {0}


def test_hints_go_from_the_gentlest_to_the_plainest() -> None:
    match = quincunx.new("coloryam", seats=2, seed=3)
    assert [hint.move for hint in hints(match.rules, match.view(0))] == ["roll"]
    assert hints(match.rules, match.view(1)) == ()
    match.play("roll", 0)
    found = hints(match.rules, match.view(0))
    assert [hint.message.id.removeprefix("coloryam.hint.") for hint in found] == [
        "challenge",
        "dice",
        "best.chance",
        "next.chance",
    ]


def test_the_total_is_a_second_piece_of_advice() -> None:
    """The last line is won with 25 already, but the total would be higher after another roll."""
    view = last_line(10, 10, 24, (5, 5, 5, 4, 4, 2))
    rules = quincunx.new("coloryam", seats=2, seed=1).rules
    *_, best, other, total = hints(rules, view)
    assert (best.message.id, best.move) == ("coloryam.hint.best.chance", "stop")
    assert best.message.args["worth"] == 100
    assert other.message.id == "coloryam.hint.next.chance"
    assert (total.message.id, total.move) == ("coloryam.hint.total", None)
    totals = {choice.move: choice.worth for choice in rate_for_total(view)}
    assert total.message.args["gain"] == round(max(totals.values()) - totals[StopRolling()], 1)
    chances = {choice.move: choice.worth for choice in rate_for_win(view)}
    loss = 100 * (1 - chances[rate_for_total(view)[0].move])
    assert total.message.args["loss"] == round(loss, 1) != 0
    assert quincunx.render(total.message).startswith("If only your own total counted: keep ")


def test_alone_the_total_is_the_only_advice() -> None:
    for rules, view in decisions(1, {}, 1):
        found = {hint.message.id.rpartition(".")[2] for hint in hints(rules, view)}
        assert found <= {"challenge", "bar", "dice", "total"}
        assert "coloryam.hint.total" not in {hint.message.id for hint in hints(rules, view)}
