"""Bots that play as an agent, alone and with others."""

from __future__ import annotations

from pathlib import Path

import pytest

import quincunx
from quincunx.core.errors import BadBot
from quincunx.learning import TrainedBot
from tests.learning.agents import untrained_agent


@pytest.fixture
def bot(tmp_path: Path) -> type[TrainedBot]:
    path = tmp_path / "agent.npz"
    untrained_agent().save(path)
    return type("Trained", (TrainedBot,), {"file": path})


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_it_plays_whole_games(bot: type[TrainedBot], seats: int) -> None:
    match = quincunx.new("coloryam", seats=seats, seed=4)
    outcome = match.play_out({seat: bot if seat == 0 else "easy" for seat in range(seats)})
    assert len(outcome.scores) == seats


@pytest.mark.parametrize("options", [{"sheet": "2"}, {"beginner": True}])
def test_it_refuses_what_it_has_not_learnt(
    bot: type[TrainedBot], options: dict[str, object]
) -> None:
    match = quincunx.new("coloryam", seats=1, seed=1, options=options)
    with pytest.raises(BadBot, match=r"agent\.npz has learnt another sheet"):
        match.play_out(bot)


def test_it_plays_coloryam_only(bot: type[TrainedBot]) -> None:
    with pytest.raises(BadBot, match="coloryam"):
        quincunx.new("quivvit", seats=1, seed=1).play_out(bot)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    lost = type("Lost", (TrainedBot,), {"file": tmp_path / "lost.npz"})
    with pytest.raises(BadBot, match=r"lost\.npz"):
        quincunx.new("coloryam", seats=1, seed=1).play_out(lost)
