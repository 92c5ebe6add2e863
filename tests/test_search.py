"""IS-MCTS plays three games from what its seat knows, and finds what is obvious."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.core.bots import Turn
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.core.rules import AnyRules
from quincunx.search import IsMctsBot, random_move, reward


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("quatrefoil", {"limit": 4}),
        ("quatrefoil", {"limit": 4, "signals": "by-hand"}),
        ("quatrefoil", {"limit": 4, "variant": "dual", "clock": True}),
        ("coloryam", {"beginner": True}),
        ("quivvit", {}),
        ("quivvit", {"color_blocking": True, "drain_the_deck": True, "random_color": True}),
    ],
)
def test_it_plays_to_the_end(game: str, options: dict[str, object]) -> None:
    match = quincunx.new(game, seats=4 if game == "quatrefoil" else 2, seed=1, options=options)
    assert match.play_out(IsMctsBot(3)) is match.outcome


def test_it_knows_only_what_its_seat_knows() -> None:
    match = quincunx.new("quatrefoil", seed=4)
    seat = match.awaited[0]
    view, seen = match.view(seat), match.observations(seat)
    turns = [match.turn(seat), Turn(match.rules, view, seen, match.turn(seat).rng)]
    assert len({IsMctsBot(20).choose(turn) for turn in turns}) == 1


def test_a_win_within_two_moves_is_found() -> None:
    for seed in range(1, 40):
        match = quincunx.new("quatrefoil", seed=seed, options={"variant": "nothing-to-hide"})
        best = match.hints(match.awaited[0])[-1].move
        far = match.hints(match.awaited[0])[0].message.args.get("distance")
        if far == 1:
            assert str(IsMctsBot(400).choose(match.turn())) == best
            match.play(best)
            assert str(IsMctsBot(200).choose(match.turn())) == "stack"
            return
    pytest.fail("no such deal")


def test_rollouts_are_a_choice_and_work_is_the_number_of_iterations() -> None:
    determinised = 0

    def rollout(rules: AnyRules, state: Any, seat: int, rng: Random) -> Any:
        return random_move(rules, state, seat, rng)

    class CountingTurn(Turn[Any, Any]):
        def determinise(self, rng: Random | None = None) -> Any:
            nonlocal determinised
            determinised += 1
            return super().determinise(rng)

    match = quincunx.new("quivvit", seats=2, seed=1)
    seat = match.awaited[0]
    for work, expected in ((0, 6), (4, 4)):
        determinised = 0
        view, seen, state = match.view(seat), match.observations(seat), match.state
        turn = CountingTurn(match.rules, view, seen, Random(1), work=work, state=state)
        assert IsMctsBot(6, rollout=rollout).choose(turn) in match.legal_moves()
        assert determinised == expected


def test_rewards_order_outcomes() -> None:
    def value(winners: tuple[int, ...], *scores: int) -> float:
        return reward(Outcome(winners, scores, Message("core.seat")), 0)

    by_worth = [
        value((1,), 0, 40),
        value((1,), 20, 40),
        value((0, 1), 40, 40, 10),
        value((0,), 40, 39),
        value((0,), 40, 0),
    ]
    assert by_worth == sorted(by_worth)
    assert len(set(by_worth)) == len(by_worth)
    assert value((0, 1), 3, 3) > value((), 3, 3), "a joint win"
    assert value((0,), 50) > value((0,), 40), "alone points count"


def test_games_that_it_cannot_play_are_refused() -> None:
    with pytest.raises(quincunx.BadBot, match="does not play pivit"):
        quincunx.new("pivit", seats=2, seed=1).play_out(IsMctsBot)
