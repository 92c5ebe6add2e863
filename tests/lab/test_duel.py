"""Duels: seats rotate, deals repeat, and the figures are what was played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import msgspec
import pytest

from quincunx import registry
from quincunx.core.bots import Bot, RandomBot, Turn
from quincunx.core.bots.warm_up import WARM_UP_WORK
from quincunx.core.errors import BadOption, QuincunxError, UnknownBot, UnknownGame, WrongSeats
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.lab.confidence import wilson_interval
from quincunx.lab.duel import BadDuel, Duel, duel
from quincunx.lab.duel_game import DuelSetup
from tests.toy.game import TOY
from tests.toy.rules import Lay, Move, State, ToyRules, View


class Witness(Bot[Move, View]):
    """Lays its best cards, and remembers what it was given."""

    work = 7
    lays_all: ClassVar[bool] = True
    asked: ClassVar[list[tuple[type, View, frozenset[int], int]]] = []

    def choose(self, turn: Turn[Move, View]) -> Move:
        view = turn.view
        if turn.work != WARM_UP_WORK:
            self.asked.append((type(self), view, turn.partners, turn.work or self.work))
        assert view.seat is not None
        return Lay(tuple(sorted(set(view.hands[view.seat] or ()))) if self.lays_all else ())


class Idler(Witness):
    """Never lays anything, and so never wins."""

    lays_all = False


class Together(ToyRules):
    """All win or all lose."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        won = sum(outcome.scores) % 2 == 0
        return msgspec.structs.replace(outcome, winners=tuple(range(self.seats)) if won else ())


class Divided(ToyRules):
    """Some deals are won by the first seat alone; the others are a tie of all."""

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= 2:
            return None
        first_alone = sum(map(sum, (*state.hands, *state.laid))) % 2 == 0
        winners = (0,) if first_alone else tuple(range(self.seats))
        return Outcome(winners, (0,) * self.seats, Message("toy.outcome.over"))


Seat = Callable[[type[ToyRules]], None]


@pytest.fixture(autouse=True)
def seat_toy(monkeypatch: pytest.MonkeyPatch) -> Seat:
    """Register the toy game with these bots and rules."""

    def seat(rules: type[ToyRules]) -> None:
        bots = {"random": RandomBot, "witness": Witness, "idler": Idler}
        monkeypatch.setitem(registry._games, "toy", replace(TOY, rules=rules, bots=bots))

    seat(ToyRules)
    monkeypatch.setattr(Witness, "asked", [])
    return seat


def held(bots: list[str], games: int = 6, **more: Any) -> Duel:
    # The other processes would not know the toy game.
    return duel("toy", bots, **{"games": games, "seed": 1, "processes": 1, **more})


def without_times(result: Duel) -> Any:
    plain = msgspec.to_builtins(result)
    for player in plain["players"]:
        del player["ms_per_move"]
    return plain


def test_the_better_bot_wins_and_scores() -> None:
    best, worst = held(["witness", "idler"]).players
    assert (best.bot, best.share, worst.bot, worst.share) == ("witness", 1.0, "idler", 0.0)
    assert (best.low, best.high) == wilson_interval(1.0, 6)
    assert (worst.low, worst.high) == wilson_interval(0.0, 6)
    assert best.mean_score > worst.mean_score == 0
    assert best.ms_per_move > 0


def test_seats_rotate_from_game_to_game() -> None:
    held(["witness", "idler", "idler"], games=4)
    first_moves = [
        [view.seat for kind, view, _, _ in Witness.asked if kind is Witness][round_]
        for round_ in (0, 2, 4, 6)
    ]
    assert first_moves == [0, 1, 2, 0]


def test_a_deal_is_played_once_from_each_seat() -> None:
    held(["witness", "idler"], games=4)
    # In each round of these games each bot moves once; seat 0 moves first.
    hands = [view.hands[0] for _, view, _, _ in Witness.asked[::4]]
    assert len(hands) == 4
    assert hands[0] == hands[1] != hands[2] == hands[3]


