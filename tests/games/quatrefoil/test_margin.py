"""How four did together, compared with experts who were dealt the same."""

from __future__ import annotations

from typing import Any

import pytest

import quincunx
from quincunx.games.quatrefoil.conventions import load_convention
from quincunx.games.quatrefoil.conventions.situations import SITUATIONS
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.solver import shortest_solutions
from tests.games.quatrefoil.matches import par_of

BEST = {"base": 9992, "positions-open": 9256, "colours-open": 7856}
"""Actions over all deals: what the bots need when they play them (see `test_bots`)."""


@pytest.mark.parametrize("mode", BEST)
def test_a_convention_knows_how_long_it_takes(mode: str) -> None:
    assert sum(map(load_convention(mode).length, range(len(SITUATIONS)))) == BEST[mode]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"signals": "by-hand"},
        {"variant": "half-and-half", "half": "colours"},
        {"variant": "half-and-half", "half": "positions"},
        {"variant": "nothing-to-hide"},
        {"variant": "dual"},
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_experts_are_exactly_as_good_as_experts(options: dict[str, Any], seed: int) -> None:
    match = four("expert", seed, **options)
    assert margin(match) == 0


@pytest.mark.parametrize(
    "options", [{}, {"variant": "half-and-half", "half": "positions"}, {"variant": "half-and-half"}]
)
def test_by_hand_experts_need_as_many_as_with_thumbs_shown_at_all_times(
    options: dict[str, Any],
) -> None:
    """That is what the margin of a table by hand is measured from."""
    for seed in range(12):
        by_hand, always = (
            four("expert", seed, signals=signals, **options) for signals in ("by-hand", "always")
        )
        assert by_hand.outcome is not None
        assert always.outcome is not None
        assert by_hand.outcome.scores == always.outcome.scores
        assert margin(by_hand) == margin(always) == 0


def test_a_deal_that_experts_cannot_finish_within_the_limit_is_won_by_solving_it() -> None:
    """Two actions solve a deal for which the convention needs more."""
    for seed in range(100):
        match = quincunx.new("quatrefoil", options={"limit": 2}, seed=seed)
        way = shortest_solutions(match.state.dealt, match.state.target)[0]
        if len(way) == 2 and par_of(match) > 2:
            for action in (*way, QuatrefoilMove.STACK):
                match.play(action, match.awaited[0])
            assert margin(match) > 0
            return
    raise AssertionError("no such deal was found")


def test_others_are_better_or_worse() -> None:
    margins = [margin(four("medium", seed)) for seed in range(20)]
    assert min(margins) < 0 < max(margins)


def test_an_early_stack_is_worse_whatever_it_took() -> None:
    match = quincunx.new("quatrefoil", seed=1)
    match.play("stack", match.awaited[0])
    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert margin(match) < 0


def test_against_the_clock_to_be_in_time_is_enough() -> None:
    match = four("medium", 1, clock=True)
    assert margin(match) > 0


def four(level: str, seed: int, **options: Any) -> quincunx.Match:
    """A game of four of that level, to its end."""
    match = quincunx.new("quatrefoil", options=options, seed=seed)
    bots = {seat: quincunx.bot(match.game.name, level) for seat in range(4)}
    partners = {seat: frozenset(range(4)) - {seat} for seat in range(4)}
    match.play_out(bots, seed=str(seed), partners=partners)
    return match


def margin(match: quincunx.Match) -> int:
    assert match.game.margin is not None
    return match.game.margin(match.rules, match.state)
