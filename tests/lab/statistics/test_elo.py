"""Elo ratings: the formula, strengths that are found again, and intervals that cover them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.lab.statistics.elo import Pairing, Rating, elo_lead, expected_share, rate
from tests.lab.statistics.paired_games import paired_share

STRENGTHS = {"strong": 120.0, "middle": 10.0, "weak": -130.0}


def played(deals: int, seed: int) -> list[Pairing]:
    rng = Random(seed)
    return [
        Pairing(
            one,
            other,
            tuple(paired_share(STRENGTHS[one] - STRENGTHS[other], rng) for _ in range(deals)),
            weight=2,
        )
        for one, other in combinations(STRENGTHS, 2)
    ]


def by_name(ratings: tuple[Rating, ...]) -> dict[str, Rating]:
    return {rating.bot: rating for rating in ratings}


@pytest.mark.parametrize(
    ("elo", "share"), [(0, 0.5), (100, 0.640065), (200, 0.759747), (-400, 1 / 11)]
)
def test_a_lead_is_a_share(elo: float, share: float) -> None:
    assert expected_share(elo) == pytest.approx(share, abs=1e-6)
    assert elo_lead(share) == pytest.approx(elo, abs=1e-3)


def test_two_bots_have_the_lead_of_their_share() -> None:
    """With one tie added, 150 of 200 games are 150.5 of 201."""
    first, second = rate([Pairing("a", "b", (0.5, 1.0) * 50, weight=2)])
    assert (first.bot, second.bot) == ("a", "b")
    assert first.elo - second.elo == pytest.approx(elo_lead(150.5 / 201))
    assert first.elo == pytest.approx(-second.elo)


def test_the_strongest_bot_is_first_and_the_mean_is_zero() -> None:
    ratings = rate(played(300, seed=1))
    assert [rating.bot for rating in ratings] == [*STRENGTHS]
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)
    for rating in ratings:
        assert rating.elo == pytest.approx(STRENGTHS[rating.bot], abs=40)


def test_intervals_cover_the_strength_as_often_as_they_say() -> None:
    """95% of 100 experiments with three bots; fewer than 260 of 300 are too few by far."""
    covered = 0
    for seed in range(100):
        for name, rating in by_name(rate(played(60, seed))).items():
            covered += rating.low <= STRENGTHS[name] <= rating.high
    assert covered >= 260


def test_paired_deals_make_intervals_narrower_than_independent_games() -> None:
    """On each deal both bots win from the good seat: then nothing is left to chance."""
    certain = by_name(rate([Pairing("a", "b", (0.5,) * 100, weight=2)]))["a"]
    split = by_name(rate([Pairing("a", "b", (0.0, 1.0) * 50, weight=2)]))["a"]
    assert certain.high - certain.low < (split.high - split.low) / 5


@given(deals=st.integers(1, 200))
def test_a_bot_that_wins_everything_has_a_finite_rating(deals: int) -> None:
    winner = rate([Pairing("a", "b", (1.0,) * deals, weight=2)])[0]
    assert winner.bot == "a"
    assert 0 < winner.elo < 2_000
    assert winner.low < winner.elo < winner.high


def test_bots_that_never_met_are_rated_without_an_error() -> None:
    ratings = by_name(rate([Pairing("a", "b", (0.75,), 2), Pairing("c", "d", (0.25,), 2)]))
    assert ratings["a"].elo > ratings["b"].elo
    assert ratings["c"].elo < ratings["d"].elo
    assert rate([]) == ()
