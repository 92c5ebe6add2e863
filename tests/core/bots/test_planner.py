"""Bots that plan their moves over time, tested with the toy game."""

from __future__ import annotations

from quincunx.core.bots import PlannedStep, Planner, current_plan, next_step, next_to_act
from quincunx.core.match import Match
from quincunx.core.seeds import Seed
from tests.toy.game import TOY
from tests.toy.rules import Lay, ToyOptions


def a_match() -> Match:
    return Match(TOY, ToyOptions(), 2, seed=Seed.of(1))


def builder(match: Match) -> Planner[object, object]:
    bot = TOY.bots["builder"]()
    assert isinstance(bot, Planner)
    return bot


def test_a_planner_builds_step_by_step_and_then_moves() -> None:
    match = a_match()
    bots = {seat: builder(match) for seat in range(2)}
    progress = []
    while match.version == 0:
        match.step(bots, seed="s")
        progress.append(match.progress.get(0, 0))
    assert progress[:-1] == sorted(progress[:-1]), "it grows until it is laid"
    assert isinstance(match.log[1].move, Lay)
    assert match.log[1].at == 1000 * (len(match.log[1].move.cards) + 1)


def test_a_planner_does_not_repeat_steps() -> None:
    match = a_match()
    steps = (
        PlannedStep(10, draft=(1,)),
        PlannedStep(20, draft=(1, 2)),
        PlannedStep(30, move=Lay((1, 2))),
    )
    assert next_step(match, steps, 0) == steps[0]
    match.draft(0, (1,), at=12)
    assert next_step(match, steps, 0) == steps[1]
    assert next_step(match, steps, 1) == steps[0], "another seat has its own steps"
    match.draft(0, (1, 2), at=40)
    assert next_step(match, steps, 0) == steps[2], "a move is never left out"


def test_a_plan_is_kept_until_its_key_changes() -> None:
    match = a_match()
    bot = builder(match)
    plan = current_plan(bot, match, 0, seed="s")
    match.play("fish", 1, at=500)
    assert current_plan(bot, match, 0, seed="s") is plan
    match.play("lay", 1, at=600)
    assert current_plan(bot, match, 0, seed="s") is not plan


def test_the_seat_with_the_earliest_step_acts_next() -> None:
    match = a_match()
    bots = {seat: builder(match) for seat in range(2)}
    assert next_to_act(match, bots, seed="s") == (1000, 0)
    match.draft(0, (), at=1500)
    assert next_to_act(match, bots, seed="s") == (1500, 1), "what is late happens at once"


def test_drafts_are_public_once_no_seat_is_building() -> None:
    match = a_match()
    bots = {seat: builder(match) for seat in range(2)}
    while match.outcome is None:
        assert match.public_drafts == {}
        match.step(bots, seed="s")
    match.undo()
    assert match.public_drafts == {}


def test_a_draft_is_cleared_by_the_move_that_it_prepares() -> None:
    match = a_match()
    match.draft(0, (1,))
    match.play("fish", 1)
    assert match.draft_of(0) == (1,)
    match.play("lay", 0)
    assert match.draft_of(0) is None
