"""The forecast of the next turns: what the network sees, and how well it foresees them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.core.errors import BadBot
from quincunx.games.quivvit.bots import QuivvitForecastBot, QuivvitMostPointsBot
from quincunx.games.quivvit.cards import (
    CARD_VALUES,
    CARDS,
    COLOURS,
    CORNER_COLOURS,
    NO_CARD,
    ORIENTATIONS,
)
from quincunx.games.quivvit.forecast.features import CARDS_UNIT, FEATURES, POINTS_UNIT, features
from quincunx.games.quivvit.forecast.network import FORMAT, SHIPPED, forecast, read_weights
from quincunx.games.quivvit.grid import CELLS
from quincunx.games.quivvit.kernel import KernelArray, take_cards
from quincunx.games.quivvit.options import QuivvitOptions
from quincunx.games.quivvit.rules import ROUNDS, QuivvitRules
from quincunx.games.quivvit.search.forecast_play import can_forecast
from quincunx.games.quivvit.search.turn_statistics import FULL_DECK_MEAN
from quincunx.games.quivvit.solver import find_plays, kernel_grid, plays_of_view

PLANES = 3
PER_ROTATION = (FEATURES - PLANES) // ORIENTATIONS


def random_grids(count: int) -> KernelArray:
    rng = np.random.default_rng(1)
    grids = rng.integers(CARDS, size=(count, CELLS + 1))
    grids[rng.random(grids.shape) < 0.2] = NO_CARD
    grids[:, CELLS] = NO_CARD
    return grids


def test_the_network_sees_what_each_rotation_takes() -> None:
    grids = random_grids(30)
    seen = features(grids).reshape(len(grids), CELLS, FEATURES)
    for grid, cells in zip(grids, seen, strict=True):
        rotations = cells[:, PLANES:].reshape(CELLS, ORIENTATIONS, PER_ROTATION)
        for play in find_plays(grid, double=True):
            cell, quarters = divmod(play.number, ORIENTATIONS)
            points, taken = rotations[cell, quarters, :2]
            assert points * POINTS_UNIT == play.points
            assert taken * CARDS_UNIT == pytest.approx(play.cards)


def test_exchanging_colours_changes_nothing() -> None:
    grids = random_grids(20)
    exchanged = grids.copy()
    for number in np.ndindex(grids.shape):
        exchanged[number] = recoloured(int(grids[number]))
    weights = read_weights()
    np.testing.assert_array_equal(
        forecast(weights, grids, 2, 1), forecast(weights, exchanged, 2, 1)
    )


def recoloured(card: int) -> int:
    """Return the card with every colour replaced by the next one."""
    if card == NO_CARD:
        return card
    colours = tuple((colour + 1) % len(COLOURS) for colour in CORNER_COLOURS[card])
    return next(
        other
        for other in range(CARDS)
        if CORNER_COLOURS[other] == colours and CARD_VALUES[other] == CARD_VALUES[card]
    )


def test_the_forecast_is_close_to_what_turns_take() -> None:
    """The forecasts and the points of the next turn, in games of players who use the network."""
    pairs = [pair for seed in range(25) for pair in forecasts_and_points(seed)]
    expected, scored = np.array(pairs).T
    assert abs(expected.mean() - scored.mean()) < 0.4
    assert np.corrcoef(expected, scored)[0, 1] > 0.4


def forecasts_and_points(seed: int) -> Iterator[tuple[float, int]]:
    """Play a game, and yield for each turn what was forecast before its gaps were filled."""
    match = quincunx.new("quivvit", seats=2, seed=seed)
    bot = QuivvitForecastBot()
    expected: float | None = None
    while match.outcome is None:
        turn = match.turn(seed=seed)
        view = turn.view
        move = bot.choose(turn)
        play = next(play for play in plays_of_view(view) if play.move == move)
        if expected is not None:
            yield expected, play.points
        grid = kernel_grid(view.grid)
        take_cards(grid, play.number, play.mask)
        turns_before = 2 * (view.round - 1) + view.played + 1
        expected = float(forecast(read_weights(), grid[None], 2, turns_before)[0, 0, 0])
        match.play(move)


def test_it_forecasts_where_every_colour_links_and_no_card_is_covered() -> None:
    for seats, options in (
        (2, QuivvitOptions(random_color=True)),
        (2, QuivvitOptions(color_blocking=True)),
        (5, QuivvitOptions(decks=2)),
        (1, QuivvitOptions()),
    ):
        assert not can_forecast(QuivvitRules(options, seats)), options
    everything_else = QuivvitOptions(timed=True, drain_the_deck=True, double_rotation=True, decks=2)
    for seats in (2, 3, 4):
        assert can_forecast(QuivvitRules(everything_else, seats))


def test_with_other_rules_it_takes_the_most_points() -> None:
    match = quincunx.new("quivvit", seats=2, seed=1, options={"random_color": True})
    while match.outcome is None:
        turn = match.turn(seed=1)
        move = QuivvitForecastBot().choose(turn)
        assert move == QuivvitMostPointsBot().choose(turn)
        match.play(move)


@pytest.mark.parametrize("options", [{"drain_the_deck": True}, {"decks": 2}])
def test_it_judges_plays_with_these_options_too(options: dict[str, Any]) -> None:
    differ = 0
    for seed in range(4):
        match = quincunx.new("quivvit", seats=2, seed=seed, options=options)
        while match.outcome is None:
            turn = match.turn(seed=seed)
            move = QuivvitForecastBot().choose(turn)
            differ += move != QuivvitMostPointsBot().choose(turn)
            match.play(move)
    assert differ


def test_in_the_last_turn_a_double_rotate_card_is_worth_the_card_that_it_draws() -> None:
    spent = 0
    for seed in range(30):
        match = quincunx.new("quivvit", seats=2, seed=seed, options={"double_rotation": True})
        while (turn := match.turn(seed=seed)).view.round < ROUNDS or not turn.view.played:
            match.play(QuivvitForecastBot().choose(turn))
        move = QuivvitForecastBot().choose(turn)
        plays = plays_of_view(turn.view)
        chosen = next(play for play in plays if play.move == move)
        most = max(play.points for play in plays)
        others = (play.points for play in plays if not play.spends)
        # A card more counts less than a point.
        assert chosen.points >= most - FULL_DECK_MEAN - 1
        if chosen.spends:
            spent += 1
            assert chosen.points > max(others)
    assert spent


def shipped_arrays() -> dict[str, Any]:
    with np.load(SHIPPED) as named:
        return {name: named[name] for name in named}


def bot_with(file: str | Path) -> type[QuivvitForecastBot]:
    """Return the class of a bot that plays with the weights in a file."""
    return type("MyNetwork", (QuivvitForecastBot,), {"weights": file})


def test_a_bot_plays_with_the_weights_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    np.savez(file, **shipped_arrays())
    for weights in (file, str(file)):
        match = quincunx.new("quivvit", seats=2, seed=1)
        turn = match.turn(seed=1)
        assert bot_with(weights)().choose(turn) == QuivvitForecastBot().choose(turn)


OTHER_FORMAT = np.frombuffer(b'{"format": "something-else/1"}', np.uint8)
NOT_AN_OBJECT = np.frombuffer(b"[]", np.uint8)


@pytest.mark.parametrize(
    "changes",
    [
        {"about": OTHER_FORMAT},
        {"about": NOT_AN_OBJECT},
        {"orders": None},
        {"orders": np.zeros((8, 64), np.float16)},
        {"convolutions": np.zeros((5, 576, 64), np.float16)},
        {"convolutions": np.float16(0)},
        {"output_bias": np.zeros(16, np.int64)},
    ],
)
def test_weights_of_another_kind_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    file = tmp_path / "mine.npz"
    arrays = {**shipped_arrays(), **changes}
    np.savez(file, **{name: array for name, array in arrays.items() if array is not None})
    with pytest.raises(BadBot, match=r"mine\.npz is not a file of weights for the bot “forecast”"):
        bot_with(file)()


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    whole = SHIPPED.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 0xFF]) + whole[middle + 1 :]
    file = tmp_path / "mine.npz"
    for broken in (b"", b"something else", whole[:-100], whole[:middle], flipped):
        file.write_bytes(broken)
        with pytest.raises(BadBot, match="is not a file of weights"):
            bot_with(file)()
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(BadBot, match="is not a file of weights"):
        bot_with(tmp_path / "array.npy")()


def test_a_missing_file_is_refused_before_the_game(tmp_path: Path) -> None:
    match = quincunx.new("quivvit", seats=2, seed=1)
    for file in (tmp_path / "missing.npz", tmp_path):
        with pytest.raises(BadBot, match="The weights of the bot cannot be read from"):
            match.play_out(bot_with(file))
    assert match.version == quincunx.new("quivvit", seats=2, seed=1).version


WITHOUT_NUMBA = """
import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "numba" else find_spec(name, *more)
import quincunx
from quincunx.games.quivvit.bots import BOTS
match = quincunx.new("quivvit", seats=2, seed=1)
match.play_out("expert")
assert match.outcome is not None
print(BOTS["expert"].__name__)
"""


def test_the_expert_uses_it_where_numba_is_missing() -> None:
    command = [sys.executable, "-c", WITHOUT_NUMBA]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "QuivvitForecastBot"


def test_the_shipped_weights_say_how_they_were_made() -> None:
    with np.load(SHIPPED) as named:
        about = json.loads(named["about"].tobytes())
    assert about["format"] == FORMAT == "quincunx-quivvit-forecast/1"
    assert about["command"] == "quincunx train quivvit --updates 220 --seed 0"
    assert about["version"]
    assert {wins["seats"] for wins in about["wins_against_most_points"]} == {2, 3, 4}
    assert SHIPPED.stat().st_size < 1_000_000
