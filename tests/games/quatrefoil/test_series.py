"""Five deals in a row, scored against par."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

import quincunx
from quincunx.core.messages import render
from quincunx.core.records.record import Record
from quincunx.core.records.replay import verify
from quincunx.games.quatrefoil import QUATREFOIL
from quincunx.games.quatrefoil.rules.series import series_outcome
from quincunx.games.quatrefoil.solver import shortest_solutions
from quincunx.games.quatrefoil.state import DealSeries, FinishedDeal
from tests.games.events import event_args, event_kinds
from tests.games.quatrefoil.matches import (
    ACTIONS,
    START,
    TWO_MINUTES,
    Choice,
    all_look,
    current_tokens,
    deal,
    every_mode,
    expect_refusal,
    five_deals,
    par_of,
    play,
    written,
)

TWIST: Final = "twist clockwise"
TWISTED: Final = (ACTIONS[TWIST],) * 5
"""Five targets that are one twist away."""


def series(match: quincunx.Match) -> DealSeries:
    found = match.view(None).series
    assert isinstance(found, DealSeries)
    return found


def last_deal(match: quincunx.Match) -> FinishedDeal:
    return series(match).finished[-1]


def solve(match: quincunx.Match) -> None:
    """Solve the deal in play by a shortest way."""
    for action in shortest_solutions(match.state.tokens, match.state.target)[0]:
        play(match, action.value)
    play(match, "stack")


@every_mode
def test_one_deal_is_the_default_and_has_no_series(options: Choice) -> None:
    match = deal(**options)
    assert "series" not in msgspec.to_builtins(match.view(0))
    assert "deals" not in match.record().options


def test_a_record_from_before_there_were_five_deals_is_verified() -> None:
    text = Path(__file__).with_name("one_deal_record.json").read_text("utf-8")
    record = Record.from_json(text)
    assert "deals" not in record.options
    assert verify(record, QUATREFOIL).results == 10


@pytest.mark.rule("quatrefoil:R29")
def test_a_stack_ends_the_deal_and_the_next_one_begins_at_once() -> None:
    match = five_deals(TWISTED)
    play(match, TWIST)
    events = match.play("stack", match.awaited[0])
    assert event_kinds(events) == ["stacked", "deal_solved", "dealt", "signals"]
    assert match.outcome is None
    assert (current_tokens(match), match.view(0).actions, match.view(0).ending) == (START, 0, "")
    assert len(series(match).finished) == 1


@pytest.mark.rule("quatrefoil:R29")
def test_the_fifth_deal_ends_the_game() -> None:
    match = five_deals(TWISTED)
    for _ in range(5):
        assert match.outcome is None
        solve(match)
    assert match.outcome is not None
    assert match.active == ()
    assert match.view(None).ending == "stack"
    assert len(series(match).finished) == 5
    assert event_kinds(match.log[-1].events) == ["stacked", "deal_solved"]


@pytest.mark.rule("quatrefoil:R30")
@pytest.mark.parametrize("first", range(4))
def test_the_next_seat_clockwise_begins_each_deal(first: int) -> None:
    match = five_deals(TWISTED, first=first)
    begun = []
    for _ in range(5):
        begun.append(match.view(None).turn)
        solve(match)
    assert begun == [(first + number) % 4 for number in range(5)]


@pytest.mark.rule("quatrefoil:R31")
@pytest.mark.parametrize("seed", range(20))
def test_par_is_what_four_experts_need_for_the_deal(seed: int) -> None:
    match = quincunx.new("quatrefoil", options={"deals": "5"}, seed=seed)
    bots = {seat: quincunx.bot(match.game.name, "expert") for seat in range(4)}
    partners = {seat: frozenset(range(4)) - {seat} for seat in range(4)}
    match.play_out(bots, seed="par", partners=partners)
    assert [deal.actions for deal in series(match).finished] == [
        deal.par for deal in series(match).finished
    ]
    assert series(match).total == 0


@pytest.mark.rule("quatrefoil:R31")
def test_par_is_not_shown_before_the_deal_is_over() -> None:
    match = five_deals(TWISTED)
    for viewer in (None, 0, 1, 2, 3):
        assert match.view(viewer).par is None
        assert series(match).finished == ()
    solve(match)
    assert last_deal(match).par >= last_deal(match).actions == 1
    assert match.view(0).par is None, "the next deal's fewest actions are hidden too"


@pytest.mark.rule("quatrefoil:R32")
def test_a_solved_deal_scores_its_actions_against_par() -> None:
    match = five_deals(TWISTED)
    par = par_of(match)
    play(match, TWIST)
    events = match.play("stack", match.awaited[0])
    assert (last_deal(match).actions, last_deal(match).score) == (1, 1 - par)
    assert event_args(events, "deal_solved")[0]["score"] == ("±0" if par == 1 else f"−{par - 1}")
    play(match, *("twist anticlockwise",) * 3)
    expected = 3 - par_of(match)
    play(match, "stack")
    assert last_deal(match).score == expected
    assert series(match).total == 1 - par + expected


@pytest.mark.rule("quatrefoil:R32")
def test_a_deal_scores_at_most_ten_over_par() -> None:
    match = five_deals(TWISTED)
    play(match, *(TWIST,) * 41, "stack")
    assert (last_deal(match).solved, last_deal(match).score) == (True, 10)


@pytest.mark.rule("quatrefoil:R32")
def test_a_wrong_stack_scores_ten_over_par() -> None:
    match = five_deals(TWISTED)
    events = match.play("stack", match.awaited[0])
    assert event_kinds(events)[1] == "deal_failed"
    assert (last_deal(match).solved, last_deal(match).score, series(match).total) == (False, 10, 10)


@pytest.mark.rule("quatrefoil:R29", "quatrefoil:R32")
def test_when_time_is_up_the_deal_is_lost_and_the_next_one_begins() -> None:
    match = five_deals(TWISTED, variant="dual", clock=True)
    events = match.tick(TWO_MINUTES)
    assert event_kinds(events) == ["deal_timed_out", "dealt_dual"]
    assert last_deal(match).score == 10
    assert match.deadline == 2 * TWO_MINUTES, "the clock starts with the deal"


@pytest.mark.rule("quatrefoil:R29")
def test_in_race_the_clock_players_look_at_the_cards_of_each_deal() -> None:
    match = all_look(five_deals(TWISTED, clock=True), at=1000)
    assert match.deadline == TWO_MINUTES + 1000
    solve(match)
    assert match.deadline is None
    assert match.view(0).colours[0] is None
    assert match.active == (0, 1, 2, 3)
    all_look(match, at=5000)
    assert match.deadline == TWO_MINUTES + 5000


@pytest.mark.rule("quatrefoil:R33")
def test_five_solved_deals_win() -> None:
    match = five_deals(TWISTED)
    for _ in range(5):
        solve(match)
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2, 3)
    finished = series(match).finished
    assert match.outcome.scores == (sum(deal.actions for deal in finished),) * 4


@pytest.mark.rule("quatrefoil:R33")
def test_one_deal_that_is_not_solved_loses() -> None:
    match = five_deals(TWISTED)
    play(match, "stack")
    for _ in range(4):
        solve(match)
    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert "4 of 5 deals solved." in render(match.outcome.reason)


@pytest.mark.parametrize(
    ("total", "text"),
    [
        (-2, "Par −2: 2 actions better than four experts."),
        (1, "Par +1: 1 action worse than four experts."),
        (0, "Par ±0: exactly as good as four experts."),
    ],
)
def test_the_outcome_compares_with_four_experts(total: int, text: str) -> None:
    finished = FinishedDeal(*(("R",) * 5,) * 3, ("NW",), 3, 3, True, 0)
    outcome = series_outcome(DealSeries(5, (finished,) * 5, total))
    assert render(outcome.reason) == f"{text} 5 of 5 deals solved."
    assert outcome.scores == (15 + total,) * 4


@pytest.mark.rule("quatrefoil:R34")
def test_everybody_sees_the_cards_of_a_finished_deal_and_not_of_the_next() -> None:
    match = five_deals([ACTIONS[TWIST], *(ACTIONS["push north from west"],) * 4])
    solve(match)
    for viewer in (None, 0, 1, 2, 3):
        view = match.view(viewer)
        shown = view.series.finished[0]
        assert written(shown.target) == written(shown.tokens) == ACTIONS[TWIST]
        assert shown.positions == ("NW", "NE", "SE", "SW")
        assert sum(card is not None for card in view.colours) == (viewer is not None)
        assert None in view.target


@pytest.mark.rule("quatrefoil:R28")
def test_a_deal_of_five_has_at_most_100_actions() -> None:
    match = five_deals(TWISTED)
    play(match, *(TWIST,) * 100)
    expect_refusal(match, match.awaited[0], TWIST, "only_stack", "R28")
    play(match, "stack")
    assert match.view(0).actions == 0


@pytest.mark.rule("quatrefoil:R23")
def test_an_action_for_the_deal_before_is_refused() -> None:
    match = five_deals(TWISTED)
    play(match, TWIST)
    version = match.version
    play(match, "stack")
    with pytest.raises(quincunx.StaleMove):
        match.play(TWIST, match.awaited[0], version=version)


@pytest.mark.parametrize("level", ["easy", "medium", "expert"])
@pytest.mark.parametrize("options", [{}, {"signals": "by-hand"}, {"variant": "half-and-half"}])
def test_bots_solve_every_deal(level: str, options: dict[str, Any]) -> None:
    match = bot_series([level] * 4, 7, **options)
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2, 3)


def test_the_review_names_the_deal_that_cost_the_most() -> None:
    match = five_deals(TWISTED)
    solve(match)
    play(match, "stack")
    for _ in range(3):
        solve(match)
    review = match.game.review(match)
    assert review.decided is not None
    assert render(review.decided) == "Deal 2 cost the most: +10 against par."
    assert [each.loss for each in review.judgements if each.loss] == [1]


def test_a_player_acts_in_nearly_every_series() -> None:
    """With three expert bots: several times as a rule, and never without acting at all."""
    acted = Counter(
        sum(entry.seat == 0 for entry in bot_series(["medium", *["expert"] * 3], seed).log)
        for seed in range(25)
    )
    assert min(acted) >= 3
    assert sum(times * count for times, count in acted.items()) >= 5 * 25


def bot_series(levels: list[str], seed: int, **options: Any) -> quincunx.Match:
    match = quincunx.new("quatrefoil", options={"deals": "5", **options}, seed=seed)
    match.play_out(dict(enumerate(levels)), seed="test", partners={})
    return match
