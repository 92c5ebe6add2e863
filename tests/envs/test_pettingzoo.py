"""PettingZoo's own tests, unchanged, and what they do not ask."""

from __future__ import annotations

import warnings
from functools import partial
from random import Random

import numpy as np
import pytest

from quincunx.envs import ILLEGAL_REWARD, QuincunxAEC, env
from tests.envs.setups import ALONE, SEVERAL, Setup, setup_id

with warnings.catch_warnings():
    # Importing the tests imports an environment of theirs in a way that they advise against.
    warnings.simplefilter("ignore", DeprecationWarning)
    import pettingzoo
    from pettingzoo.test import api_test, render_test, seed_test

each_setup = pytest.mark.parametrize("setup", [*SEVERAL, *ALONE], ids=setup_id)


@each_setup
def test_the_interface_is_as_pettingzoo_wants_it(setup: Setup) -> None:
    api_test(env(**setup), num_cycles=100)


@each_setup
def test_the_same_seed_gives_the_same_game(setup: Setup) -> None:
    seed_test(partial(env, **setup), num_cycles=50)


@pytest.mark.parametrize("setup", [*SEVERAL[::4], *ALONE], ids=setup_id)
def test_every_render_mode_works(setup: Setup) -> None:
    render_test(partial(env, **setup))


def play_at_random(table: QuincunxAEC, seed: int) -> dict[str, float]:
    """Play allowed actions until the end; return the rewards."""
    rng, rewards = Random(seed), dict.fromkeys(table.possible_agents, 0.0)
    table.reset(seed=seed)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        assert observation is not None
        assert table.observation_space(agent).contains(observation)
        rewards[agent] += reward
        if terminated or truncated:
            table.step(None)
        else:
            table.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return rewards


@pytest.mark.parametrize(
    "setup", [each for each in SEVERAL if each["game"] in ("quivvit", "coloryam")], ids=setup_id
)
def test_the_rewards_of_opponents_add_up_to_nothing(setup: Setup) -> None:
    rewards = play_at_random(env(**setup), 1)
    assert sum(rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize("seed", range(5))
def test_partners_share_their_reward(seed: int) -> None:
    assert set(play_at_random(env("quatrefoil"), seed).values()) in ({1.0}, {-1.0})


@pytest.mark.parametrize("setup", SEVERAL[::3], ids=setup_id)
def test_an_action_that_is_not_allowed_ends_the_game(setup: Setup) -> None:
    table = env(**setup)
    table.reset(seed=1)
    agent, mask = table.agent_selection, table.last()[4]["action_mask"]
    table.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(table.terminations.values())
    others = set(table.agents) - {agent}
    assert table.rewards == {agent: ILLEGAL_REWARD, **dict.fromkeys(others, 0.0)}


def test_a_game_can_be_truncated() -> None:
    table = env("coloryam", seats=2, max_cycles=3)
    table.reset(seed=1)
    for _ in range(3):
        assert not any(table.truncations.values())
        table.step(int(np.flatnonzero(table.last()[4]["action_mask"])[0]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_an_optional_signal_can_come_before_the_next_move() -> None:
    table = env("quatrefoil", options={"signals": "by-hand"})
    table.reset(seed=1)
    signal, wait = table.encoding.actions.first("signal"), table.encoding.wait
    asked = []
    for _ in range(3):
        asked.append(table.agent_selection)
        assert np.flatnonzero(table.last()[4]["action_mask"]).tolist() == [signal, wait]
        table.step(wait)
    mask = table.last()[4]["action_mask"]
    assert table.agent_selection not in asked
    assert not mask[wait], "the game waits for this agent"


def test_time_passes_in_rounds_of_one_second() -> None:
    table = env("quivvit", preset="everything", options={"color_blocking": False})
    table.reset(seed=1)
    wait, agent = table.encoding.wait, table.agent_selection
    seconds = []
    while table.agent_selection == agent:
        parts = table.encoding.features.split(table.observe(agent))
        seconds.append(int(parts["seconds_left"]))
        table.step(wait)
    assert seconds == [*range(60, 0, -1)]


def test_environments_are_registered() -> None:
    table = pettingzoo.make("aec", "quincunx/coloryam-v0", seats=3)
    table.reset(seed=1)
    assert table.num_agents == 3
