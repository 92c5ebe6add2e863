"""The bots: legal, sensible, and as strong as they claim."""

from __future__ import annotations

from random import Random
from statistics import fmean

import msgspec
import pytest

import quincunx
from quincunx.core.bots import Turn
from quincunx.games.coloryam.bots import BOTS
from quincunx.games.coloryam.dice import faces
from quincunx.games.coloryam.moves import KeepDice, RollAll, StopRolling
from quincunx.games.coloryam.solver import (
    AttemptSolution,
    AttemptWinChances,
    decision_context,
    entry_worth,
    final_roll_worth,
    rate_for_total,
    rate_for_win,
)
from quincunx.games.coloryam.state import ColorYamView
from tests.games.coloryam.bot_games import last_line, played


@pytest.mark.parametrize("level", ["easy", "medium", "expert"])
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_every_level_plays_to_the_end(level: str, seats: int) -> None:
    assert played(*[level] * seats, sheet="random").outcome is not None


@pytest.mark.parametrize("level", ["easy", "medium", "expert"])
def test_every_level_plays_the_variation_for_beginners(level: str) -> None:
    assert played(level, level, beginner=True).outcome is not None


def test_the_expert_rolls_on_if_only_a_higher_total_wins() -> None:
    dice = (6, 6, 6, 6, 4, 4)
    view = last_line(10, 10, 33, dice)
    assert rate_for_total(view)[0].move == StopRolling()
    best, chance = rate_for_win(view)[0]
    assert best in (KeepDice(faces(dice)[:5]), KeepDice((*faces(dice)[:4], faces(dice)[5])))
    assert chance == pytest.approx(1 / 6 + 1 / 6 / 2), "34 wins, 33 shares"


def test_the_expert_stops_as_soon_as_it_has_won() -> None:
    view = last_line(10, 10, 24, (5, 5, 5, 4, 4, 2))
    assert rate_for_win(view)[0] == (StopRolling(), 1.0)
    assert rate_for_total(view)[0].move != StopRolling()


def test_the_chance_to_win_in_the_last_line_is_exact() -> None:
    """A tie in points and in the last entry is shared; a tie in points goes to the higher entry."""
    hopes = AttemptWinChances(decision_context(last_line(10, 10, 24, (1,) * 6)))
    _, worth = hopes.worth()
    assert [float(worth[total]) for total in (20, 23, 24, 25)] == [0, 0, 0.5, 1]
    behind = AttemptWinChances(decision_context(last_line(9, 10, 24, (1,) * 6)))
    assert [float(behind.worth()[1][total]) for total in (24, 25)] == [0, 1]


def test_the_expert_reckons_with_the_answer_of_its_rival() -> None:
    """It wins unless the rival gets as much, and more than 28. The rival will try just that.

    If the rival played for its total, as the expert once assumed, stopping at 32 would be better.
    """
    dice = (6, 6, 6, 6, 5, 3)
    view = last_line(9, 10, None, dice, bars=(0, 28))
    chances = {total: 1 - chance_to_exceed(max(28, total - 1)) for total in range(30, 36)}
    stopping, rolling = chances[32], fmean(chances.values())
    assert rolling > stopping + 0.01
    best, *others = rate_for_win(view)
    assert best.move == KeepDice(faces(dice)[:5])
    assert best.worth == pytest.approx(rolling)
    assert dict(others)[StopRolling()] == pytest.approx(stopping)


def chance_to_exceed(bar: int) -> float:
    """The best chance of a total above this in three rolls."""
    return AttemptSolution(final_roll_worth(None, entry_worth(bar, counted=False))).value


@pytest.mark.exhaustive
@pytest.mark.parametrize("levels", [("expert", "medium"), ("medium", "easy"), ("easy", "random")])
def test_every_level_beats_the_one_below(levels: tuple[str, str]) -> None:
    wins = 0.0
    games = 600
    for seed in range(games):
        seats = levels if seed % 2 else levels[::-1]
        outcome = played(*seats, seed=seed).outcome
        assert outcome is not None
        wins += (seats.index(levels[0]) in outcome.winners) / len(outcome.winners)
    assert wins / games > 0.5 + 1.96 * 0.5 / games**0.5


def test_a_bot_answers_from_its_view_alone() -> None:
    match = quincunx.new("coloryam", seats=3, seed=4)
    match.play(RollAll(), 0)
    view = msgspec.json.decode(msgspec.json.encode(match.view(0)), type=ColorYamView)
    for level in ("medium", "expert"):
        bot = BOTS[level]()
        turns = (Turn(match.rules, view, (), Random(seed)) for seed in range(3))
        moves = {bot.choose(turn) for turn in turns}
        assert len(moves) == 1
