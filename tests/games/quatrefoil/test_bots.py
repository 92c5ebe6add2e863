"""The bots: the convention is proved for thumbs shown at all times; nobody stacks on a guess."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import quincunx
from bench.quatrefoil_bots import MODES, lengths, mean
from quincunx.core.bots import next_to_act, turn_of
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.rules.possible_deals import possible_deals
from quincunx.games.quatrefoil.solver import distance
from tests.games.quatrefoil.matches import all_look, deal, par_of

ALL = frozenset(range(4))
BEST = {"base game": 9992, "positions open": 9256, "colours open": 7856}
"""Actions over all 2880 deals with thumbs shown at all times (see `test_conventions`)."""


def table_of(match: quincunx.Match, *levels: str, seed: str = "s") -> quincunx.Match:
    """Plays to the end; bots of one level are partners."""
    bots = {seat: quincunx.bot(match.game.name, level) for seat, level in enumerate(levels)}
    partners = {
        seat: frozenset(s for s in ALL - {seat} if levels[s] == levels[seat]) for seat in ALL
    }
    for _ in range(400):
        if match.outcome is not None:
            return match
        match.step(bots, seed=seed, partners=partners)
    raise AssertionError("they do not come to an end")


@pytest.mark.parametrize("mode", BEST)
def test_four_experts_need_as_few_actions_as_anyone_can(mode: str) -> None:
    found = lengths("expert", MODES[mode])
    assert found.total() == 2880
    assert sum(length * many for length, many in found.items()) == BEST[mode]


@pytest.mark.parametrize(
    ("mode", "ceiling"), [("base game", 3.95), ("positions open", 3.55), ("colours open", 2.95)]
)
def test_without_a_convention_they_still_do_well(mode: str, ceiling: float) -> None:
    assert mean(lengths("medium", MODES[mode], every=5)) < ceiling


@pytest.mark.parametrize("level", ["easy", "medium", "expert"])
@pytest.mark.parametrize("seed", range(10))
def test_nobody_stacks_before_all_is_right(level: str, seed: int) -> None:
    match = table_of(quincunx.new("quatrefoil", seed=seed), *[level] * 4)
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2, 3)


@pytest.mark.parametrize("seed", range(10))
def test_an_expert_beside_strangers_plays_sensibly(seed: int) -> None:
    match = table_of(quincunx.new("quatrefoil", seed=seed), "expert", "easy", "easy", "easy")
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2, 3)
    assert match.outcome.scores[0] < 60


def test_experts_cope_with_a_partner_who_leaves_the_convention() -> None:
    for seed in range(10):
        match = quincunx.new("quatrefoil", seed=seed)
        rng = Random(seed)
        for _ in range(3):
            seat = match.active[0]
            match.play(
                rng.choice([m for m in match.legal_moves(seat) if m is not QuatrefoilMove.STACK]),
                seat,
            )
        table_of(match, *["expert"] * 4)
        assert match.outcome is not None
        assert match.outcome.winners


def test_an_unseen_thumb_is_no_thumb_up() -> None:
    match = deal(signals="by-hand")
    bot = quincunx.bot(match.game.name, "expert")
    match.play("signal", 0)
    move = bot.choose(turn_of(match, 0, seed="s"))
    assert move is not QuatrefoilMove.STACK, "all is right, but only one thumb has been shown"


@pytest.mark.parametrize("level", ["easy", "medium", "expert"])
def test_with_an_open_target_the_way_is_the_shortest(level: str) -> None:
    wasted = 0
    for seed in range(12):
        match = quincunx.new("quatrefoil", seed=seed, options={"variant": "nothing-to-hide"})
        par = match.view(0).par
        assert par is not None
        table_of(match, *[level] * 4)
        assert match.outcome is not None
        assert match.outcome.winners
        wasted += match.outcome.scores[0] - par
    assert wasted == 0 if level == "expert" else wasted >= 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("clock", [False, True])
def test_in_dual_experts_solve_together_at_a_human_pace(seed: int, clock: bool) -> None:
    options = {"variant": "dual", "clock": clock}
    match = quincunx.new("quatrefoil", seed=seed, options=options)
    table_of(match, *["expert"] * 4)
    assert match.outcome is not None
    assert match.outcome.winners
    par = distance(match.state.dealt, match.state.target)
    assert match.outcome.scores[0] == par
    assert all(later.at - earlier.at >= 1000 for earlier, later in pairwise(match.log))


@pytest.mark.parametrize("signals", ["always", "by-hand"])
@pytest.mark.parametrize("seed", range(6))
def test_in_a_race_experts_beat_the_clock_at_a_human_pace(seed: int, signals: str) -> None:
    options = {"clock": True, "signals": signals}
    match = quincunx.new("quatrefoil", seed=seed, options=options)
    table_of(match, *["expert"] * 4)
    assert match.outcome is not None
    assert match.outcome.winners
    assert match.now > 5000, "nobody is that quick"


@pytest.mark.parametrize("signals", ["always", "by-hand"])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_less_time_is_left_the_quicker_they_act(level: str, signals: str) -> None:
    """A bot does not lose a race by its own pace: the last seconds are enough for many actions."""
    options = {"clock": True, "signals": signals}
    in_time = 0
    for seed in range(20):
        match = table_of(quincunx.new("quatrefoil", seed=seed, options=options), *[level] * 4)
        acted = [entry.at for entry in match.log if entry.move in SOURCES]
        assert all(later - earlier >= 500 for earlier, later in pairwise(acted))
        assert match.outcome is not None
        in_time += match.outcome.winners != ()
    # Beginners who forget to show a thumb that is down need more actions by hand.
    assert in_time >= (14 if (level, signals) == ("easy", "by-hand") else 18)


def test_in_the_last_seconds_a_right_board_is_stacked() -> None:
    match = all_look(deal("RG/YB P", target="RG/YB P", clock=True))
    ends = match.view(None).clock_ends
    match.tick(ends - 2_500)
    match.play("twist clockwise", 0)
    match.play("twist anticlockwise", 1)
    bots = {seat: quincunx.bot(match.game.name, "easy") for seat in range(4)}
    acts = next_to_act(match, bots, seed="s")
    assert acts is not None
    assert acts[0] < ends


def test_by_hand_experts_show_their_thumbs_and_then_act_by_the_convention() -> None:
    for seed in range(6):
        by_hand = quincunx.new("quatrefoil", seed=seed, options={"signals": "by-hand"})
        always = quincunx.new("quatrefoil", seed=seed)
        for match in (by_hand, always):
            table_of(match, *["expert"] * 4)
            assert match.outcome is not None
        assert by_hand.outcome is not None
        assert always.outcome is not None
        assert by_hand.outcome.scores == always.outcome.scores


def test_a_turn_without_a_clock_is_answered_at_once() -> None:
    match = quincunx.new("quatrefoil", seed=1)
    bots = {seat: quincunx.bot(match.game.name, "expert") for seat in range(4)}
    assert next_to_act(match, bots, seed="s") == (0, match.active[0])


@pytest.mark.parametrize("level", ["easy", "medium", "expert"])
@pytest.mark.parametrize("variant", ["base", "nothing-to-hide", "dual"])
def test_when_only_the_stack_remains_it_is_made(level: str, variant: str) -> None:
    match = deal("GP/RB Y", limit=1, variant=variant)
    bot = quincunx.bot(match.game.name, level)
    move = bot.choose(turn_of(match, 0, seed="s", partners=ALL - {0}))
    assert move is not QuatrefoilMove.STACK, "the action that the limit allows is used"
    match.play("twist clockwise", 0)
    assert bot.choose(turn_of(match, 1, seed="s", partners=ALL - {1})) is QuatrefoilMove.STACK


@pytest.mark.parametrize("limit", [2, 3])
def test_experts_plan_with_a_limit(limit: int) -> None:
    """They win more deals than the convention alone would finish in time."""
    won = in_time = 0
    for seed in range(150):
        match = quincunx.new("quatrefoil", seed=seed, options={"limit": limit})
        in_time += par_of(match) <= limit
        table_of(match, *["expert"] * 4)
        assert match.outcome is not None
        won += match.outcome.winners != ()
    assert won > in_time


@pytest.mark.parametrize("level", ["medium", "expert"])
def test_with_the_last_action_the_likeliest_deal_is_tried(level: str) -> None:
    for seed in range(60):
        match = quincunx.new("quatrefoil", seed=seed, options={"limit": 1})
        seat = match.awaited[0]
        bot = quincunx.bot(match.game.name, level)
        move = bot.choose(turn_of(match, seat, seed="s"))
        assert move is QuatrefoilMove.STACK or solved_by(match, seat, move) == max(
            solved_by(match, seat, other) for other in SOURCES
        )


def solved_by(match: quincunx.Match, seat: int, move: QuatrefoilMove) -> int:
    """How many of the deals that the seat thinks possible the move makes right."""
    view = match.view(seat)
    deals = possible_deals(view, match.observations(seat))
    return sum(apply_action(view.tokens, move) == deal.target for deal in deals)


def test_in_dual_a_bot_waits_longer_for_the_push_of_another_seat() -> None:
    # North from west leads straight to the target; its token ends in the northwest.
    options: dict[str, Any] = {"variant": "dual"}
    match = deal("RG/YB P", target="PR/YB G", positions="NW NE SE SW", **options)
    bots = {seat: quincunx.bot(match.game.name, "expert") for seat in range(4)}
    for seed in ("a", "b", "c"):
        acts = next_to_act(match, bots, seed=seed)
        assert acts is not None
        assert acts[1] == 0


def test_a_bot_looks_at_its_cards_first() -> None:
    match = deal(clock=True)
    bot = quincunx.bot(match.game.name, "expert")
    assert bot.choose(turn_of(match, 2, seed="s", partners=ALL - {2})) is QuatrefoilMove.LOOK
    all_look(match)
    assert bot.choose(turn_of(match, 0, seed="s", partners=ALL - {0})) is QuatrefoilMove.STACK
