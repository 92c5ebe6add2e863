"""The whole sheet, solved: known answers, and the policy played through the real rules."""

from __future__ import annotations

import numpy as np
import pytest

import quincunx
from quincunx.core.errors import MalformedPosition
from quincunx.games.coloryam.position import parse_position, solve
from quincunx.games.coloryam.sheet import LINES, SHEETS
from quincunx.games.coloryam.solver import (
    MAX_TOTAL,
    SheetPlace,
    SheetPlan,
    points_against,
    solo_plan,
)

BEST = {
    "1": (216.448350, 244.088401),
    "2": (221.485496, 250.005445),
    "3": (226.222279, 254.618864),
    "4": (211.888021, 239.381367),
    "5": (212.545507, 239.595956),
    "6": (228.866802, 258.094427),
}
"""The optimal expected totals of `docs/explanation/solvers/coloryam.md`, also for beginners."""


def test_the_first_sheet_alone() -> None:
    assert solo_plan(SHEETS["1"]).value == pytest.approx(BEST["1"][0], abs=1e-6)


@pytest.mark.parametrize("sheet", BEST)
def test_every_sheet_alone_without_increasing_numbers(sheet: str) -> None:
    assert solo_plan(SHEETS[sheet], True).value == pytest.approx(BEST[sheet][1], abs=1e-6)


@pytest.mark.exhaustive
@pytest.mark.parametrize("sheet", BEST)
def test_every_sheet_alone(sheet: str) -> None:
    assert solo_plan(SHEETS[sheet]).value == pytest.approx(BEST[sheet][0], abs=1e-6)


@pytest.mark.exhaustive
def test_the_best_play_brings_that_total_in_the_real_game() -> None:
    scores = []
    for seed in range(2000):
        match = quincunx.new("coloryam", options={"sheet": "1"}, seats=1, seed=seed)
        scores.append(match.play_out("medium", seed="test").scores[0])
    error = np.std(scores) / len(scores) ** 0.5
    assert np.mean(scores) == pytest.approx(BEST["1"][0], abs=4 * error)


def test_the_last_field_is_one_attempt_to_get_past_the_bar() -> None:
    plan = solo_plan(SHEETS["1"])
    assert plan.expected_gain(SheetPlace(9, filled=1, bar=0)) == pytest.approx(28)
    assert plan.expected_gain(SheetPlace(9, filled=1, bar=36)) == 0
    assert plan.expected_gain(SheetPlace(9, filled=2, bar=20)) == 0
    values = [plan.expected_gain(SheetPlace(9, filled=1, bar=bar)) for bar in range(6, 37)]
    assert values == sorted(values, reverse=True)


def test_a_second_chance_needs_a_number_above_the_bar() -> None:
    plan = solo_plan(SHEETS["1"])
    assert plan.entered(SheetPlace(3, filled=0, bar=20), 20) == -np.inf
    assert plan.entered(SheetPlace(3, filled=0, bar=20), 21) > 0
    assert plan.entered(SheetPlace(3, filled=1, bar=20), 30) == -np.inf
    assert plan.entered(SheetPlace(6, filled=1, bar=20), 30) > 0


def test_to_fail_on_purpose_can_be_better() -> None:
    plan = solo_plan(SHEETS["1"])
    failed, met = plan.worth(SheetPlace(6, filled=0, bar=22))
    assert failed[23] - met[23] == pytest.approx(4.79, abs=0.005)
    assert failed[30] < met[30]
    assert met[24] - met[23] == pytest.approx(1)


def test_points_against_a_field() -> None:
    gains = points_against([(26, 31, 24, 0)] * LINES)
    assert [gains[0][total] for total in (0, 6, 24, 25, 31, 32)] == [0, 2, 2, 3, 4, 5]
    certain = SheetPlan(SHEETS["1"], beginner=True, gains=points_against([(0,)] * LINES))
    assert certain.expected_gain(SheetPlace(8)) == pytest.approx(4), "any number beats an X"


def test_points_are_played_for_and_not_totals() -> None:
    """A player who needs more than 30 tries for it, and so gets more points on average."""
    gains = points_against([(30,)] * LINES)
    plan = SheetPlan(SHEETS["1"], beginner=True, gains=gains)
    by_total = solo_plan(SHEETS["1"], True).distribution(SheetPlace(9, filled=1))
    assert plan.expected_gain(SheetPlace(9, filled=1)) > (by_total.sum(0) * gains[9]).sum()
    assert len(gains[9]) == MAX_TOTAL + 1


# Positions as text


def test_a_position_is_solved() -> None:
    solution = solve("2 G: 1K 6K 4R 5G 6O 2K, 2 rolls left")
    assert solution.data["choices"][0]["move"] == "keep 6K 5G"
    assert solution.data["value"] == pytest.approx(17.2075, abs=5e-5)
    assert solution.data["value"] == solution.data["choices"][0]["value"]
    assert len(solution.data["choices"]) == 64
    assert 0 < solution.data["chance"] < 1
    assert len(solution.lines) == 6


def test_an_attempt_before_its_first_roll() -> None:
    assert solve("any").data["value"] == pytest.approx(28)
    assert solve("any").data["chance"] == pytest.approx(1)
    assert solve("over 35").data["chance"] < solve("over 30").data["chance"]


@pytest.mark.parametrize(
    "text",
    ["", "2 G: 1K 6K 4R 5G 6O", "2 G: 1K 2G 4R 5G 6O 2K", "2 P", "any: 1K 6K 4R 5G 6O 2K, 3 left"],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(MalformedPosition):
        parse_position(text)
