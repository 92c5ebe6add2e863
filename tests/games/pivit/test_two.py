"""Two players: four points for the first, and a minute in which the other may make two."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.events import event_args, event_kinds
from tests.games.pivit.matches import (
    CAP,
    MINUTE,
    claim,
    expect_refusal,
    gained,
    phase,
    right,
    sticks,
    stop_all,
    table,
    take,
    trade,
    wait,
    wrong,
)


@pytest.mark.rule("pivit:L19a", "pivit:L21c", "pivit:L21d", "pivit:L17a", "pivit:R6")
def test_the_first_grid_starts_the_minute_when_it_is_found_right() -> None:
    match = table(2)
    wait(match, 90_000)
    checked = match.now
    assert event_kinds(claim(match, 1)) == ["done"]
    events = wait(match, CAP)
    assert event_kinds(events) == ["stick", "minute"]
    assert event_args(events, "stick") == [{"seat": 1, "value": 4}]
    assert event_args(events, "minute") == [{"seat": 0}]
    assert match.view(None).ends_at == checked + MINUTE
    assert phase(match) == "build"
    assert match.awaited == (0,)


@pytest.mark.rule("pivit:L21b", "pivit:L19b", "pivit:L21a")
def test_a_wrong_grid_starts_nothing_and_costs_nothing() -> None:
    match = table(2)
    expect_refusal(match, 0, f"claim {wrong(0)}", "mixed", "L82", "0,0 0,1 0,2 0,3")
    assert match.deadline is None
    take(match, 1)
    take(match, 0)
    assert gained(match) == (4, 6)


@pytest.mark.rule("pivit:L25", "pivit:L27", "pivit:L108b", "pivit:R6")
def test_the_other_scores_two_within_the_minute() -> None:
    match = table(2)
    trade(match, 1, "b1", "**")
    take(match, 0)
    wait(match, 30_000)
    events = take(match, 1, right(1).replace("b1", "**"))
    assert event_kinds(events) == ["done", "stick", "scored"]
    assert (phase(match), gained(match)) == ("ready", (6, 3))


@pytest.mark.rule("pivit:L25", "pivit:L29", "pivit:L21e", "pivit:R6")
def test_the_other_scores_only_tokens_after_the_minute() -> None:
    match = table(2)
    trade(match, 0, "r1", "**")
    trade(match, 0, "r2", "**")
    claim(match, 0, right(0).replace("r1 r2", "** **"))
    trade(match, 1, "b1")
    assert event_kinds(wait(match, MINUTE + CAP - 1)) == ["stick", "minute"]
    assert event_kinds(wait(match, 1)) == ["time_up", "scored"]
    assert (phase(match), gained(match), sticks(match)) == ("ready", (4, 1), (0, None))


@pytest.mark.rule("pivit:L27", "pivit:L21c", "pivit:R9", "pivit:R14")
@pytest.mark.parametrize(
    ("late", "credit"), [(0, 0), (1, 1), (150, 150), (150, 200), (CAP - 1, CAP), (-CAP, 0)]
)
def test_a_claim_made_by_the_end_of_the_minute_counts(late: int, credit: int) -> None:
    match = table(2)
    claim(match, 0)
    claim(match, 1, credit=credit, after=MINUTE + late)
    assert match.view(None).pending == (1,)
    wait(match, CAP)
    assert (phase(match), gained(match)) == ("ready", (6, 4))


@pytest.mark.rule("pivit:L29", "pivit:L21c", "pivit:R9")
@pytest.mark.parametrize(("late", "credit"), [(1, 0), (150, 149), (CAP - 1, 0), (CAP - 1, 100)])
def test_a_claim_made_after_the_minute_is_too_late(late: int, credit: int) -> None:
    match = table(2)
    claim(match, 0)
    grid = f"claim {right(1)} credit {credit}"
    expect_refusal(match, 1, grid, "too_late", "R14", after=MINUTE + late)
    wait(match, CAP)
    assert gained(match) == (6, 2)
    with pytest.raises(quincunx.IllegalMove):
        match.play(f"claim {right(1)} credit {CAP}", 1)


@pytest.mark.rule("pivit:R9")
def test_too_much_credit_does_not_stretch_the_minute() -> None:
    match = table(2)
    claim(match, 0)
    events = wait(match, MINUTE + CAP)
    assert event_kinds(events)[-1] == "scored"
    with pytest.raises(quincunx.IllegalMove):
        match.play(f"claim {right(1)} credit 5000", 1)


@pytest.mark.rule("pivit:L21c")
@pytest.mark.parametrize("move", ["trade b1", "stop"])
def test_after_the_minute_nothing_else_is_in_time(move: str) -> None:
    match = table(2)
    claim(match, 0)
    wait(match, MINUTE)
    match.play("trade b2", 1)
    expect_refusal(match, 1, move, "too_late", "R14", after=1)


@pytest.mark.rule("pivit:L21c", "pivit:R8")
def test_the_other_may_give_up_before_the_minute_is_over() -> None:
    match = table(2)
    take(match, 0)
    assert event_kinds(stop_all(match)) == ["stop", "stopped", "scored"]
    assert gained(match) == (6, 2)


@pytest.mark.rule("pivit:R9", "pivit:L25", "pivit:L27")
@pytest.mark.parametrize(("credit", "first"), [(120, 1), (100, 0), (0, 0)])
def test_of_two_at_once_the_earlier_is_first(credit: int, first: int) -> None:
    match = table(2)
    claim(match, 0)
    claim(match, 1, credit=credit, after=100)
    minute = [] if credit else ["minute"]
    assert event_kinds(wait(match, CAP)) == ["stick", *minute, "stick", "scored"]
    assert phase(match) == "ready"
    assert sticks(match) == (first, 1 - first)
    assert sorted(gained(match)) == [4, 6]


@pytest.mark.rule("pivit:L17b", "pivit:R7", "pivit:R5")
def test_the_rest_is_as_with_three_or_four() -> None:
    match = table(2)
    expect_refusal(match, 0, "claim r1 r2 r3", "unused", "L68", right(0).replace("/ ", "")[9:])
    trade(match, 0, "r1")
    trade(match, 0, "r2")
    expect_refusal(match, 0, "trade r3", "no_token", "L90a")
    take(match, 1)
    expect_refusal(match, 1, "withdraw", "has_finished", "R7")


@pytest.mark.rule("pivit:R14", "pivit:R8")
def test_a_time_limit_cuts_the_minute_short() -> None:
    match = table(2, limit=1)
    began = match.now
    claim(match, 0, after=20_000)
    wait(match, CAP)
    assert match.view(None).ends_at == began + MINUTE
    match.tick(began + MINUTE + CAP)
    assert gained(match) == (6, 2)


@pytest.mark.rule("pivit:R8", "pivit:L21d")
def test_a_time_limit_far_away_does_not_stretch_the_minute() -> None:
    match = table(2, limit=60)
    claim(match, 0)
    claimed = match.now
    wait(match, CAP)
    assert match.view(None).ends_at == claimed + MINUTE
