"""Bots play a match to its end, step by step or at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import quincunx
from quincunx.core.bots import AnyTurn
from quincunx.registry import find, game_names
from tests.kit.play import new_match
from tests.kit.setups import KitSetup, covering, every_setup
from tests.toy.game import TOY
from tests.toy.rules import ToyOptions


class FirstMove(quincunx.Bot[Any, Any]):
    def choose(self, turn: AnyTurn) -> Any:
        return next(iter(turn.legal_moves))


class Idle(FirstMove):
    def acts_at(self, turn: AnyTurn) -> int | None:
        return None


class Says(FirstMove):
    """Answers the same whatever the turn is."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, turn: AnyTurn) -> Any:
        return self.answer


class Asked(FirstMove):
    """Remembers its turns."""

    def __init__(self) -> None:
        self.turns: list[AnyTurn] = []

    def choose(self, turn: AnyTurn) -> Any:
        self.turns.append(turn)
        return super().choose(turn)


def quivvit() -> quincunx.Match:
    return quincunx.new("quivvit", seats=2, seed=7)


def setups(name: str, bot: str) -> list[KitSetup]:
    """Every option set for bots that play fast, otherwise every pair of values."""
    found = every_setup(find(name))
    return found if bot == "random" else covering(found, 2)


@pytest.mark.parametrize("bot", ["random", "easy"])
@pytest.mark.parametrize("name", game_names())
def test_bots_play_to_the_end_with_every_option_set(name: str, bot: str) -> None:
    for game, options, seats in setups(name, bot):
        match = new_match(game, options, seats, 1)
        assert match.play_out(bot) == match.outcome


@pytest.mark.parametrize(
    "bots",
    [
        "easy",
        FirstMove,
        FirstMove(),
        {0: "easy", 1: FirstMove},
        {0: FirstMove(), 1: f"{__name__}:FirstMove"},
    ],
)
def test_bots_are_named_classes_or_objects(bots: Any) -> None:
    match = quivvit()
    assert match.play_out(bots) is match.outcome
    assert match.play_out(bots) is match.outcome, "the game is over already"


def test_the_seed_decides_what_bots_do() -> None:
    def moves(seed: int) -> Iterator[object]:
        match = quivvit()
        match.play_out("random", seed=seed)
        return (entry.move for entry in match.log)

    assert [*moves(1)] == [*moves(1)] != [*moves(2)]


def test_a_step_is_a_move_or_a_deadline() -> None:
    match = quincunx.Match(TOY, ToyOptions(timed=True), 2, seed=quincunx.Seed.of(1))
    assert match.step({0: "builder", 1: Idle}) == 0
    assert match.version == 0, "it has built a draft"
    while match.version == 0:
        match.step({0: "builder", 1: Idle})
    assert match.log[1].seat == 0
    assert match.step(Idle) is None
    assert match.log[2].seat is None
    assert match.now == match.log[2].at == 10_000


def test_bots_of_one_class_are_partners() -> None:
    bots = {0: Asked(), 1: FirstMove(), 2: Asked(), 3: Asked()}
    quincunx.new("quatrefoil", seed=1, options={"limit": 4}).play_out(bots)
    first = bots[0]
    assert isinstance(first, Asked)
    assert {turn.partners for turn in first.turns} == {frozenset({2, 3})}
    first.turns.clear()
    quincunx.new("quatrefoil", seed=1, options={"limit": 4}).play_out(bots, partners={}, work=9)
    assert {(turn.partners, turn.work) for turn in first.turns} == {(frozenset(), 9)}


@pytest.mark.parametrize("answer", ["c9 left", "resign", None, 7, "x" * 9999])
def test_an_illegal_move_names_its_bot_and_changes_nothing(answer: Any) -> None:
    match = quivvit()
    seat = match.awaited[0]
    with pytest.raises(quincunx.IllegalBotMove) as refused:
        match.step({seat: Says(answer)})
    assert f"The bot Says at seat {seat} chose an illegal move" in str(refused.value)
    assert str(answer)[:20] in str(refused.value)
    assert len(str(refused.value)) < 500
    assert (match.version, match.now) == (0, 0)


def test_invalid_bots_are_refused_before_anything_is_played() -> None:
    for error, bots in (
        (quincunx.MissingBots, {0: "easy"}),
        (quincunx.UnknownSeat, {0: "easy", 1: "easy", 2: "easy"}),
        (quincunx.UnknownBot, "grandmaster"),
        (quincunx.BadBot, quincunx.Bot),
        (quincunx.BadBot, 7),
        (quincunx.BadBot, Says),
    ):
        match = quivvit()
        with pytest.raises(error):
            match.play_out(bots)  # type: ignore[arg-type]
        assert match.version == 0


def test_a_game_in_which_no_bot_acts_is_stuck() -> None:
    with pytest.raises(quincunx.Stuck, match="no bot will act"):
        quivvit().play_out(Idle)
    match = quivvit()
    with pytest.raises(quincunx.Stuck):
        match.step({1 - match.awaited[0]: "easy"})


def test_no_step_follows_the_end() -> None:
    match = quivvit()
    match.play_out("random")
    with pytest.raises(quincunx.FinishedGame):
        match.step("random")


def test_a_greedy_bot_plays_the_move_with_the_highest_score() -> None:
    match = quivvit()
    bot = quincunx.GreedyBot(lambda turn, move: len(str(move)))
    longest = max(len(str(move)) for move in match.legal_moves())
    chosen = {bot.choose(match.turn(seed=seed)) for seed in range(20)}
    assert {len(str(move)) for move in chosen} == {longest}
    assert len(chosen) > 1, "ties are broken at random"
