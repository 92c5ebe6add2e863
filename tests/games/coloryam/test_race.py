"""What players enter who compete for points, and how they answer each other."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import quincunx
from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.rules.scoring import line_points
from quincunx.games.coloryam.sheet import LINES, SHEETS
from quincunx.games.coloryam.solver import (
    AttemptSolution,
    AttemptWinChances,
    decision_context,
    final_roll_worth,
    solo_plan,
)
from quincunx.games.coloryam.solver.decision_context import DecisionContext
from quincunx.games.coloryam.solver.lead_plan import ENTRIES, TOTALS, LeadPlan, Strategies
from quincunx.games.coloryam.solver.line_leads import line_leads, win_shares
from quincunx.games.coloryam.solver.race_plan import SOLVED_BARS, race_plan
from quincunx.games.coloryam.solver.rival_entries import rival_entries
from quincunx.games.coloryam.solver.win_chances import WinModel
from tests.games.coloryam.bot_games import last_line

OWN_TOTAL = np.tile(TOTALS.astype(np.float64), (LINES, 1))


@cache
def plan_for_totals(beginner: bool) -> LeadPlan:
    strategies: list[Strategies] = [[] for _ in range(LINES)]
    return LeadPlan(SHEETS["1"], beginner, OWN_TOTAL, strategies, SOLVED_BARS)


def context(seats: int, line: int = 0) -> DecisionContext:
    """All seats at this line, with 20 in every line above."""
    now = decision_context(quincunx.new("coloryam", seats=seats, seed=1).view(0))
    column = (*(20,) * line, *(None,) * (LINES - line))
    return now._replace(entries=(column,) * seats, line=line)


@pytest.mark.parametrize("beginner", [False, True])
def test_strategies_of_a_few_bars_are_almost_as_good_as_the_exact_solution(beginner: bool) -> None:
    exact = solo_plan(SHEETS["1"], beginner).value
    assert exact - 2.5 < plan_for_totals(beginner).value[0, 0, 0] <= exact + 1e-9


@pytest.mark.parametrize("beginner", [False, True])
def test_the_entries_of_a_plan_add_up_to_its_value(beginner: bool) -> None:
    plan = plan_for_totals(beginner)
    entries = plan.entries()
    assert entries.min() >= 0
    assert entries.sum(1) == pytest.approx(np.ones(LINES))
    assert (entries * OWN_TOTAL).sum() == pytest.approx(plan.value[0, 0, 0])


@pytest.mark.parametrize("seats", [2, 5])
def test_the_plan_gains_on_others_and_loses_little_to_its_best_answer(seats: int) -> None:
    race = race_plan(SHEETS["1"], False, seats)
    strategies = [list(each) for each in race.strategies]
    own = LeadPlan(SHEETS["1"], False, race.gains, strategies).entries()
    gains = expected_leads(plan_for_totals(False).entries(), seats)
    ahead_of_totals = (own * gains).sum()
    answer = LeadPlan(SHEETS["1"], False, expected_leads(own, seats), strategies)
    assert ahead_of_totals > 0.8
    assert -1e-9 < answer.value[0, 0, 0] < ahead_of_totals / 4


def expected_leads(entries: FloatArray, seats: int) -> FloatArray:
    """The expected lead of each entry over one of several players who enter this."""
    gains = np.zeros((LINES, ENTRIES))
    for line, chances in enumerate(entries):
        lower = np.array([chances[:total].sum() for total in range(ENTRIES)])
        points = (TOTALS > 0) * (1 + (seats - 1) * lower)
        # The other players share the rest of the points that the line has on average.
        others = [
            sum(
                chance * (1 + (seats - 2) * lower[other] + (other > total))
                for other, chance in enumerate(chances)
                if other
            )
            for total in range(ENTRIES)
        ]
        gains[line] = points - others
    return gains


@pytest.mark.parametrize("seed", range(20))
def test_leads_in_a_line_are_differences_of_points(seed: int) -> None:
    totals = np.random.default_rng(seed).choice([0, 0, 20, 21, 22, 30], size=2 + seed % 4)
    points = line_points(tuple(totals.tolist()))
    leads = line_leads(np.array(float(totals[0])), totals[1:].astype(np.float64))
    assert leads.tolist() == [points[0] - other for other in points[1:]]


def test_equal_last_entries_share_the_win() -> None:
    others = np.array([[24.0, 24.0], [24.0, 20.0], [20.0, 20.0], [25.0, 20.0]])
    shares = win_shares(np.zeros(2), np.full(4, 24.0), others)
    assert shares.tolist() == pytest.approx([1 / 3, 1 / 2, 1, 0])


# What others may enter


@pytest.mark.parametrize("line", range(LINES))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_others_may_enter_are_chances(seats: int, line: int) -> None:
    rivals = rival_entries(context(seats, line))
    assert rivals.chances.min() >= 0
    assert rivals.chances.sum(-1) == pytest.approx(np.ones(ENTRIES))
    assert rivals.entries.shape == (*rivals.chances.shape, seats - 1)
    if line > 2:
        # The numbers in ColorYam lines exceed those above.
        is_coloryam = line in (5, 8, 9)
        assert not is_coloryam or set(np.unique(rivals.entries)) <= {0, *range(21, 37)}


def test_sampled_entries_have_the_mean_of_the_exact_ones() -> None:
    now = context(3)
    one_to_roll = now._replace(
        entries=((None,) * LINES, (20, *(None,) * (LINES - 1)), (None,) * LINES), waiting=(0, 2)
    )
    exact = rival_entries(one_to_roll)
    sampled = rival_entries(now)
    mean = (exact.entries[..., 1] * exact.chances).sum(1)
    means = (sampled.entries * sampled.chances[..., None]).sum(1)
    assert means[:, 0] == pytest.approx(means[:, 1], rel=0.01)
    # The answer to an entry of 20 is a little different from that to an unknown entry.
    assert means[:, 1] == pytest.approx(mean, rel=0.15)


@pytest.mark.parametrize("line", [2, 5, 8, 9])
def test_a_rival_answers_the_entry_that_it_knows(line: int) -> None:
    """It tries for more than 24 in a ColorYam line after just that, and seldom after 20."""
    rivals = rival_entries(context(2, line)._replace(waiting=(0, 1)))
    above_24 = (rivals.chances * (rivals.entries[..., 0] > 24)).sum(1)
    assert above_24[24] > 0.5
    assert above_24[20] < 0.5


def test_a_rival_who_rolls_first_does_not_know_the_entry() -> None:
    rivals = rival_entries(context(2)._replace(waiting=(1, 0)))
    assert (rivals.chances == rivals.chances[0]).all()


@pytest.mark.parametrize("lead", [-1, 0, 1])
def test_the_last_line_is_exact_while_one_rival_has_yet_to_roll(lead: int) -> None:
    """The rival maximises its share of the win, which is solved for each entry here."""
    now = decision_context(last_line(10 + lead, 10, None, (1,) * 6))
    chances = WinModel(now).chances(now.later_leads(now.seat))
    for entry in (0, 21, 25, 28, 31, 36):
        column = np.array([[float(entry)]])
        shares = [
            win_shares(np.array([-lead]), np.array([total if total > 20 else 0.0]), column)[0]
            for total in range(ENTRIES)
        ]
        best = AttemptSolution(final_roll_worth(None, np.array([shares, shares])))
        assert chances[entry] == pytest.approx(1 - best.value)


@pytest.mark.parametrize("line", [0, 1, 3, 4, 6, 7])
@pytest.mark.parametrize("seats", [2, 5])
def test_interpolated_chances_are_those_of_the_model(seats: int, line: int) -> None:
    now = context(seats, line)
    chances, model = AttemptWinChances(now), WinModel(now)
    exact = model.chances(now.later_leads(now.seat))
    assert chances.worth()[1] == pytest.approx(exact, abs=0.005)
    assert chances.crossed() == pytest.approx(exact[0], abs=0.005)
