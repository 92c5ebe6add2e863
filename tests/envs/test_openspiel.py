"""OpenSpiel's own test, its observations, and its algorithms on our games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation, policy
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.bots import uniform_random

import quincunx
from quincunx.core.errors import QuincunxError
from quincunx.envs.openspiel import OpenSpielGame
from quincunx.envs.openspiel.game import NotTurnBased
from quincunx.envs.openspiel.state import OpenSpielState

TABLES = (
    "quincunx_quatrefoil",
    "quincunx_quatrefoil(options=limit:4;deals:5)",
    "quincunx_quatrefoil(preset=half-and-half)",
    "quincunx_quatrefoil(preset=nothing-to-hide)",
    "quincunx_coloryam",
    "quincunx_coloryam(seats=5,preset=beginner)",
    "quincunx_coloryam(seats=1,preset=random-sheet)",
    "quincunx_quivvit",
    "quincunx_quivvit(seats=1,preset=random-color)",
    "quincunx_quivvit(seats=4,preset=double-rotation)",
)
SOLVED_IN_ONE = "YP/BG R > RP/YG B"
"""A position of Quatrefoil in which one action reaches the target."""
REDUCED = f"quincunx_quatrefoil(options=limit:1,position={SOLVED_IN_ONE})"
"""Quatrefoil with a known target and one action; the position cards are dealt."""


@pytest.mark.parametrize("name", TABLES)
def test_openspiels_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", TABLES)
def test_information_states_differ_where_observations_do(name: str) -> None:
    game = pyspiel.load_game(name)
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    with_recall = observation.make_observation(game, recall)
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    texts: list[str] = []
    tensors: list[bytes] = []
    while not state.is_terminal() and len(texts) < 8:
        if not state.is_chance_node():
            with_recall.set_from(state, 0)
            texts.append(with_recall.string_from(state, 0))
            tensors.append(with_recall.tensor.tobytes())
        state.apply_action(int(rng.choice(_possible(state))))
    assert len(set(texts)) == len(set(tensors)) == len(texts)


def _possible(state: Any) -> list[int]:
    if state.is_chance_node():
        return [outcome for outcome, _ in state.chance_outcomes()]
    return [int(action) for action in state.legal_actions()]


def test_chance_has_the_probabilities_of_the_deck() -> None:
    state = pyspiel.load_game("quincunx_quivvit").new_initial_state()
    state.apply_action(0)  # the seat that begins
    deck = quincunx.new("quivvit", seats=2, seed=1).state.deck
    outcomes = state.chance_outcomes()
    assert [kind for kind, _ in outcomes] == [*range(len(deck))]
    assert sum(Fraction(chance).limit_denominator(1000) for _, chance in outcomes) == 1
    assert {Fraction(chance).limit_denominator(1000).denominator for _, chance in outcomes} <= {
        each for each in range(1, 149) if 148 % each == 0
    }


def test_a_game_plays_as_in_the_library() -> None:
    state = pyspiel.load_game(REDUCED).new_initial_state()
    while state.is_chance_node():
        state.apply_action(_possible(state)[0])
    assert isinstance(state, OpenSpielState)
    stack = state.table.encoding.actions.first("stack")
    state.apply_action(best_action())
    assert state.legal_actions() == [stack]
    state.apply_action(stack)
    assert state.returns() == [1.0] * 4


def best_action() -> int:
    """Return the action that reaches the target of the reduced game."""
    match = quincunx.from_position("quatrefoil", SOLVED_IN_ONE, seed=1)
    move = quincunx.solve("quatrefoil", match.position).data["best"][0]
    encoding = match.game.encoding(match.rules)
    (action,) = encoding.encode(match.state, 0, match.game.parse_move(move))
    return action


@pytest.mark.parametrize("name", [TABLES[1], "quincunx_coloryam", "quincunx_quivvit"])
def test_random_bots_play(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    bots = [uniform_random.UniformRandomBot(seat, rng) for seat in range(game.num_players())]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice(_possible(state))))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert len(state.returns()) == game.num_players()


def test_information_set_search_keeps_what_the_player_knows() -> None:
    game, rng = pyspiel.load_game("quincunx_quatrefoil"), np.random.RandomState(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(rng.choice(_possible(state))))
    player = state.current_player()
    others = [state.resample_from_infostate(player, rng.rand) for _ in range(20)]
    assert {other.information_state_string(player) for other in others} == {
        state.information_state_string(player)
    }
    assert len({other.steps[-1].state.target for other in others}) > 1
    search = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), uct_c=2.0, max_simulations=10, random_state=rng
    )
    assert search.step(state) in state.legal_actions()


def test_the_exploitability_of_a_reduced_quatrefoil() -> None:
    game = pyspiel.load_game(REDUCED)
    at_random = policy.UniformRandomPolicy(game)
    assert exploitability.nash_conv(game, at_random) > 0.5
    solved = policy.tabular_policy_from_callable(game, _act_once_and_stack)
    assert exploitability.nash_conv(game, solved) == pytest.approx(0)


def _act_once_and_stack(state: Any) -> dict[int, float]:
    """Make the action that reaches the target, and then stack."""
    legal, best = state.legal_actions(), best_action()
    return {action: float(action == best or legal == [action]) for action in legal}


@pytest.mark.parametrize("parameters", ["preset=dual", "preset=race", "options=signals:by-hand"])
def test_a_table_that_is_not_turn_based_is_refused(parameters: str) -> None:
    kind = next(kind for kind in OpenSpielGame.__subclasses__() if kind.name == "quatrefoil")
    values = dict(each.split("=", 1) for each in parameters.split(","))
    with pytest.raises(NotTurnBased, match="not turn-based"):
        kind(values)


def test_other_games_are_not_registered() -> None:
    ours = [name for name in pyspiel.registered_names() if name.startswith("quincunx_")]
    assert sorted(ours) == ["quincunx_coloryam", "quincunx_quatrefoil", "quincunx_quivvit"]


def test_a_wrong_option_is_refused() -> None:
    kind = OpenSpielGame.__subclasses__()[0]
    with pytest.raises(QuincunxError):
        kind({"options": "nonsense:1"})
