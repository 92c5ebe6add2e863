"""Experiments: who meets whom, when a test stops, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.core.errors import BadOption, QuincunxError, UnknownBot, UnknownGame, WrongSeats
from quincunx.lab import BadExperiment, Progress, SequentialTest, make_experiment, run_experiment
from quincunx.lab.experiments.option_sets import describe_set, single_changes
from quincunx.registry import find
from tests.lab.experiments.running import run, without_times
from tests.lab.experiments.toy_bots import Divided, SetUpToy

TEST = SequentialTest(elo0=0, elo1=200)


def pairs(format_: Any) -> list[tuple[str, ...]]:
    experiment = make_experiment(
        "quivvit", ["random", "easy", "medium", "expert"], games=1, format=format_
    )
    return [contest.bots for contest in experiment.contests]


def test_a_round_robin_has_every_pair_and_a_ladder_has_neighbours() -> None:
    assert pairs("table") == [("random", "easy", "medium", "expert")]
    assert pairs("round-robin") == [
        ("random", "easy"),
        ("random", "medium"),
        ("random", "expert"),
        ("easy", "medium"),
        ("easy", "expert"),
        ("medium", "expert"),
    ]
    assert pairs("ladder") == [("random", "easy"), ("easy", "medium"), ("medium", "expert")]


def test_every_option_set_is_played() -> None:
    sets = single_changes(find("quivvit"))
    assert sets[0] == {}
    assert {"timed": True} in sets
    finished = run(["random"], games=1, game="quivvit", option_sets=sets)
    assert len(finished.result.contests) == len(sets)
    assert [len(games) for games in finished.games] == [1] * len(sets)


@pytest.mark.parametrize("game", ["quivvit", "qwirkle_cards", "pivit", "quatrefoil", "coloryam"])
def test_option_sets_bring_what_they_need_and_have_names(game: str) -> None:
    found = find(game)
    sets = single_changes(found)
    assert all(make_experiment(game, ["random"], games=1, option_sets=[each]) for each in sets)
    names = [describe_set(found, each) for each in sets]
    assert len({*names}) == len(names)
    if game == "quatrefoil":
        assert "variant=half-and-half half=positions" in names


def test_ratings_follow_the_results() -> None:
    finished = run(["random", "easy", "medium"], 20, game="quivvit", format="ladder")
    ratings = {rating.bot: rating.elo for rating in finished.result.ratings}
    assert ratings["random"] < min(ratings["easy"], ratings["medium"])


def test_a_test_stops_after_a_whole_deal_and_says_what_it_found() -> None:
    (contest,) = run(["witness", "idler"], 200, test=TEST).result.contests
    assert contest.test is not None
    assert contest.test.decision == "better"
    assert contest.games % 2 == 0
    assert contest.games < 50
    (lost,) = run(["idler", "witness"], 200, test=TEST).result.contests
    assert lost.test is not None
    assert lost.test.decision == "not-better"


def test_a_test_without_a_decision_ends_with_the_games(set_up_toy: SetUpToy) -> None:
    set_up_toy(Divided)
    (contest,) = run(["witness", "idler"], 5, test=TEST).result.contests
    assert contest.test is not None
    assert contest.test.decision is None
    assert contest.games == 5


def test_progress_is_reported_before_the_first_game_and_after_each() -> None:
    reports: list[Progress] = []
    run(["random"], 5, report=reports.append)
    assert [progress.done for progress in reports] == [0, 1, 2, 3, 4, 5]
    assert {progress.total for progress in reports} == {5}


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    """Also where a sequential test stops, although several workers play on for a while."""
    experiment = make_experiment(
        "quivvit",
        ["random", "easy", "medium"],
        games=60,
        seed=3,
        format="round-robin",
        test=SequentialTest(elo0=0, elo1=150),
    )
    one, three = (run_experiment(experiment, workers=number) for number in (1, 3))
    assert without_times(one) == without_times(three)
    stopped = [contest.games for contest in one.result.contests]
    assert min(stopped) < 60, "a test stopped early"


@pytest.mark.parametrize(
    ("error", "changes"),
    [
        (UnknownGame, {"game": "chess"}),
        (UnknownBot, {"bots": ["grandmaster"]}),
        (WrongSeats, {"seats": 9}),
        (BadOption, {"option_sets": [{"team": 9}]}),
        (BadExperiment, {"bots": []}),
        (BadExperiment, {"bots": ["random"] * 4}),
        (BadExperiment, {"bots": ["random"] * 2, "seats": 3}),
        (BadExperiment, {"bots": ["random"] * 101}),
        (BadExperiment, {"games": 0}),
        (BadExperiment, {"games": 10**9}),
        (BadExperiment, {"work": 0}),
        (BadExperiment, {"format": "round-robin"}),
        (BadExperiment, {"bots": ["random", "idler", "random"], "format": "ladder"}),
        (BadExperiment, {"test": TEST}),
        (BadExperiment, {"bots": ["random", "idler"], "test": SequentialTest(elo0=5, elo1=5)}),
        (
            BadExperiment,
            {"bots": ["random", "idler"], "test": SequentialTest(elo0=0, elo1=5, alpha=0.5)},
        ),
    ],
)
def test_refuses(error: type[QuincunxError], changes: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"game": "toy", "bots": ["random"], "games": 1, "seed": 1}
    with pytest.raises(error) as refusal:
        make_experiment(**{**arguments, **changes})
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("workers", [0, 1000])
def test_refuses_an_impossible_number_of_workers(workers: int) -> None:
    with pytest.raises(BadExperiment, match="between 1 and"):
        run(["random"], 1, workers=workers)
