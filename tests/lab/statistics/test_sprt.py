"""Sequential tests: Fishtest's values, the error rates that they promise, and odd results."""

from __future__ import annotations

from collections import Counter
from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.lab.statistics.elo import expected_share
from quincunx.lab.statistics.sprt import (
    SequentialState,
    SequentialTest,
    log_likelihood_ratio,
)
from tests.lab.statistics.paired_games import paired_share

RUNS = 300
TEST = SequentialTest(elo0=0, elo1=100)


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "ratio"),
    [
        (0, 2, (10789, 19328, 33806, 19402, 10543), -8.34820881516574),
        (0, 5, (120, 980, 2400, 1050, 150), 2.7152865232186283),
        (-5, 0, (3, 20, 60, 25, 2), 0.22051239184802687),
        (0, 10, (0, 0, 5, 10, 20), 0.9928660753471799),
        (0, 30, (1, 0, 0, 0, 9), 0.6537192194952229),
    ],
)
def test_agrees_with_fishtest(
    elo0: float, elo1: float, pairs: tuple[int, ...], ratio: float
) -> None:
    """Fishtest's `LLR_logistic` gives these values for pairs of games that scored 0 to 2 points."""
    shares = {points / 4: count for points, count in enumerate(pairs)}
    test = SequentialTest(elo0=elo0, elo1=elo1)
    assert test.ratio(shares) == pytest.approx(ratio, abs=1e-9)


def test_the_bounds_are_walds() -> None:
    assert TEST.bounds == pytest.approx((-log(19), log(19)))
    low, high = SequentialTest(elo0=0, elo1=5, alpha=0.01, beta=0.1).bounds
    assert (low, high) == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


def run_test(elo: float, rng: Random) -> str:
    state = SequentialState(TEST)
    while state.decision is None:
        state.add(paired_share(elo, rng))
    return state.decision


@pytest.mark.parametrize(("elo", "right"), [(0, "not-better"), (100, "better")])
def test_errors_are_as_rare_as_promised(elo: float, right: str) -> None:
    """The risk is 5% for each hypothesis; 300 runs have more than 28 errors once in 1,000 times."""
    rng = Random(1)
    decisions = Counter(run_test(elo, rng) for _ in range(RUNS))
    assert decisions[right] >= RUNS - 28


def test_clear_differences_are_decided_early() -> None:
    decided = {-300: "not-better", 300: "better"}
    for elo, decision in decided.items():
        state, rng = SequentialState(TEST), Random(2)
        deals = 0
        while state.decision is None:
            state.add(paired_share(elo, rng))
            deals += 1
        assert state.decision == decision
        assert deals < 60


def test_a_decision_stays() -> None:
    state = SequentialState(TEST)
    while state.decision is None:
        state.add(1.0)
    ratio = state.ratio
    for _ in range(100):
        state.add(0.0)
    assert (state.decision, state.ratio) == ("better", ratio)


@given(
    counts=st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any),
    elo=st.floats(-300, 300),
    step=st.floats(1, 300),
)
def test_the_ratio_changes_its_sign_with_the_hypotheses(
    counts: list[int], elo: float, step: float
) -> None:
    shares = {points / 4: count for points, count in enumerate(counts)}
    one, other = expected_share(elo), expected_share(elo + step)
    ratio = log_likelihood_ratio(shares, one, other)
    assert ratio == pytest.approx(-log_likelihood_ratio(shares, other, one), abs=1e-6)


def test_shares_of_larger_tables_count_as_well() -> None:
    thirds = {1 / 3: 20, 2 / 3: 60, 1.0: 25}
    assert TEST.ratio(thirds) > 0
    assert TEST.ratio({1 / 3: 60, 2 / 3: 45}) < 0
