"""The bots: as quick as they may be and no quicker, legal with every option, and sensible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.core.bots import LEVELS, PlannedStep, Planner, current_plan, next_step, take_step
from quincunx.games.pivit import solver
from quincunx.games.pivit.bots.draft_timing import MIN_TILE_MS, draft_states, draft_times
from quincunx.games.pivit.bots.levels import BOTS, READY_DELAY_MS, PivitBot
from quincunx.games.pivit.bots.round_plan import FAR_FROM_DONE_MS
from quincunx.games.pivit.grid import as_grid, grid_faults
from quincunx.games.pivit.moves import (
    ClaimGrid,
    DeclareReady,
    TradeTile,
    VoteToResume,
    VoteToStop,
    WithdrawClaim,
)
from quincunx.games.pivit.tiles import TILE
from tests.games.pivit.bot_games import played
from tests.games.pivit.hands import IMPOSSIBLE, decided, text_of
from tests.games.pivit.matches import CAP, block, new, of, right, table, tiles_next

Steps = Sequence[PlannedStep]


def bot_of(level: str) -> PivitBot:
    bot = BOTS[level]()
    assert isinstance(bot, PivitBot)
    return bot


def plan_of(level: str, match: quincunx.Match, seat: int = 0, luck: int = 0) -> Steps:
    return bot_of(level).plan(match.turn(seat, seed=luck))


def moves(steps: Steps) -> list[Any]:
    return [step.move for step in steps if step.move is not None]


@pytest.mark.parametrize(
    ("lineup", "options"),
    [
        (("expert",), {}),
        (("easy",), {"limit": 3}),
        (("medium", "expert"), {}),
        (("easy", "medium"), {"younger": True}),
        (("easy", "medium", "expert"), {"referee": "at-scoring"}),
        (("easy", "easy", "medium", "random"), {"referee": "at-scoring", "limit": 12}),
        (("expert", "medium", "easy", "random"), {"limit": 5}),
    ],
)
def test_they_play_to_the_end_and_only_right_grids_count(
    lineup: tuple[str, ...], options: dict[str, object]
) -> None:
    match = played(lineup, 3, **options)
    assert match.outcome is not None
    younger = bool(options.get("younger"))
    for version, entry in enumerate(match.log):
        if isinstance(entry.move, ClaimGrid) and "referee" not in options:
            hand = match.state_at(version).hands[entry.seat]
            assert not [*grid_faults(as_grid(entry.move.grid), hand, pairs_allowed=younger)]


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_builds_faster_than_a_person(level: str) -> None:
    for hand, _ in decided(True, 8):
        match = table(1, text_of(hand))
        go = match.state.began_at
        steps = plan_of(level, match)
        drafts = [step for step in steps if step.draft is not None]
        assert drafts[0].at >= go + 2_000 + MIN_TILE_MS
        assert all(later.at - earlier.at >= MIN_TILE_MS for earlier, later in pairwise(steps))
        quickest, slowest = bot_of(level).pace.grid
        assert moves(steps) == [steps[-1].move]
        assert quickest * 1_000 <= steps[-1].at - go <= slowest * 1_000 + 3_000
        assert isinstance(steps[-1].move, ClaimGrid)
        assert len(drafts) >= len(hand)


def finished_in_time(level: str, minutes: int) -> float:
    """The part of the hands that the level lays within the limit, of those that can be laid."""
    hands = decided(True, 24)
    in_time = 0
    for hand, _ in hands:
        match = table(1, text_of(hand), limit=minutes)
        steps = plan_of(level, match)
        assert all(later.at - earlier.at >= MIN_TILE_MS for earlier, later in pairwise(steps))
        in_time += any(isinstance(step.move, ClaimGrid) for step in steps)
    return in_time / len(hands)


def test_they_hurry_when_the_time_is_short() -> None:
    """Experts finish within a minute or two where a skilled person would."""
    assert 0.1 <= finished_in_time("expert", 1) <= 0.8
    assert finished_in_time("expert", 2) >= 0.9
    assert finished_in_time("medium", 1) == 0
    assert 0.3 <= finished_in_time("medium", 4) <= 0.9
    assert finished_in_time("medium", 6) >= 0.9
    assert finished_in_time("easy", 4) == 0
    assert 0.1 <= finished_in_time("easy", 8) <= 0.7


@pytest.mark.parametrize("minutes", [1, 2, 3, 4, 6, 8, 12, 60])
def test_with_every_limit_the_levels_keep_their_order(minutes: int) -> None:
    expert, medium, easy = (bot_of(level).pace for level in ("expert", "medium", "easy"))
    for quicker, slower in ((expert, medium), (medium, easy)):
        assert quicker.time_for_grid(minutes) < slower.time_for_grid(minutes)
        assert quicker.time_for_grid(minutes)[1] < slower.time_for_grid(minutes)[1]
        assert quicker.time_for_study(minutes) < slower.time_for_study(minutes)
    for pace in (expert, medium, easy):
        assert pace.time_for_grid(minutes)[1] <= pace.grid[1]
        assert pace.time_for_grid(minutes)[0] >= pace.hurried_grid[0]


def test_without_a_limit_nobody_hurries() -> None:
    for level in LEVELS:
        pace = bot_of(level).pace
        assert pace.time_for_grid(None) == pace.grid


@pytest.mark.parametrize("level", LEVELS)
def test_in_the_last_minute_they_sprint_from_where_they_are(level: str) -> None:
    match = table(2)
    calm = plan_of(level, match)
    done = calm[-1].at
    minute = done - 70_000
    match.play(ClaimGrid(of(right(1))), 1, at=minute - CAP)
    match.tick(minute)
    hurried = plan_of(level, match)
    before = [step for step in calm if step.at <= minute]
    assert [*hurried[: len(before)]] == before, "tiles that are placed already are not placed again"
    assert all(later.at - earlier.at >= MIN_TILE_MS for earlier, later in pairwise(hurried))
    assert isinstance(hurried[-1].move, ClaimGrid), (
        "seventy seconds of work are done within the minute"
    )
    assert hurried[-1].at <= match.view(0).ends_at
    ahead = [step.at - minute for step in hurried if step.at > minute]
    assert ahead[-1] < 70_000


def test_the_last_minute_of_two_is_long_enough_for_an_expert_and_not_for_a_beginner() -> None:
    """Half way through when the other is done, three levels come as far as people would."""
    for level, in_time in (("expert", True), ("easy", False)):
        match = table(2)
        steps = plan_of(level, match)
        match.play(ClaimGrid(of(right(1))), 1, at=(match.state.began_at + steps[-1].at) // 2)
        match.tick(match.now + CAP)
        claims = [step for step in plan_of(level, match) if isinstance(step.move, ClaimGrid)]
        assert bool(claims) == in_time


def test_drafts_use_tiles_of_the_hand_and_grow_by_few_at_a_time() -> None:
    for hand, answer in decided(True, 8):
        assert answer.grid is not None
        seen = [*draft_states(answer.grid, Random(1))]
        for tiles_ in seen:
            assert len({(x, y) for x, y, _ in tiles_}) == len(tiles_)
            assert not Counter(tile for *_, tile in tiles_) - Counter(hand)
        assert sorted(seen[-1]) == sorted(answer.grid)
        assert all(abs(len(one) - len(other)) <= 3 for one, other in pairwise(seen))


def test_times_are_never_too_short() -> None:
    for ends in (0, 5_000, 200_000):
        done = draft_times(20, 1_000, ends, Random(2))
        assert len(done) == 20
        assert all(later - earlier >= MIN_TILE_MS for earlier, later in pairwise([1_000, *done]))
        assert done[-1] == pytest.approx(max(ends, 21_000), abs=20)


@pytest.mark.parametrize("level", LEVELS)
def test_a_plan_is_the_same_at_every_call(level: str) -> None:
    match = table(2)
    first = plan_of(level, match)
    match.tick(match.now + 50_000)
    assert plan_of(level, match, luck=1) == first
    bot = bot_of(level)
    at = next(step.at for step in first if step.move is not None)
    assert bot.acts_at(match.turn(0, seed=3)) == at
    assert bot.choose(match.turn(0, seed=4)) == moves(first)[0]


@pytest.mark.parametrize("level", LEVELS)
def test_they_are_ready_within_seconds(level: str) -> None:
    steps = plan_of(level, new(3), 1)
    assert moves(steps) == [DeclareReady()]
    assert READY_DELAY_MS[0] <= steps[0].at <= READY_DELAY_MS[1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_that_cannot_be_laid_is_traded(level: str) -> None:
    match = table(2, IMPOSSIBLE, block(0))
    steps = plan_of(level, match)
    *drafts, last = steps
    assert drafts
    assert isinstance(last.move, TradeTile)
    assert last.move.tile in match.state.hands[0]
    if level == "expert":
        assert last.move.tile == TILE["b6"]


@pytest.mark.parametrize("level", LEVELS)
def test_without_tokens_they_would_stop(level: str) -> None:
    match = table(2, IMPOSSIBLE, block(0))
    for given, got in (("g1", "b1"), ("b1", "g1")):
        tiles_next(match, got)
        match.play(f"trade {given}", 0)
    assert match.state.tokens[0] == 0
    steps = plan_of(level, match)
    assert moves(steps) == [VoteToStop()]
    match.play("stop", 0, at=steps[-1].at)
    assert moves(plan_of(level, match)) == []


def test_they_agree_to_stop_only_when_they_are_far_from_done() -> None:
    match = table(2)
    done = plan_of("easy", match)[-1].at
    match.play("stop", 1, at=done - FAR_FROM_DONE_MS - 60_000)
    stops = next(step for step in plan_of("easy", match) if step.move is not None)
    assert isinstance(stops.move, VoteToStop)
    assert match.now < stops.at < match.now + 10_000
    late = table(2)
    late.play("stop", 1, at=done - FAR_FROM_DONE_MS + 10_000)
    assert all(isinstance(move, ClaimGrid) for move in moves(plan_of("easy", late)))


def test_they_go_on_when_the_others_do() -> None:
    match = table(3)
    match.play("stop", 1, at=10_000)
    match.play("stop", 0, at=15_000)
    match.play("resume", 1, at=20_000)
    first = moves(plan_of("medium", match))[0]
    assert isinstance(first, VoteToResume)


def test_mistakes_are_made_where_nobody_checks_and_put_right() -> None:
    kinds = Counter[str]()
    for seed in range(4):
        match = played(("easy", "easy", "easy"), seed, referee="at-scoring")
        for version, entry in enumerate(match.log):
            if isinstance(entry.move, ClaimGrid):
                hand = match.state_at(version).hands[entry.seat]
                right = not [*grid_faults(as_grid(entry.move.grid), hand, pairs_allowed=False)]
                kinds["right" if right else "wrong"] += 1
            if isinstance(entry.move, WithdrawClaim):
                kinds["withdrawn"] += 1
    assert kinds["right"] > kinds["wrong"] > kinds["withdrawn"] > 0


def test_steps_are_taken_one_by_one_at_a_table() -> None:
    match = table(1)
    bot = BOTS["expert"]()
    assert isinstance(bot, Planner)
    counts = []
    while match.outcome is None:
        step = next_step(match, current_plan(bot, match, 0, seed="x"), 0)
        if step is None:
            assert match.deadline is not None
            match.tick(match.deadline)
            continue
        take_step(match, 0, step, step.at)
        counts.append(match.progress.get(0, 24))
    assert counts[0] in (1, 2)
    assert max(counts) == 24
    assert match.outcome.winners == (0,)


def test_an_undecided_hand_is_built_as_far_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "solve", lambda *_: solver.HandSolution())
    steps = plan_of("medium", table(1))
    assert len(steps) > 24
    assert [type(move) for move in moves(steps)] == [TradeTile]