def test_rotations_that_change_nothing_are_not_played_on_the_same_deal() -> None:
    def setting(*lineup: str) -> DuelSetup:
        return DuelSetup(game="toy", options={}, lineup=lineup, seed=1, work=None)

    assert setting("a", "a", "a", "a").rotations == 1
    assert setting("a", "b", "a", "b").rotations == 2
    assert setting("a", "a", "b", "b").rotations == 4
    twice = setting("a", "b", "a", "b")
    assert twice.deal(0) == twice.deal(1) != twice.deal(2) == twice.deal(3)


def test_bots_of_one_name_are_partners() -> None:
    held(["witness", "idler", "idler"], games=1)
    partners = {view.seat: partners for _, view, partners, _ in Witness.asked}
    assert partners == {0: frozenset(), 1: {2}, 2: {1}}


def test_bots_are_repeated_to_fill_the_seats() -> None:
    assert len(held(["random"]).players) == 1
    assert len(held(["random", "random", "random"]).players) == 3
    held(["witness"], games=1, seats=3)
    assert {view.seat for _, view, _, _ in Witness.asked} == {0, 1, 2}


def test_bots_use_their_own_work_by_default() -> None:
    held(["witness"], games=1)
    assert {work for _, _, _, work in Witness.asked} == {7}
    Witness.asked.clear()
    held(["witness"], games=1, work=3)
    assert {work for _, _, _, work in Witness.asked} == {3}


def test_options_reach_the_table() -> None:
    held(["witness"], games=1, options={"timed": True})
    assert Witness.asked[0][1].ends_at == 10_000


def test_a_shared_win_counts_for_every_player(seat_toy: Seat) -> None:
    seat_toy(Together)
    one, other = held(["random", "witness"], games=20).players
    assert one.share == other.share
    assert 0 < one.share < 1


def test_ties_are_divided(seat_toy: Seat) -> None:
    seat_toy(Divided)
    one, other = held(["witness", "idler"], games=40).players
    assert one.share + other.share == pytest.approx(1)
    # On each deal either both bots win from the first seat in turn, or both games are a tie.
    assert one.share == 0.5
    assert (one.low, one.high) == wilson_interval(0.5, 40)


def test_several_seats_of_one_bot_add_up(seat_toy: Seat) -> None:
    seat_toy(Divided)
    (only,) = held(["witness"], games=9, seats=3).players
    assert only.share == 1


def test_a_callback_follows_every_game() -> None:
    calls: list[int] = []
    held(["random"], games=5, after_each=lambda: calls.append(1))
    assert len(calls) == 5


def test_the_same_seed_gives_the_same_figures() -> None:
    once, again = (without_times(held(["random", "witness"])) for _ in range(2))
    other = without_times(held(["random", "witness"], seed=2))
    assert once == again != other


def test_figures_do_not_depend_on_the_number_of_processes() -> None:
    one, two, three = (
        without_times(duel("quatrefoil", ["random"], games=12, seed=3, processes=number))
        for number in (1, 2, 3)
    )
    assert one == two == three


@pytest.mark.parametrize(
    ("error", "changes"),
    [
        (UnknownGame, {"game": "chess"}),
        (UnknownBot, {"bots": ["grandmaster"]}),
        (WrongSeats, {"seats": 9}),
        (BadOption, {"options": {"team": 9}}),
        (BadDuel, {"bots": []}),
        (BadDuel, {"bots": ["random"] * 4}),
        (BadDuel, {"bots": ["random"] * 2, "seats": 3}),
        (BadDuel, {"games": 0}),
        (BadDuel, {"work": 0}),
    ],
)
def test_refuses(error: type[QuincunxError], changes: dict[str, Any]) -> None:
    arguments = {"game": "toy", "bots": ["random"], "games": 1, "seed": 1, "processes": 1}
    with pytest.raises(error) as refusal:
        duel(**{**arguments, **changes})
    assert str(refusal.value).endswith(".")
