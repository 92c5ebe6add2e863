"""What may be taken back: nothing, whatever comes of it."""

from __future__ import annotations

import pytest

from tests.games.pivit.matches import (
    CAP,
    COUNTDOWN,
    MINUTE,
    at_scoring,
    claim,
    new,
    phase,
    right,
    stop_all,
    table,
    take,
    trade,
    wait,
    wrong,
)
from tests.games.taking_back import stands, stands_since

pytestmark = pytest.mark.rule("pivit:R17")


def test_ready_stands_because_the_others_rely_on_it() -> None:
    match = new(2)
    match.play("ready", 0)
    stands(match, 0)
    match.play("ready", 1)
    assert phase(match) == "countdown"
    stands(match, 1)
    wait(match, COUNTDOWN)
    stands(match, 1)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_trade_stands_because_the_other_tile_was_drawn(seats: int) -> None:
    match = table(seats)
    trade(match, 0, "r1")
    stands(match, 0)


def test_a_claim_stands_because_it_is_judged_at_once() -> None:
    match = table(2)
    claim(match, 0)
    stands(match, 0)
    wait(match, CAP)
    stands(match, 0)


@pytest.mark.parametrize("grid", [right(0), wrong(0)], ids=["right", "wrong"])
def test_a_claim_stands_also_where_it_is_judged_later_and_is_withdrawn_instead(grid: str) -> None:
    match = at_scoring(3)
    take(match, 0, grid)
    stands(match, 0)
    match.play("withdraw", 0)
    stands(match, 0)


def test_a_vote_stands_because_it_has_its_own_way_back() -> None:
    match = table(2)
    for vote in ("stop", "resume"):
        match.play(vote, 0)
        stands(match, 0)


def test_nothing_is_taken_back_across_another_players_action() -> None:
    match = table(3)
    match.play("stop", 0)
    match.play("stop", 1)
    stands_since(match, 0)


def test_nothing_is_taken_back_when_the_time_is_up() -> None:
    match = table(2, limit=1)
    match.play("stop", 0)
    wait(match, MINUTE + CAP)
    assert phase(match) == "ready"
    stands(match, 0)


def test_nothing_is_taken_back_after_the_end() -> None:
    match = table(1)
    stop_all(match)
    assert match.outcome is not None
    stands(match, 0)
