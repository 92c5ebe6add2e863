"""A server offers the bots of installed packages, and a failing one does not stop a game."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.core.bots import AnyTurn, PlannedStep, Planner
from quincunx.registry import find
from quincunx.server.bots.bot_requests import bot_request
from quincunx.server.bots.seated_bots import next_of, plan_key_of, seated_bot
from quincunx.server.bots.tasks import choose_move
from quincunx.server.http.routes.games.games import game_info
from tests.helpers.bot_packages import BOT, installed


class Confused(quincunx.RandomBot):
    """Does not know when to act."""

    def acts_at(self, turn: AnyTurn) -> int | None:
        raise ValueError("never")


class Planless(Planner[Any, Any]):
    """Fails to say what its plan depends on."""

    def plan_key(self, view: Any) -> str:
        raise ValueError("no plan")

    def plan(self, turn: AnyTurn) -> tuple[PlannedStep, ...]:
        return ()


def test_installed_bots_are_offered_and_play(tmp_path: Path) -> None:
    match = quincunx.new("coloryam", seats=2, seed=1)
    with installed(tmp_path, BOT.format(games=("coloryam",)), "quick = quick_package:Quick"):
        assert game_info(find("coloryam")).bots == ("easy", "medium", "expert", "quick")
        assert game_info(find("quivvit")).bots == ("easy", "medium", "expert")
        seat = match.awaited[0]
        move = choose_move(bot_request(match, seat, "quick", frozenset()))
    assert move == str(next(iter(match.legal_moves(seat))))


def test_another_bot_plays_for_one_that_is_no_longer_installed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    match = quincunx.new("coloryam", seats=2, seed=1)
    with caplog.at_level(logging.WARNING):
        assert type(seated_bot(match.game, "quick")) is match.game.bots["medium"]
        assert choose_move(bot_request(match, match.awaited[0], "quick", frozenset()))
    assert "medium plays instead of the bot quick" in caplog.text


def test_a_bot_that_cannot_say_when_it_acts_acts_when_it_is_awaited(
    caplog: pytest.LogCaptureFixture,
) -> None:
    match = quincunx.new("quivvit", seats=2, seed=1)
    assert next_of(match, {0: Confused(), 1: Confused()}, "secret") == (0, match.awaited[0])
    assert "failed to say when it acts" in caplog.text


def test_a_planner_that_cannot_name_its_plan_plans_after_every_step() -> None:
    match = quincunx.new("quivvit", seats=2, seed=1)
    key = plan_key_of(Planless(), match, 0)
    assert plan_key_of(Planless(), match, 0) == key
    match.play(next(iter(match.legal_moves())))
    assert plan_key_of(Planless(), match, 0) != key
