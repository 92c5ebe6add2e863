"""Contests: seats rotate, deals repeat, and the figures are what was played."""

from __future__ import annotations

import pytest

from quincunx.lab import Contest
from quincunx.lab.experiments.contest import deal_seed
from quincunx.lab.statistics.intervals import wilson_interval
from tests.lab.experiments.running import only_contest, run, without_times
from tests.lab.experiments.toy_bots import Divided, SetUpToy, Together, Witness
from tests.toy.rules import ToyRules


def contest(*bots: str, seats: int, apart: bool = False) -> Contest:
    return Contest(options={}, bots=bots, seats=seats, apart=apart)


def test_the_better_bot_wins_and_scores() -> None:
    best, worst = only_contest(["witness", "idler"]).players
    assert (best.bot, best.share, worst.bot, worst.share) == ("witness", 1.0, "idler", 0.0)
    assert (best.low, best.high) == wilson_interval(1.0, 6)
    assert (worst.low, worst.high) == wilson_interval(0.0, 6)
    assert best.mean_score > worst.mean_score == 0
    assert best.ms_per_move > 0


def test_seats_rotate_from_game_to_game() -> None:
    run(["witness", "idler", "idler"], games=4)
    first_moves = [
        [view.seat for kind, view, _, _ in Witness.asked if kind is Witness][round_]
        for round_ in (0, 2, 4, 6)
    ]
    assert first_moves == [0, 1, 2, 0]


def test_a_deal_is_played_once_from_each_seat() -> None:
    run(["witness", "idler"], games=4)
    # In each round of these games each bot moves once; seat 0 moves first.
    hands = [view.hands[0] for _, view, _, _ in Witness.asked[::4]]
    assert len(hands) == 4
    assert hands[0] == hands[1] != hands[2] == hands[3]


def test_rotations_that_change_nothing_are_not_played_on_the_same_deal() -> None:
    assert contest("a", seats=4).games_per_deal == 1
    assert contest("a", "b", seats=4).games_per_deal == 2
    assert contest("a", "a", "b", "b", seats=4).games_per_deal == 4
    pair = contest("a", "b", seats=4)
    assert [pair.deal_of(number) for number in range(4)] == [0, 0, 1, 1]
    assert [pair.seating(number) for number in range(2)] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_all_contests_have_the_same_deals_and_another_seed_has_others() -> None:
    assert deal_seed(1, 0) == deal_seed(1, 0)
    assert len({deal_seed(seed, deal).secret for seed in (1, 2) for deal in (0, 1)}) == 4


def test_bots_of_one_name_are_partners() -> None:
    run(["witness", "idler", "idler"], games=1)
    partners = {view.seat: partners for _, view, partners, _ in Witness.asked}
    assert partners == {0: frozenset(), 1: {2}, 2: {1}}


def test_bots_are_repeated_to_fill_the_seats() -> None:
    assert len(only_contest(["random"]).players) == 1
    assert len(only_contest(["random", "random", "random"]).players) == 3
    run(["witness"], games=1, seats=3)
    assert {view.seat for _, view, _, _ in Witness.asked} == {0, 1, 2}


def test_bots_use_their_own_work_by_default() -> None:
    run(["witness"], games=1)
    assert {work for _, _, _, work in Witness.asked} == {7}
    Witness.asked.clear()
    run(["witness"], games=1, work=3)
    assert {work for _, _, _, work in Witness.asked} == {3}


def test_options_reach_the_table() -> None:
    run(["witness"], games=1, option_sets=[{"timed": True}])
    assert Witness.asked[0][1].ends_at == 10_000


def test_a_shared_win_counts_for_every_player(set_up_toy: SetUpToy) -> None:
    set_up_toy(Together, cooperative=True)
    one, other = only_contest(["random", "witness"], games=20).players
    assert one.share == other.share
    assert 0 < one.share < 1


def test_ties_are_divided(set_up_toy: SetUpToy) -> None:
    set_up_toy(Divided)
    one, other = only_contest(["witness", "idler"], games=40).players
    assert one.share + other.share == pytest.approx(1)
    # On each deal either both bots win from the first seat in turn, or both games are a tie.
    assert one.share == 0.5
    assert (one.low, one.high) == wilson_interval(0.5, 40)


def test_several_seats_of_one_bot_add_up(set_up_toy: SetUpToy) -> None:
    set_up_toy(Divided)
    (only,) = only_contest(["witness"], games=9, seats=3).players
    assert only.share == 1


def test_bots_that_win_together_play_the_same_deals_apart(set_up_toy: SetUpToy) -> None:
    set_up_toy(ToyRules, cooperative=True)
    finished = run(["witness", "idler"], games=6, format="round-robin")
    assert finished.experiment.contests[0].apart
    best, worst = finished.result.contests[0].players
    assert (best.share, worst.share) == (1, 0)
    # Three deals, not six games.
    assert (best.low, best.high) == wilson_interval(1.0, 3)
    hands = [view.hands[0] for _, view, _, _ in Witness.asked if view.round == 1 and view.seat == 0]
    assert hands[0] == hands[1] != hands[2] == hands[3]


def test_bots_alone_are_compared_on_the_same_deals() -> None:
    finished = run(["medium", "random"], games=4, game="quivvit", seats=1)
    (result,) = finished.result.contests
    assert finished.experiment.contests[0].apart
    assert [player.share for player in result.players] == [1, 0]
    assert finished.result.ratings[0].bot == "medium"


def test_the_same_seed_gives_the_same_figures() -> None:
    once, again = (without_times(run(["random", "witness"])) for _ in range(2))
    other = without_times(run(["random", "witness"], seed=2))
    assert once == again != other
